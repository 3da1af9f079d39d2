import { expect, test } from 'vitest'
import { splitForMap } from './map-places.ts'

test('places that a map cannot show are counted', () => {
  const place = { scans: 3, checks: 0, wrongChecks: 0, area: null, longitude: null, latitude: null }
  const places = [
    { ...place, name: 'Hangzhou', longitude: 120.2, latitude: 30.3 },
    { ...place, name: 'Owendo' },
    { ...place, name: 'Gabon', area: 'GA' },
    { ...place, name: 'Port-Gentil', scans: 0 },
  ]
  const { points, areas, unmapped } = splitForMap(places, 'scans', ({ name }) => name)
  expect([points.map(({ name }) => name), areas.map(({ name }) => name), unmapped]).toEqual([
    ['Hangzhou'],
    ['Gabon'],
    1,
  ])
})
