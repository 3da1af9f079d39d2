import { VerticalAlignTopOutlined } from '@ant-design/icons'
import { limits } from '@timbermark/contract'
import { useLayoutEffect, useState } from 'react'
import { useT } from '../texts.tsx'

const visibleFrom = 400

/** Share of the distance after this share of the time: slow, fast, slow. */
export const ease = (share: number): number => (share < 0.5 ? 4 * share ** 3 : 1 - (-2 * share + 2) ** 3 / 2)

/** Scrolls to the top of the page in 800 ms, or at once for users who prefer reduced motion. */
function scrollUp(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    scrollTo(0, 0)
    return
  }
  const from = scrollY
  const begin = performance.now()
  const step = (now: number) => {
    const share = Math.min(1, (now - begin) / limits.scrollTopMs)
    scrollTo({ top: from * (1 - ease(share)), behavior: 'instant' })
    if (share < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}

export function BackToTop() {
  const t = useT()
  const [visible, setVisible] = useState(false)
  useLayoutEffect(() => {
    const changed = () => setVisible(scrollY > visibleFrom)
    addEventListener('scroll', changed, { passive: true })
    return () => removeEventListener('scroll', changed)
  }, [])
  return visible ? (
    <button type="button" className="back-to-top" title={t('shell.top')} aria-label={t('shell.top')} onClick={scrollUp}>
      <VerticalAlignTopOutlined />
    </button>
  ) : null
}
