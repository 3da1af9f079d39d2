import { describe, expect, test } from 'vitest'
import { metresFromPlot, type PlotGeometry } from '../src/plot/index.ts'

const square = (west: number, south: number, size = 0.01): [number, number][] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
  [west, south],
]
const polygon = (ring: [number, number][]): PlotGeometry => ({ type: 'Polygon', coordinates: [ring] })

describe('metres from a plot', () => {
  test('0 inside, and the geodesic distance to the nearest side outside', () => {
    const plot = polygon(square(10, 0))
    expect(metresFromPlot(plot, [10.005, 0.005])).toBe(0)
    // A degree on the equator is 111,319.49 m long, and 110,574 m from south to north.
    expect(metresFromPlot(plot, [10.011, 0.005])).toBeCloseTo(111.319, 2)
    expect(metresFromPlot(plot, [10.005, -0.001])).toBeCloseTo(110.574, 2)
    expect(metresFromPlot(plot, [10.011, 0.011])).toBeCloseTo(Math.hypot(111.319, 110.574), 1)
  })

  test('far in the north, where a degree of longitude is half as long', () => {
    expect(metresFromPlot(polygon(square(10, 60)), [10.011, 60.005])).toBeCloseTo(55.79, 1)
  })

  test('the nearest of several outlines', () => {
    const plot: PlotGeometry = { type: 'MultiPolygon', coordinates: [[square(10, 0)], [square(10.1, 0)]] }
    expect(metresFromPlot(plot, [10.105, 0.005])).toBe(0)
    expect(metresFromPlot(plot, [10.099, 0.005])).toBeCloseTo(111.319, 2)
  })

  test('a point counts as the circle of four hectares around it', () => {
    const plot: PlotGeometry = { type: 'Point', coordinates: [10, 0] }
    expect(metresFromPlot(plot, [10.001, 0])).toBe(0)
    expect(metresFromPlot(plot, [10.01, 0])).toBeCloseTo(1113.195 - 112.838, 1)
  })
})
