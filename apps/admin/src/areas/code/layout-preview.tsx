import { type LabelDesign, labelPapers, layOutDesign, type SheetLayout } from '@timbermark/contract'
import { Form } from 'antd'
import { useId } from 'react'
import { useT } from '../../shell/index.ts'
import { modulesHere } from './symbol-modules.ts'

const isMeasure = (value: unknown) => Number.isFinite(Number(value)) && Number(value) >= 0

/** The design, once it is complete enough to draw. */
function toDrawable(values: Partial<LabelDesign>): LabelDesign | undefined {
  const { paper, errorLevel, dpi, columns, rows, marginTop, marginBottom, marginSide, gapX, gapY } = values
  if (!errorLevel || !dpi) return undefined
  if (!paper || (paper !== 'own' && !(paper in labelPapers))) return undefined
  if (paper === 'own' && !(Number(values.width) >= 15 && Number(values.height) >= 15)) return undefined
  if (!(Number(columns) >= 1 && Number(columns) <= 20 && Number(rows) >= 1 && Number(rows) <= 50)) return undefined
  return [marginTop, marginBottom, marginSide, gapX, gapY].every(isMeasure) ? (values as LabelDesign) : undefined
}

/** The sheet as it will be printed, drawn again with every change of the form, from the measures that the server prints by. */
export function LayoutPreview({ withSecurity }: { withSecurity: boolean }) {
  const t = useT()
  const values = (Form.useWatch(all => all, Form.useFormInstance()) ?? {}) as Partial<LabelDesign> & {
    logo?: unknown[]
  }
  const design = toDrawable(values)
  const layout = design && layOutDesign(design, withSecurity, modulesHere(design))
  return (
    <figure className="tm-form-wide tm-layout-preview">
      {layout && layout.cell.width > 4 && layout.cell.height > 4 ? (
        <Sheet design={design} layout={layout} withSecurity={withSecurity} logo={(values.logo?.length ?? 0) > 0} />
      ) : (
        <p className="tm-muted">{t('code.label-layout.noPreview')}</p>
      )}
      {layout && (
        <figcaption className="tm-muted" role="status">
          {t('code.label-layout.measures', {
            n: layout.perPage,
            width: millimetres(layout.cell.width),
            height: millimetres(layout.cell.height),
            symbol: millimetres(layout.symbol.side),
          })}
        </figcaption>
      )}
    </figure>
  )
}

const millimetres = (points: number) => ((points / 72) * 25.4).toFixed(1)

interface SheetProps {
  design: LabelDesign
  layout: SheetLayout
  withSecurity: boolean
  logo: boolean
}

function Sheet({ design, layout, withSecurity, logo }: SheetProps) {
  const t = useT()
  const id = useId()
  const { page, columns, rows, step, cell } = layout
  const places = Array.from({ length: rows * columns }, (_, n) => ({
    x: page.side + (n % columns) * step.x,
    y: page.top + Math.floor(n / columns) * step.y,
  }))
  return (
    <svg
      className="tm-layout-sheet"
      viewBox={`0 0 ${page.width} ${page.height}`}
      role="img"
      aria-label={t('code.label-layout.preview')}
    >
      <defs>
        <g id={id}>
          <Label design={design} layout={layout} withSecurity={withSecurity} logo={logo} />
        </g>
      </defs>
      {design.showHeading && (
        <g fill="#5f6b76">
          <rect x={page.side} y={24} width={page.width * 0.3} height={6} />
          <rect x={page.width - page.side - 50} y={page.height - 25} width={50} height={4} />
        </g>
      )}
      {places.map(({ x, y }) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          {design.cutMarks && (
            <rect
              width={cell.width}
              height={cell.height}
              fill="none"
              stroke="#aeb5bb"
              strokeDasharray="4 3"
              strokeWidth={0.6}
            />
          )}
          <use href={`#${id}`} />
        </g>
      ))}
    </svg>
  )
}

/** The parts of one label in their places; texts are bars, because they are unreadable at this size. */
function Label({ design, layout, withSecurity, logo }: SheetProps) {
  const { pad, qr, symbol, text, code, security } = layout
  const lines = [design.showProduct, design.showBatch, design.showOrigin, design.showDate].filter(Boolean).length
  const logoHeight = logo ? qr * 0.4 : 0
  const module = symbol.side / 21
  const finder = (x: number, y: number) => (
    <g
      key={`${x} ${y}`}
      transform={`translate(${pad.x + symbol.inset + x * module} ${pad.y + symbol.inset + y * module})`}
    >
      <rect width={7 * module} height={7 * module} fill="#000" />
      <rect x={module} y={module} width={5 * module} height={5 * module} fill="#fff" />
      <rect x={2 * module} y={2 * module} width={3 * module} height={3 * module} fill="#000" />
    </g>
  )
  return (
    <>
      <rect x={pad.x + symbol.inset} y={pad.y + symbol.inset} width={symbol.side} height={symbol.side} fill="#c9ced3" />
      {[finder(0, 0), finder(14, 0), finder(0, 14)]}
      {logo && text.width > 0 && (
        <rect x={text.x} y={pad.y} width={Math.min(text.width, qr * 0.8)} height={logoHeight * 0.9} fill="#d9b88f" />
      )}
      {text.width > 0 &&
        Array.from({ length: lines }, (_, n) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name than their place.
            key={n}
            x={text.x}
            y={pad.y + logoHeight + n * text.leading}
            width={text.width * (n % 2 === 0 ? 0.9 : 0.6)}
            height={text.leading * 0.5}
            fill="#5f6b76"
          />
        ))}
      {design.showCode && (
        <rect x={pad.x} y={code.y} width={code.width * 0.9} height={code.size * 0.7} fill="#1f2933" />
      )}
      {withSecurity && design.showSecurity && (
        <rect
          x={pad.x}
          y={security.panelY}
          width={code.width}
          height={security.panelHeight}
          fill="#dde1e4"
          stroke="#aeb5bb"
          strokeWidth={0.5}
        />
      )}
    </>
  )
}
