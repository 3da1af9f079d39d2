import { color } from 'echarts/core'
import text from 'virtual:outlines'
import { type Box, diameterOf, extentOf, legsOf, shadeOf } from './extent.ts'
import type { Drawing } from './map-types.ts'

type Outline = { properties: { name: string }; geometry: { type: string; coordinates: number[][][][] } }
const drawn = JSON.parse(text) as { features: Outline[] }

/** ISO country codes of parts of China, and their province codes. */
const partsOfChina: Record<string, string> = { TW: '710000', HK: '810000', MO: '820000' }

/** The outlines that draw an area: a country has one, China is drawn by its provinces. */
function outlinesOf(code: string): string[] {
  if (code !== 'CN') return [partsOfChina[code] ?? code]
  return drawn.features.map(({ properties }) => properties.name).filter(name => /^\d{6}$/.test(name))
}

/** The bounding box of an outline's largest part. Remote islands (overseas territories) would make it the world. */
function boxOf(name: string): Box[] {
  const outline = drawn.features.find(one => one.properties.name === name && one.geometry.type === 'MultiPolygon')
  const boxes = (outline?.geometry.coordinates ?? []).map(([outer = []]): Box => {
    const [xs, ys] = [outer.map(([x = 0]) => x), outer.map(([, y = 0]) => y)]
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  })
  const size = ([west, south, east, north]: Box) => (east - west) * (north - south)
  return boxes.toSorted((a, b) => size(b) - size(a)).slice(0, 1)
}

/** How many points show a number, and a name where there is room. */
const numbered = 30

/** Resolved colours and font, as a canvas needs them. */
type Look = Record<
  | 'colorPrimary'
  | 'colorWarning'
  | 'colorBgContainer'
  | 'colorFillSecondary'
  | 'colorBorder'
  | 'colorTextQuaternary'
  | 'colorText'
  | 'fontFamily',
  string
> & { motion: boolean }

/** Index of the series of points. */
export const pointSeries = 1

/** The lines of a route. */
function routeSeries({ points, route }: Drawing, { colorPrimary }: Look) {
  return {
    type: 'lines',
    coordinateSystem: 'geo',
    silent: true,
    z: 2,
    symbol: ['none', 'arrow'],
    symbolSize: 9,
    lineStyle: { color: colorPrimary, width: 1.8, opacity: 0.65, curveness: 0.18 },
    data: legsOf(route).flatMap(([from, to]) => {
      const [a, b] = [points[from], points[to]]
      if (!a || !b) return []
      return [
        {
          coords: [
            [a.longitude, a.latitude],
            [b.longitude, b.latitude],
          ],
        },
      ]
    }),
  }
}

/** The points, with their numbers and tooltips. */
function pointsSeries({ points, selected }: Drawing, look: Look, valueLine: (name: string, value: number) => string) {
  const { colorPrimary, colorWarning, colorBgContainer, colorText, fontFamily } = look
  const most = mostOf(points)
  return {
    type: 'scatter',
    coordinateSystem: 'geo',
    z: 3,
    // The largest points are drawn first, below the others.
    data: points.map(({ key, name, longitude, latitude, value, tone }, index) => ({
      key,
      name,
      value: [longitude, latitude, value],
      symbolSize: diameterOf(value, most),
      itemStyle: {
        color: tone === 'warning' ? colorWarning : colorPrimary,
        opacity: 0.88,
        borderColor: key === selected ? colorText : colorBgContainer,
        borderWidth: key === selected ? 3.5 : 1.5,
      },
      label: { show: index < numbered, formatter: String(index + 1) },
    })),
    label: { color: '#fff', fontWeight: 600, fontSize: 12, fontFamily },
    tooltip: {
      formatter: ({ name, value }: { name: string; value: number[] }) => valueLine(name, value[2] ?? 0),
    },
  }
}

/** The names of the numbered points, where there is room. @param middle longitude of the middle of the map */
function namesSeries({ points }: Drawing, { colorText, colorBgContainer, fontFamily }: Look, middle: number) {
  const most = mostOf(points)
  return {
    type: 'scatter',
    coordinateSystem: 'geo',
    silent: true,
    z: 4,
    data: points.slice(0, numbered).map(({ name, longitude, latitude, value }) => ({
      name,
      value: [longitude, latitude],
      symbolSize: diameterOf(value, most),
      // A name extends towards the middle of the picture.
      label: { position: longitude > middle ? 'left' : 'right' },
    })),
    itemStyle: { color: 'transparent' },
    label: {
      show: true,
      distance: 3,
      formatter: ({ name }: { name: string }) => (name.length > 22 ? `${name.slice(0, 21)}…` : name),
      color: colorText,
      textBorderColor: colorBgContainer,
      textBorderWidth: 3,
      fontSize: 12,
      fontFamily,
    },
    labelLayout: { hideOverlap: true },
  }
}

const mostOf = (entries: readonly { value: number }[]) => Math.max(1, ...entries.map(({ value }) => value))

/** The library's options for a map: outlines, shaded areas, routes, numbered points, names. */
export function mapOption(drawing: Drawing, look: Look, ratio: number) {
  const { points, areas, formatValue } = drawing
  const { colorPrimary, colorBgContainer, colorBorder, colorText, fontFamily } = look
  const mostOfArea = mostOf(areas)
  const regions = areas.flatMap(({ code, name, value }) => outlinesOf(code).map(outline => ({ outline, name, value })))
  const corners = extentOf(
    points,
    regions.flatMap(({ outline }) => boxOf(outline)),
    ratio,
  )
  const middle = (corners[0][0] + corners[1][0]) / 2
  const named = new Map(regions.map(region => [region.outline, region]))
  const valueLine = (name: string, value: number) => `${name}: ${formatValue(value)}`
  return {
    animation: look.motion,
    animationDuration: 250,
    textStyle: { fontFamily },
    tooltip: {
      // Text alone: names are never read as markup.
      renderMode: 'richText',
      confine: true,
      backgroundColor: colorBgContainer,
      borderColor: colorBorder,
      textStyle: { color: colorText, fontFamily, fontSize: 13 },
    },
    geo: {
      map: 'outlines',
      roam: 'move',
      scaleLimit: { min: 0.5, max: 40 },
      boundingCoords: corners,
      left: 0,
      right: 0,
      top: 0,
      bottom: 0,
      silent: regions.length === 0,
      itemStyle: { areaColor: look.colorFillSecondary, borderColor: look.colorTextQuaternary, borderWidth: 0.6 },
      emphasis: { disabled: true },
      select: { disabled: true },
      tooltip: {
        show: regions.length > 0,
        formatter: ({ name }: { name: string }) => {
          const region = named.get(name)
          return region ? valueLine(region.name, region.value) : ''
        },
      },
      regions: regions.map(({ outline, value }) => ({
        name: outline,
        itemStyle: { areaColor: color.modifyAlpha(colorPrimary, shadeOf(value, mostOfArea)) },
      })),
    },
    series: [routeSeries(drawing, look), pointsSeries(drawing, look, valueLine), namesSeries(drawing, look, middle)],
  }
}
