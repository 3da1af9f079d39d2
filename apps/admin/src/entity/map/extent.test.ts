import { expect, test } from 'vitest'
import { type Corners, diameterOf, extentOf, legsOf, shadeOf } from './extent.ts'

const spot = (longitude: number, latitude: number) => ({ longitude, latitude })
const holds = ([[west, north], [east, south]]: Corners, x: number, y: number) =>
  west < x && x < east && south < y && y < north

test.each([0.5, 1, 3])(
  'a map of ratio %s holds all that is put on it, and one place within its surroundings',
  ratio => {
    const both = extentOf([spot(120.16, 30.27), spot(9.45, 0.39)], [], ratio)
    expect(holds(both, 120.16, 30.27)).toBe(true)
    expect(holds(both, 9.45, 0.39)).toBe(true)
    const [[west, north], [east, south]] = extentOf([spot(9.45, 0.39)], [], ratio)
    expect([(west + east) / 2, (south + north) / 2]).toEqual([expect.closeTo(9.45), expect.closeTo(0.39)])
    expect(north - south).toBeCloseTo(9)
    expect(holds(extentOf([], [[73, 18, 135, 54]], ratio), 74, 53)).toBe(true)
    expect(holds(extentOf([], [], ratio), -70, -50), 'nothing is the world').toBe(true)
  },
)

test('a picture is as wide as what it shows: degrees of longitude are narrower in the north', () => {
  const [[west, north], [east, south]] = extentOf([spot(10, 60)], [], 2)
  expect(((east - west) * 0.5) / (north - south)).toBeCloseTo(2)
  const [[w, n], [e, s]] = extentOf([], [[90, -5, 130, 5]], 2)
  expect((e - w) / (n - s)).toBeCloseTo(2)
})

test('points grow by their area, and an area with something differs from one with nothing', () => {
  expect(diameterOf(100, 100)).toBeGreaterThan(diameterOf(25, 100))
  expect(diameterOf(0, 0)).toBe(18)
  expect(shadeOf(0, 10)).toBe(0)
  expect(shadeOf(1, 1_000_000)).toBeGreaterThan(0.14)
  expect(shadeOf(10, 10)).toBeCloseTo(0.6)
})

test('a route has a leg for each change of place', () => {
  expect(legsOf([0, 0, 1, 1, 0])).toEqual([
    [0, 1],
    [1, 0],
  ])
  expect(legsOf([2])).toEqual([])
})
