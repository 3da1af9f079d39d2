import { formatNumber } from '@timbermark/client'
import { Empty, theme } from 'antd'
import { lazy, type ReactNode, useMemo } from 'react'
import { useT } from '../../../shell/index.ts'
import { barsHeight } from './bars-height.ts'
import { ChartBox } from '../../../entity/values/chart-box.tsx'
import { type ComparedRow, comparedColumns } from './compared-columns.tsx'
import { FiguresTable } from '../../../entity/values/figures-table.tsx'

const BarChart = lazy(() => import('./bar-chart.tsx'))

export type Counted = 'scans' | 'checks' | 'wrongChecks'

/** Maximum number of bars in a chart; the table below has all rows. */
const maxBars = 15

interface RankingProps<Row extends ComparedRow> {
  data: { from: string; to: string; total: number; rows: readonly Row[] }
  /** Name of the table, and of the saved pictures unless they have names of their own. */
  caption: string
  /** One chart for each entry. */
  pictures: readonly { of: Counted; title: string; fileName?: string }[]
  keyOf: (row: Row) => string
  /** Label of a bar. The function must stay the same while the labels do. */
  nameOf: (row: Row) => string
  /** Heading and cell of the first column. */
  heading: string
  cell?: (row: Row) => ReactNode
  /** Shown when there are no rows. */
  empty: string
  /** Shown between the charts and the table. */
  children?: ReactNode
  /** Shown below, after the number of rows. */
  note?: ReactNode
}

/** The highest counts compared with the period before: as bars, and as a table of all rows. */
export function Ranking<Row extends ComparedRow>(props: RankingProps<Row>) {
  const { data, caption, pictures, keyOf, nameOf, heading, cell = nameOf, empty, children, note } = props
  const t = useT()
  const { token } = theme.useToken()
  const { colorPrimary, colorWarning, colorError } = token
  const barRows = useMemo(() => data.rows.slice(0, maxBars), [data.rows])
  const labels = useMemo(() => barRows.map(nameOf), [barRows, nameOf])
  const series = useMemo(() => {
    const of = (key: Counted, color: string) => [
      { label: t(`stats.report.${key}`), color, values: barRows.map(row => row[key]) },
    ]
    return {
      scans: of('scans', colorPrimary),
      checks: of('checks', colorWarning),
      wrongChecks: of('wrongChecks', colorError),
    }
  }, [barRows, t, colorPrimary, colorWarning, colorError])
  const limitNote =
    data.total > data.rows.length &&
    t('stats.report.of', { n: data.rows.length, all: formatNumber(data.total, t.language) })
  const boxes = pictures.map(({ of, title, fileName = title }) => (
    <ChartBox
      key={of}
      title={title}
      fileName={`${fileName} ${data.from} ${data.to}`}
      height={barsHeight(barRows.length, 1)}
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
      {(limitNote || note) && (
        <p className="tm-muted tm-stats-about">
          {limitNote && <span>{limitNote}</span>}
          {note && <span>{note}</span>}
        </p>
      )}
    </>
  )
}
