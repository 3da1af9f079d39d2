import type { ReactNode } from 'react'
import { ScrollRegion } from '../../entity/list/scroll-region.tsx'

/** A table of figures: its headings, and rows whose first cell names them. It scrolls by itself where it is too wide. */
export function FigureTable({
  caption,
  heads,
  rows,
  empty,
}: {
  caption: string
  heads: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  empty?: string
}) {
  if (rows.length === 0) return <p className="tm-muted">{empty}</p>
  return (
    <ScrollRegion label={caption} className="tm-figure-table">
      <table>
        <caption className="tm-visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={heads[index]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={heads[index]}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}
