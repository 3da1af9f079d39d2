import type { Counted } from './ranking.tsx'

/** A place with what a map needs: its area code, or a point; neither where the position is unknown. */
export interface MapPlace extends Record<Counted, number> {
  area: string | null
  longitude: number | null
  latitude: number | null
}

/** The ranked places as areas and points, and the number of places that the map cannot show. */
export function splitForMap<P extends MapPlace>(places: readonly P[], by: Counted, nameOf: (place: P) => string) {
  const counted = places.filter(place => place[by] > 0)
  const points = counted.flatMap(place => {
    const { area, longitude, latitude } = place
    if (area !== null || longitude === null || latitude === null) return []
    return [{ key: `${longitude} ${latitude}`, name: nameOf(place), longitude, latitude, value: place[by] }]
  })
  const areas = counted.flatMap(place =>
    place.area === null ? [] : [{ code: place.area, name: nameOf(place), value: place[by] }],
  )
  return { points, areas, unmapped: counted.length - points.length - areas.length }
}
