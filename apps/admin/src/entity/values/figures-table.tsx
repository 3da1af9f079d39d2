import type { ReactNode } from 'react'
import { ScrollRegion } from '../list/scroll-region.tsx'
import { useT } from '../../shell/index.ts'

export interface FigureColumn<Row> {
  key: string
  title: string
  /** The first column names the row; all others are numbers. */
  cell: (row: Row) => ReactNode
}

interface FiguresTableProps<Row> {
  caption: string
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** Figures as a table: the content of the charts for reading aloud, printing and reading. It can be scrolled by keyboard. */
export function FiguresTable<Row>({ caption, columns, rows, keyOf }: FiguresTableProps<Row>) {
  const t = useT()
  const [first, ...others] = columns
  return (
    <section className="tm-tile-box" aria-label={caption}>
      <h3>{t('stats.report.table')}</h3>
      <ScrollRegion label={caption} className="tm-stats-scroll">
        <table className="tm-stats-table">
          <caption className="tm-visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ key, title }) => (
                <th key={key} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={keyOf(row)}>
                <th scope="row">{first?.cell(row)}</th>
                {others.map(({ key, cell }) => (
                  <td key={key}>{cell(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}
