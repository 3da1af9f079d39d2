import { theme } from 'antd'
import { LinesChart, ScatterChart } from 'echarts/charts'
import { GeoComponent, TooltipComponent } from 'echarts/components'
import { type EChartsType, init, registerMap, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import text from 'virtual:outlines'
import { mapOption, pointSeries } from './map-option.ts'
import type { Drawing, MapHandle } from './map-types.ts'

use([GeoComponent, TooltipComponent, ScatterChart, LinesChart, LabelLayout, CanvasRenderer])
// The map component must be registered first.
registerMap('outlines', { geoJSON: text, specialAreas: {} })

interface MapCanvasProps extends Drawing {
  onSelect: (key: string) => void
  ref?: Ref<MapHandle>
}

/** Rounded to tenths, so that an appearing scroll bar changes nothing. */
const ratioOf = (chart: EChartsType) =>
  Math.max(0.2, Math.round((chart.getWidth() / Math.max(1, chart.getHeight())) * 10) / 10)

/** The picture of a map. It is hidden from screen readers; the caller also lists the places as text. */
export default function MapCanvas({ points, route, areas, formatValue, selected, onSelect, ref }: MapCanvasProps) {
  const { token } = theme.useToken()
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(undefined)
  const [ratio, setRatio] = useState(2)
  const select = useRef(onSelect)
  useEffect(() => {
    select.current = onSelect
  }, [onSelect])

  useEffect(() => {
    if (!box.current) return
    const instance = init(box.current, null, { renderer: 'canvas' })
    chart.current = instance
    instance.on('click', ({ data }) => {
      const key = (data as { key?: string } | undefined)?.key
      if (key !== undefined) select.current(key)
    })
    const observer = new ResizeObserver(() => {
      instance.resize()
      setRatio(ratioOf(instance))
    })
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      instance.dispose()
    }
  }, [])

  useEffect(() => {
    const drawing = { points, route, areas, formatValue, selected }
    chart.current?.setOption(mapOption(drawing, token, ratio), { replaceMerge: ['series'] })
  }, [points, route, areas, formatValue, selected, token, ratio])

  // A place chosen in the list shows its tooltip on the map.
  useEffect(() => {
    const index = points.findIndex(({ key }) => key === selected)
    if (index >= 0) chart.current?.dispatchAction({ type: 'showTip', seriesIndex: pointSeries, dataIndex: index })
    else chart.current?.dispatchAction({ type: 'hideTip' })
  }, [points, selected])

  useImperativeHandle(ref, () => ({
    zoom: factor => {
      const instance = chart.current
      instance?.dispatchAction({
        type: 'geoRoam',
        componentType: 'geo',
        geoIndex: 0,
        zoom: factor,
        originX: instance.getWidth() / 2,
        originY: instance.getHeight() / 2,
      })
    },
    showAll: () => chart.current?.setOption({ geo: { zoom: 1, center: null } }),
  }))
  return <div ref={box} className="tm-map-canvas" aria-hidden />
}
