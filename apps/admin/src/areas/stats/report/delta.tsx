import { formatNumber } from '@timbermark/client'
import { useT } from '../../../shell/index.ts'

/** A count, and its change since the period before. */
export function Delta({ now, before, bad = false }: { now: number; before: number; bad?: boolean }) {
  const t = useT()
  if (before === 0) return now === 0 ? null : <span className="tm-delta tm-muted">{t('stats.report.noneBefore')}</span>
  const share = (now - before) / before
  const percent = formatNumber(Math.abs(share), t.language, { style: 'percent', maximumFractionDigits: 0 })
  const good = bad ? share < 0 : share > 0
  return (
    <span className={`tm-delta ${share === 0 ? '' : good ? 'tm-delta-good' : 'tm-delta-bad'}`}>
      {share > 0 ? '+' : share < 0 ? '−' : ''}
      {percent}
    </span>
  )
}
