import { describe, expect, test } from 'vitest'
import {
  checkShape,
  checkShapeText,
  mostPositions,
  type PlotFaultKey,
  plotFaults,
  plotRepairs,
} from '../src/plot/index.ts'

const square = [
  [10, 0],
  [10.01, 0],
  [10.01, 0.01],
  [10, 0.01],
  [10, 0],
]
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings })

/** Many positions on a circle of a tenth of a degree. */
const circle = (n: number) =>
  Array.from({ length: n + 1 }, (_, at) => {
    const angle = ((at % n) / n) * 2 * Math.PI
    return [10 + Math.round(1e5 * Math.cos(angle)) / 1e6, Math.round(1e5 * Math.sin(angle)) / 1e6]
  })

/** One shape, or several, for each fault. */
const faulty: Record<Exclude<PlotFaultKey, 'pointArea'>, unknown[]> = {
  notGeometry: [
    null,
    1,
    'x',
    {},
    { type: 'Circle' },
    { type: 'MultiPolygon', coordinates: [] },
    { type: 'FeatureCollection', features: [] },
  ],
  lineType: [
    { type: 'LineString', coordinates: square },
    { type: 'MultiLineString', coordinates: [square] },
  ],
  notNumber: [
    { type: 'Point', coordinates: [[10, 0]] },
    { type: 'Point', coordinates: [Number.NaN, 1] },
    { type: 'Point', coordinates: ['10', '0'] },
    { type: 'Point', coordinates: [Number.POSITIVE_INFINITY, 1] },
    { type: 'Point', coordinates: [10] },
  ],
  range: [
    { type: 'Point', coordinates: [1e308, 0] },
    { type: 'Point', coordinates: [181, 0] },
    { type: 'Point', coordinates: [100, 91] },
  ],
  swapped: [{ type: 'Point', coordinates: [-1.5, 112.25] }],
  tooManyPositions: [
    polygon(circle(mostPositions + 10)),
    { type: 'MultiPolygon', coordinates: Array.from({ length: mostPositions }, () => [square]) },
  ],
  tooFewPositions: [polygon(square.slice(0, 2)), polygon([]), polygon([square[0], square[0], square[0], square[0]])],
  straight: [
    polygon([
      [10, 0],
      [10.01, 0.01],
      [10.02, 0.02],
      [10, 0],
    ]),
  ],
  crossing: [
    // A bow tie, a spike, and a ring inside of another.
    polygon([
      [10, 0],
      [10.01, 0.01],
      [10.01, 0],
      [10, 0.01],
      [10, 0],
    ]),
    polygon([
      [10, 0],
      [10.01, 0],
      [10.02, 0],
      [10.01, 0],
      [10.01, 0.01],
      [10, 0],
    ]),
    {
      type: 'MultiPolygon',
      coordinates: [[square], [square.map(([x, y]) => [10.005 + (x! - 10) / 10, 0.005 + y! / 10])]],
    },
  ],
  hole: [
    polygon(
      square,
      square.map(([x, y]) => [10.005 + (x! - 10) / 10, 0.005 + y! / 10]),
    ),
  ],
  roundingJoins: [
    polygon([
      [10, 0],
      [10.01, 0],
      [10.0100001, 0],
      [10.01, 0.01],
      [10, 0],
    ]),
  ],
  dateLine: [
    polygon([
      [179.99, 0],
      [-179.99, 0],
      [-179.99, 0.01],
      [179.99, 0.01],
      [179.99, 0],
    ]),
  ],
  tooWide: [
    polygon([
      [10, 0],
      [30, 0],
      [30, 0.01],
      [10, 0.01],
      [10, 0],
    ]),
  ],
}

describe('faults of a shape', () => {
  test.each(Object.entries(faulty))('%s', (fault, shapes) => {
    for (const shape of shapes) expect(checkShape(shape).faults?.map(one => one.fault)).toEqual([fault])
  })

  test('every fault has a case', () => {
    expect(Object.keys(faulty)).toEqual(plotFaults.filter(fault => fault !== 'pointArea'))
  })

  test('a text that is no JSON, and numbers that JSON cannot hold', () => {
    expect(checkShapeText('{').faults).toEqual([{ fault: 'notGeometry' }])
    expect(checkShapeText('{"type":"Point","coordinates":[1e999,0]}').faults).toEqual([{ fault: 'notNumber', at: 1 }])
    expect(checkShapeText('{"type":"Point","coordinates":[NaN,0]}').faults).toEqual([{ fault: 'notGeometry' }])
  })

  test('half a million positions are refused at once', () => {
    const shape = polygon(circle(500_000))
    const start = performance.now()
    expect(checkShape(shape).faults).toEqual([{ fault: 'tooManyPositions' }])
    expect(performance.now() - start).toBeLessThan(500)
  })
})

describe('repairs leave shape and area alone', () => {
  const area = checkShape(polygon(square)).shape!.area
  const repaired = {
    closed: polygon(square.slice(0, -1)),
    repeated: polygon([square[0], square[1], square[1], ...square.slice(2)]),
    rounded: polygon([[10.0000000001, 0], ...square.slice(1, -1), [10.0000000001, 0]]),
    altitude: polygon(square.map(position => [...position, 250])),
  }

  test.each(Object.entries(repaired))('%s', (repair, shape) => {
    expect(checkShape(shape)).toMatchObject({ shape: { area, positions: 5, repairs: [repair] } })
  })

  test('every repair has a case, and a good shape needs none', () => {
    expect(Object.keys(repaired)).toEqual([...plotRepairs])
    expect(checkShape({ type: 'Feature', geometry: polygon(square) }).shape!.repairs).toEqual([])
  })
})

test('the area is geodesic: one degree at the equator, either way round', () => {
  // 12308778361.469 m2 by GeographicLib's Planimeter.
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ]
  expect(checkShape(polygon(ring)).shape!.area).toBeCloseTo(1_230_877.8361, 3)
  expect(checkShape(polygon(ring.toReversed())).shape!.area).toBeCloseTo(1_230_877.8361, 3)
})

test('ten thousand positions of a circle, and of a comb, are checked in well under a second', () => {
  const comb = Array.from({ length: 9990 }, (_, at) => [10 + at * 1e-5, at % 2 ? 0.05 : 0.001])
  const rings = [
    circle(9990),
    [[10, 0], ...comb, [10 + 9990e-5, 0], [10, 0]].map(([x, y]) => [Math.round(x! * 1e6) / 1e6, y]),
  ]
  for (const ring of rings) {
    const start = performance.now()
    expect(checkShape(polygon(ring)).shape).toBeDefined()
    expect(performance.now() - start).toBeLessThan(1500)
  }
})
