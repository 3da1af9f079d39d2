import { expect, test } from 'vitest'
import { drawMap } from './draw-map.ts'

const place = (longitude: number, latitude: number, visits = 1) => ({ longitude, latitude, visits })

test('places stand in proportion: as far apart as they are, north above, east right', () => {
  const [hangzhou, beijing] = [place(120.16, 30.27), place(116.41, 39.9, 4)]
  const { points, scale, width, height } = drawMap([hangzhou, beijing])
  const [a, b] = points as [(typeof points)[0], (typeof points)[0]]
  expect(b.y).toBeLessThan(a.y)
  expect(b.x).toBeLessThan(a.x)
  expect(b.radius).toBeGreaterThan(a.radius)
  // 1,120 km on the shortest way.
  const km = (Math.hypot(a.x - b.x, a.y - b.y) / scale.width) * scale.km
  expect(Math.abs(km - 1120)).toBeLessThan(30)
  for (const { x, y } of points) {
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(width)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(height)
  }
})

test('one place stands in the middle, and places on both sides of the world fit', () => {
  const one = drawMap([place(9.45, 0.39)])
  expect(one.points).toEqual([{ x: one.width / 2, y: one.height / 2, radius: 18 }])
  expect(one.scale.width).toBeGreaterThan(10)
  const far = drawMap([place(-170, -40), place(170, 60)])
  expect(far.points.every(({ x, y }) => x > 0 && x < far.width && y > 0 && y < far.height)).toBe(true)
  expect(far.lines.length).toBeLessThan(30)
})
