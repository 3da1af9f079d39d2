import { formatNumber } from '@timbermark/client'
import { useT } from '../../shell/index.ts'
import { meaningfulShare } from './meaningful-share.ts'

/** The change of a number since the period before; that period's number where a percentage would mislead. */
export function Change({ now, before, days }: { now: number; before: number; days: number }) {
  const t = useT()
  if (before === 0)
    return <p className="tm-change tm-muted">{t(now === 0 ? 'stats.noChange' : 'stats.newlyBegun', { n: days })}</p>
  const share = meaningfulShare(now, before)
  if (share === undefined)
    return <p className="tm-change tm-muted">{t('stats.before', { n: formatNumber(before, t.language), days })}</p>
  const percent = formatNumber(Math.abs(share), t.language, { style: 'percent', maximumFractionDigits: 0 })
  const sign = share > 0 ? '+' : share < 0 ? '−' : ''
  return (
    <p className={`tm-change ${share > 0 ? 'tm-change-up' : share < 0 ? 'tm-change-down' : ''}`}>
      <strong className="tm-number">
        {sign}
        {percent}
      </strong>{' '}
      <span className="tm-muted">{t('stats.against', { n: days })}</span>
    </p>
  )
}
