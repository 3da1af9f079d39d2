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
  /** Address of the complete list. */
  to: string
  /** Address of one record. */
  toOne: (row: Row) => string
  name: (row: Row) => ReactNode
  /** Further text in the line. */
  more?: (row: Row) => ReactNode
  time: (row: Row) => unknown
  /** Filter of the list; all records without it. */
  only?: Record<string, string>
}

const maxRows = 5

/** The newest records of a list, the total number, and a link to the list. */
export function Latest({ entity, title, to, toOne, name, more, time, only }: LatestProps) {
  const t = useT()
  const { permissions } = useSession()
  const { data } = useRows(entity, { page: 1, limit: maxRows, ...only })
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
