import { formatNumber } from '@timbermark/client'
import { useT } from '../../../shell/index.ts'
import { meaningfulShare } from '../meaningful-share.ts'
import { Delta } from './delta.tsx'

interface Sums {
  scans: number
  checks: number
  wrongChecks: number
}

const keys = ['scans', 'checks', 'wrongChecks'] as const

/** The totals of the period, compared with the period before. */
export function SumsRow({ now, before }: { now: Sums; before: Sums }) {
  const t = useT()
  return (
    <dl className="tm-figures">
      {keys.map(key => (
        <div key={key} className="tm-tile-box">
          <dt>{t(`stats.report.${key}`)}</dt>
          <dd>{formatNumber(now[key], t.language)}</dd>
          <dd className="tm-figure-more">
            <p>
              {/* Where no percentage is meaningful, the number of the period before says it. */}
              {(before[key] === 0 || meaningfulShare(now[key], before[key]) !== undefined) && (
                <Delta now={now[key]} before={before[key]} bad={key === 'wrongChecks'} />
              )}{' '}
              <span className="tm-muted">
                {t('stats.report.before')} {formatNumber(before[key], t.language)}
              </span>
            </p>
          </dd>
        </div>
      ))}
    </dl>
  )
}
