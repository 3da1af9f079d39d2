import { performance } from 'node:perf_hooks'
import type { PlotShape } from '@timbermark/contract/plot'
import { expect, test } from 'vitest'
import { ShapeComparison } from '../../src/areas/material/plot/compare-shapes.ts'

/** A round outline of 10,000 positions whose edge waves, so that two of them cross at every wave. */
function wavy(west: number, phase: number): Pick<PlotShape, 'geometry' | 'positions'> {
  const positions = 9999
  const ring = Array.from({ length: positions }, (_, at): [number, number] => {
    const angle = (2 * Math.PI * at) / positions
    const radius = 0.5 * (1 + 0.01 * Math.sin((angle * positions) / 4 + phase))
    return [Number((west + radius * Math.cos(angle)).toFixed(6)), Number((radius * Math.sin(angle)).toFixed(6))]
  })
  return { geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]!]] }, positions: positions + 1 }
}

test('large outlines are compared without keeping others waiting', async () => {
  const comparison = new ShapeComparison()
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  const begun = performance.now()
  const area = await comparison.compare(wavy(11, 0), wavy(11.0005, 1))
  clearInterval(timer)
  await comparison.close()
  expect(area).toBeGreaterThan(900_000)
  // Passing a shape to the thread takes some milliseconds; the comparison itself took seconds.
  expect(longest).toBeLessThan((performance.now() - begun) / 2)
})

test('when the time of a call is over, an overlap has no hectares', async () => {
  const comparison = new ShapeComparison(1)
  expect(await comparison.compare(wavy(11, 0), wavy(11.0005, 1))).toBeNull()
  expect(await comparison.compare(wavy(11, 0), wavy(11.0005, 1))).toBeNull()
  await comparison.close()
})
