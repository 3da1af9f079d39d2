import { formatNumber } from '@timbermark/client'
import { useT } from '../../../shell/index.ts'
import { meaningfulShare } from '../meaningful-share.ts'

interface DeltaProps {
  now: number
  before: number
  /** More is worse. */
  bad?: boolean
  /** A duration, which is compared however small it is. */
  duration?: boolean
}

/** The change since the period before; that period's number where a percentage would mislead. */
export function Delta({ now, before, bad = false, duration = false }: DeltaProps) {
  const t = useT()
  if (before === 0) return now === 0 ? null : <span className="tm-delta tm-muted">{t('stats.report.noneBefore')}</span>
  const share = meaningfulShare(now, before, duration ? 0 : undefined)
  if (share === undefined)
    return (
      <span className="tm-delta tm-muted">
        {t('stats.report.beforeWas', { n: formatNumber(before, t.language, { maximumFractionDigits: 1 }) })}
      </span>
    )
  const percent = formatNumber(Math.abs(share), t.language, { style: 'percent', maximumFractionDigits: 0 })
  const good = bad ? share < 0 : share > 0
  return (
    <span className={`tm-delta ${share === 0 ? '' : good ? 'tm-delta-good' : 'tm-delta-bad'}`}>
      {share > 0 ? '+' : share < 0 ? '−' : ''}
      {percent}
    </span>
  )
}
