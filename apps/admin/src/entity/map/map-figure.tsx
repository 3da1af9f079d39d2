import { FullscreenExitOutlined, ZoomInOutlined, ZoomOutOutlined } from '@ant-design/icons'
import { Button, Empty, Skeleton, Tooltip } from 'antd'
import { type CSSProperties, lazy, Suspense, useCallback, useId, useRef, useState } from 'react'
import { formatNumber } from '@timbermark/client'
import { useT } from '../../shell/index.ts'
import { ErrorBoundary } from '../../shell/frame/error-boundary.tsx'
import type { MapArea, MapHandle, MapPoint } from './map-types.ts'
import './map.css'

const MapCanvas = lazy(() => import('./map-canvas.tsx'))

interface MapFigureProps {
  /** What the map shows, as a sentence for screen readers. */
  label: string
  /** The points in the order of their numbers; the first thirty show their number. */
  points: readonly MapPoint[]
  /** A sequence of indexes into `points`, joined by lines. */
  route?: readonly number[]
  areas?: readonly MapArea[]
  /** Formats a value with its unit: "12 scans". */
  formatValue?: (value: number) => string
  /** Height of the picture, px. */
  height?: number
  /** Text instead of a map without content. */
  empty: string
  /** The selected place, when the caller controls it. */
  selected?: string | undefined
  onSelect?: (key: string | undefined) => void
}

const none: readonly never[] = []
const step = 1.6

/**
 * A map without any online service: outlines, points, lines and shaded areas, with the same places as a list whose
 * entries select them on the map.
 */
export function MapFigure({
  label,
  points,
  route = none,
  areas = none,
  formatValue,
  height = 360,
  empty,
  selected: controlled,
  onSelect,
}: MapFigureProps) {
  const t = useT()
  const id = useId()
  const map = useRef<MapHandle>(null)
  const [uncontrolled, setUncontrolled] = useState<string>()
  const selected = onSelect ? controlled : uncontrolled
  const formatCount = useCallback((value: number) => formatNumber(value, t.language), [t.language])
  const valueText = formatValue ?? formatCount
  const choose = (key: string) => {
    const next = key === selected ? undefined : key
    if (onSelect) onSelect(next)
    else setUncontrolled(next)
  }
  if (points.length + areas.length === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} className="tm-map-empty" />
  const selectedPoint = points.find(({ key }) => key === selected)
  const tools = [
    { key: 'zoomIn', icon: <ZoomInOutlined />, run: () => map.current?.zoom(step) },
    { key: 'zoomOut', icon: <ZoomOutOutlined />, run: () => map.current?.zoom(1 / step) },
    { key: 'whole', icon: <FullscreenExitOutlined />, run: () => map.current?.showAll() },
  ] as const
  return (
    <figure className="tm-map" aria-labelledby={id} style={{ '--map-height': `${height}px` } as CSSProperties}>
      <figcaption id={id} className="tm-visually-hidden">
        {label}
      </figcaption>
      <div className="tm-map-picture">
        <ErrorBoundary>
          <Suspense fallback={<Skeleton.Node active className="tm-map-waiting" />}>
            <MapCanvas
              ref={map}
              points={points}
              route={route}
              areas={areas}
              formatValue={valueText}
              selected={selected}
              onSelect={choose}
            />
          </Suspense>
        </ErrorBoundary>
        <div className="tm-map-tools" role="toolbar" aria-label={t('map.tools')}>
          {tools.map(({ key, icon, run }) => (
            <Tooltip key={key} title={t(`map.${key}`)} placement="left">
              <Button size="small" icon={icon} aria-label={t(`map.${key}`)} onClick={run} />
            </Tooltip>
          ))}
        </div>
      </div>
      {points.length > 0 && (
        <ol className="tm-map-places" aria-label={t('map.places')}>
          {points.map(({ key, name, value, tone, more }, index) => (
            <li key={key}>
              <button type="button" aria-pressed={key === selected} onClick={() => choose(key)}>
                <span className={tone === 'warning' ? 'tm-map-number tm-map-warning' : 'tm-map-number'}>
                  {index + 1}
                </span>
                <span className="tm-map-name">
                  {name}
                  {more && <span className="tm-muted">{more}</span>}
                </span>
                <span className="tm-number">{formatCount(value)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="tm-visually-hidden">
        {selectedPoint ? `${selectedPoint.name}: ${valueText(selectedPoint.value)}` : ''}
      </p>
    </figure>
  )
}
