import { PictureOutlined } from '@ant-design/icons'
import { saveBlob } from '@timbermark/client'
import { Button, theme, Tooltip } from 'antd'
import { type CSSProperties, type ReactNode, Suspense, useId, useRef } from 'react'
import { useT } from '../../shell/index.ts'

interface ChartBoxProps {
  title: string
  legend?: readonly { label: string; color: string }[]
  /** Name of the saved picture, without its extension. */
  fileName: string
  /** Height of the picture in px, reserved before it is drawn. */
  height: number
  children: ReactNode
}

/** A chart that is loaded lazily and can be saved as a picture. Its callers show the figures in a table too. */
export function ChartBox({ title, legend, fileName, height, children }: ChartBoxProps) {
  const t = useT()
  const { token } = theme.useToken()
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const save = () => {
    const canvas = container.current?.querySelector('canvas')
    if (!canvas) return
    composePicture(canvas, {
      title,
      legend,
      ink: token.colorText,
      ground: token.colorBgContainer,
      font: token.fontFamily,
    }).toBlob(blob => blob && saveBlob(blob, `${fileName}.png`))
  }
  return (
    <section className="tm-tile-box" aria-labelledby={id}>
      <div className="tm-stats-head">
        <h3 id={id}>{title}</h3>
        <Tooltip title={t('stats.report.picture')}>
          <Button size="small" icon={<PictureOutlined />} aria-label={t('stats.report.picture')} onClick={save} />
        </Tooltip>
      </div>
      {legend && (
        <p className="tm-stats-legend" aria-hidden>
          {legend.map(({ label, color }) => (
            <span key={label} className="tm-legend" style={{ '--series': color } as CSSProperties}>
              {label}
            </span>
          ))}
        </p>
      )}
      <div ref={container} className="tm-stats-picture" style={{ height }}>
        <Suspense fallback={null}>{children}</Suspense>
      </div>
    </section>
  )
}

interface Paper {
  title: string
  legend?: readonly { label: string; color: string }[]
  ink: string
  ground: string
  font: string
}

/** The picture on an opaque background with its title and legend above, ready for a report. */
function composePicture(
  canvas: HTMLCanvasElement,
  { title, legend = [], ink, ground, font }: Paper,
): HTMLCanvasElement {
  const scale = canvas.width / Math.max(1, canvas.clientWidth)
  const edge = 16 * scale
  const head = (legend.length > 0 ? 64 : 40) * scale
  const sheet = document.createElement('canvas')
  sheet.width = canvas.width + 2 * edge
  sheet.height = canvas.height + head + edge
  const pen = sheet.getContext('2d')!
  pen.fillStyle = ground
  pen.fillRect(0, 0, sheet.width, sheet.height)
  pen.fillStyle = ink
  pen.font = `600 ${16 * scale}px ${font}`
  pen.fillText(title, edge, 28 * scale)
  pen.font = `${12 * scale}px ${font}`
  let at = edge
  for (const { label, color } of legend) {
    pen.fillStyle = color
    pen.fillRect(at, 45 * scale, 18 * scale, 3 * scale)
    pen.fillStyle = ink
    pen.fillText(label, at + 24 * scale, 50 * scale)
    at += 40 * scale + pen.measureText(label).width
  }
  pen.drawImage(canvas, edge, head)
  return sheet
}
