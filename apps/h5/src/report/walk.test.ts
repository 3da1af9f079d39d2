import { mostPositions } from '@timbermark/contract/plot'
import { describe, expect, it, test } from 'vitest'
import { newPlot, plotBody, proposedNumber } from './local-plot.ts'
import { checkPlot, hectaresOf } from './plot-check.ts'
import {
  accuracyOf,
  advanceWalk,
  geometryOf,
  mostWalked,
  newWalk,
  perimeterOf,
  type Walk,
  type WalkEvent,
} from './walk.ts'

/** A degree on the equator is about 111 km: 0.0001 degrees are 11 m. */
const fix = (longitude: number, latitude: number, accuracy = 5): WalkEvent => ({
  type: 'fix',
  position: [longitude, latitude],
  accuracy,
})
const walked = (...events: WalkEvent[]): Walk => events.reduce(advanceWalk, newWalk())
const start: WalkEvent = { type: 'start' }
const placesOf = (walk: Walk) => walk.positions.map(({ position }) => position)

/** Around a square of 0.001 degrees. */
const around = [fix(10, 0), fix(10.001, 0), fix(10.001, 0.001), fix(10, 0.001)]

describe('a walk', () => {
  it('takes positions only while it goes on', () => {
    const walk = walked(
      fix(9, 0),
      start,
      fix(10, 0),
      { type: 'pause' },
      fix(10.5, 0),
      { type: 'resume' },
      fix(10.001, 0),
    )
    expect(placesOf(walk)).toEqual([
      [10, 0],
      [10.001, 0],
    ])
    expect(placesOf(advanceWalk(advanceWalk(walk, { type: 'finish' }), fix(11, 0)))).toEqual(placesOf(walk))
  })

  it('leaves out and counts what is less accurate than 30 m', () => {
    const walk = walked(start, fix(10, 0, 30), fix(10.001, 0, 30.1), fix(10.002, 0, 250))
    expect(placesOf(walk)).toEqual([[10, 0]])
    expect(walk.inaccurate).toBe(2)
  })

  it('joins positions closer than three metres, and the more accurate one stays', () => {
    const walk = walked(start, fix(10, 0, 9), fix(10.00001, 0, 4), fix(10.00002, 0, 8), fix(10.00005, 0, 8))
    expect(walk.positions).toEqual([
      { position: [10.00001, 0], accuracy: 4 },
      { position: [10.00005, 0], accuracy: 8 },
    ])
    expect(walk.joined).toBe(2)
  })

  it('takes back the last position, and begins anew', () => {
    const walk = walked(start, ...around, { type: 'undo' })
    expect(placesOf(walk)).toHaveLength(3)
    expect(walked(start, { type: 'undo' }).positions).toEqual([])
    expect(advanceWalk(walk, { type: 'again' })).toEqual(newWalk())
  })

  it('of a single point keeps the most accurate position, however far they are apart', () => {
    const walk = walked({ type: 'mode', mode: 'point' }, start, fix(10, 0, 12), fix(10.001, 0, 4), fix(10.002, 0, 6))
    expect(geometryOf(walk)).toEqual({ type: 'Point', coordinates: [10.001, 0] })
    // The mode is chosen before the first step.
    expect(advanceWalk(walk, { type: 'mode', mode: 'outline' }).mode).toBe('point')
  })

  it('closes the outline, and never has more positions than a plot', () => {
    expect(mostWalked).toBe(mostPositions - 1)
    expect(geometryOf(walked(start, ...around))).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [10, 0],
          [10.001, 0],
          [10.001, 0.001],
          [10, 0.001],
          [10, 0],
        ],
      ],
    })
    const full = {
      ...walked(start),
      positions: Array.from({ length: mostWalked }, () => ({ position: [1, 1] as [number, number], accuracy: 1 })),
    }
    expect(advanceWalk(full, fix(10, 0)).positions).toHaveLength(mostWalked)
  })

  it('knows its area, perimeter, and the worst and the median accuracy', () => {
    const walk = walked(start, fix(10, 0, 4), fix(10.001, 0, 6), fix(10.001, 0.001, 20), fix(10, 0.001, 5))
    expect(hectaresOf(walk)).toBeCloseTo(1.2309, 3)
    expect(perimeterOf(walk)).toBeCloseTo(444.8, 0)
    expect(accuracyOf(walk)).toEqual({ worst: 20, median: 5.5 })
    expect(hectaresOf(walked(start, ...around.slice(0, 2)))).toBeUndefined()
  })
})

describe('a walked plot', () => {
  const plot = newPlot({ id: 'a-b', owner: '7', now: Date.parse('2026-11-30T12:15:00'), country: 'GA' })
  const content = { ...plot.content, name: ' Nzoé ', walk: walked(start, ...around, { type: 'finish' }) }
  const problems = (more: object) => checkPlot({ ...content, ...more }).map(({ at, phrase }) => `${at} ${phrase}`)

  test('has a number of the second and the person, and a body that names its walk', () => {
    expect(proposedNumber('7', new Date('2026-11-30T12:15:00'))).toBe('261130-121500-7')
    expect(plotBody({ ...plot, content })).toMatchObject({
      walkId: 'a-b',
      name: 'Nzoé',
      number: '261130-121500-7',
      worstAccuracy: 5,
      medianAccuracy: 5,
    })
  })

  test('is checked by the rules of the server before it is sent', () => {
    expect(problems({})).toEqual([])
    expect(problems({ name: ' ', number: '', country: '' })).toEqual([
      'name h5.walk.nameMissing',
      'number h5.walk.numberMissing',
      'country h5.walk.countryMissing',
    ])
    expect(problems({ walk: walked(start, ...around) })).toEqual(['walk h5.walk.unfinished'])
    expect(problems({ walk: walked(start, { type: 'finish' }) })).toEqual(['walk h5.walk.none'])
    const bowTie = walked(start, around[0]!, around[2]!, around[1]!, around[3]!, { type: 'finish' })
    expect(problems({ walk: bowTie })).toEqual(['walk error.material.plot.crossing'])
    const line = walked(start, ...around.slice(0, 2), { type: 'finish' })
    expect(problems({ walk: line })).toEqual(['walk error.material.plot.tooFewPositions'])
  })

  test('as a point stands for four hectares at most', () => {
    const walk = walked({ type: 'mode', mode: 'point' }, start, fix(10, 0), { type: 'finish' })
    expect(problems({ walk, declaredArea: '3,5' })).toEqual([])
    expect(plotBody({ ...plot, content: { ...content, walk, declaredArea: '3,5' } }).declaredArea).toBe('3.5')
    expect(problems({ walk, declaredArea: '4.1' })).toEqual(['declaredArea error.material.plot.pointArea'])
    expect(problems({ walk, declaredArea: 'x' })).toEqual(['declaredArea h5.walk.areaUnread'])
  })
})
