import type { Counted } from './ranking.tsx'

/** A place with what a map needs to show it: the area that it is, or a point within one; neither where nobody knows. */
export interface Mapped extends Record<Counted, number> {
  area: string | null
  longitude: number | null
  latitude: number | null
}

/** The ranked places as areas and points, and how many of them a map cannot show: its numbers are not the table's then. */
export function onMap<P extends Mapped>(places: readonly P[], by: Counted, nameOf: (place: P) => string) {
  const some = places.filter(place => place[by] > 0)
  const points = some.flatMap(place => {
    const { area, longitude, latitude } = place
    if (area !== null || longitude === null || latitude === null) return []
    return [{ key: `${longitude} ${latitude}`, name: nameOf(place), longitude, latitude, value: place[by] }]
  })
  const areas = some.flatMap(place =>
    place.area === null ? [] : [{ code: place.area, name: nameOf(place), value: place[by] }],
  )
  return { points, areas, left: some.length - points.length - areas.length }
}
