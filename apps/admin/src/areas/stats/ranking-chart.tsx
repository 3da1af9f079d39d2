import { formatNumber } from '@timbermark/client'
import { Empty } from 'antd'
import { useT } from '../../shell/index.ts'

/** The cities with the most scans, as bars. */
export function RankingChart({ entries }: { entries: readonly { name: string; scans: number }[] }) {
  const t = useT()
  if (entries.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('stats.noScans')} />
  const max = Math.max(...entries.map(({ scans }) => scans), 1)
  return (
    <ol className="tm-ranking">
      {entries.map(({ name, scans }) => (
        <li key={name}>
          <span className="tm-ranking-name">{name || t('stats.unknownPlace')}</span>
          <span className="tm-ranking-bar" aria-hidden>
            <span style={{ width: `${Math.max(2, (scans / max) * 100)}%` }} />
          </span>
          <span className="tm-number">{formatNumber(scans, t.language)}</span>
        </li>
      ))}
    </ol>
  )
}
