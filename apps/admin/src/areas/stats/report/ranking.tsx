import { formatNumber } from '@timbermark/client'
import { Empty, theme } from 'antd'
import { lazy, type ReactNode, useMemo } from 'react'
import { useT } from '../../../shell/index.ts'
import { barsHeight } from './bars-height.ts'
import { ChartBox } from './chart-box.tsx'
import { type ComparedRow, comparedColumns } from './compared-columns.tsx'
import { FiguresTable } from './figures-table.tsx'

const BarChart = lazy(() => import('./bar-chart.tsx'))

export type Counted = 'scans' | 'checks' | 'wrongChecks'

/** Bars that a picture holds; the table below has them all. */
const drawnBars = 15

interface RankingProps<Row extends ComparedRow> {
  data: { from: string; to: string; total: number; rows: readonly Row[] }
  /** What the table is called, and the files of its pictures unless they say otherwise. */
  caption: string
  /** One picture for each, with its bars. */
  pictures: readonly { of: Counted; title: string; fileName?: string }[]
  keyOf: (row: Row) => string
  /** What a bar is called. It must stay the same function while its names do. */
  nameOf: (row: Row) => string
  /** The first column: its heading, and what it says of a row. */
  heading: string
  cell?: (row: Row) => ReactNode
  /** Said in place of all when there are no rows. */
  empty: string
  /** What stands between the pictures and the table. */
  children?: ReactNode
  /** What is said below beside how many there are. */
  note?: ReactNode
}

/** What is counted most, against the period before: as bars, and as a table of all. */
export function Ranking<Row extends ComparedRow>(props: RankingProps<Row>) {
  const { data, caption, pictures, keyOf, nameOf, heading, cell = nameOf, empty, children, note } = props
  const t = useT()
  const { token } = theme.useToken()
  const { colorPrimary, colorWarning, colorError } = token
  const drawn = useMemo(() => data.rows.slice(0, drawnBars), [data.rows])
  const labels = useMemo(() => drawn.map(nameOf), [drawn, nameOf])
  const series = useMemo(() => {
    const of = (key: Counted, color: string) => [
      { label: t(`stats.report.${key}`), color, values: drawn.map(row => row[key]) },
    ]
    return {
      scans: of('scans', colorPrimary),
      checks: of('checks', colorWarning),
      wrongChecks: of('wrongChecks', colorError),
    }
  }, [drawn, t, colorPrimary, colorWarning, colorError])
  const beyond =
    data.total > data.rows.length &&
    t('stats.report.of', { n: data.rows.length, all: formatNumber(data.total, t.language) })
  const boxes = pictures.map(({ of, title, fileName = title }) => (
    <ChartBox
      key={of}
      title={title}
      fileName={`${fileName} ${data.from} ${data.to}`}
      height={barsHeight(drawn.length, 1)}
    >
      <BarChart labels={labels} series={series[of]} />
    </ChartBox>
  ))
  return (
    <>
      {data.rows.length === 0 ? (
        <section className="tm-tile-box">
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
        </section>
      ) : (
        <>
          {children}
          {boxes.length > 1 ? <div className="tm-stats-two">{boxes}</div> : boxes}
          <FiguresTable
            caption={caption}
            rows={data.rows}
            keyOf={keyOf}
            columns={[{ key: 'name', title: heading, cell }, ...comparedColumns<Row>(t)]}
          />
        </>
      )}
      {(beyond || note) && (
        <p className="tm-muted tm-stats-about">
          {beyond && <span>{beyond}</span>}
          {note && <span>{note}</span>}
        </p>
      )}
    </>
  )
}
