import { formatDateTime, formatNumber } from '@timbermark/client'
import type { Listed } from '@timbermark/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { emptyHint } from '../../entity/labels.ts'
import type { Row } from '../../entity/types.ts'
import { useRows } from '../../entity/use-entity.ts'
import { useSession, useT, Waiting } from '../../shell/index.ts'

interface LatestProps {
  entity: Listed
  title: string
  /** Where the whole list is. */
  to: string
  /** Where one of them is. */
  toOne: (row: Row) => string
  name: (row: Row) => ReactNode
  /** What else is said in the line. */
  more?: (row: Row) => ReactNode
  time: (row: Row) => unknown
  /** Which of the list: all without it. */
  only?: Record<string, string>
}

const lines = 5

/** The newest records of a list, how many there are in all, and the way to them. */
export function Latest({ entity, title, to, toOne, name, more, time, only }: LatestProps) {
  const t = useT()
  const { permissions } = useSession()
  const { data } = useRows(entity, { page: 1, limit: lines, ...only })
  return (
    <section className="tm-tile-box">
      <h3 className="tm-latest-head">
        {title} {data && <span className="tm-muted">{formatNumber(data.total, t.language)}</span>}
        <Link to={to}>{t('stats.all')}</Link>
      </h3>
      {!data ? (
        <Waiting title={false} paragraph={{ rows: 3 }} />
      ) : data.rows.length === 0 ? (
        <p className="tm-muted">{emptyHint(t, entity, permissions) ?? t('common.empty')}</p>
      ) : (
        <ul className="tm-recent">
          {data.rows.map(row => (
            <li key={row.id}>
              <Link to={toOne(row)}>{name(row)}</Link>
              {more?.(row)}
              <span className="tm-muted tm-latest-time">{formatDateTime(time(row) as string)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
