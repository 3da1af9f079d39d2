import { loadPlaces } from './places.ts'

/** Outlines are exact to some 20 km: a point is in another country only if the named country is farther away than this; degrees. */
const tolerance = 0.3

const offsets = [-tolerance, 0, tolerance]

/** Customs territories of one country; a report may use either code. */
const china = ['CN', 'HK', 'MO', 'TW']

/** Returns the country of a point when it is clearly not the named one. */
export type FindOtherCountry = (
  point: readonly [longitude: number, latitude: number],
  country: string,
) => string | undefined

/** Loads the outlines; without them the function never finds another country. */
export async function loadFindOtherCountry(): Promise<FindOtherCountry> {
  const places = await loadPlaces().catch(() => undefined)
  return ([longitude, latitude], country) => {
    const actual = places?.placeOf(longitude, latitude)?.country
    if (!places || actual === undefined || actual === country) return undefined
    if (china.includes(actual) && china.includes(country)) return undefined
    const touches = offsets.some(east =>
      offsets.some(north => places.placeOf(longitude + east, latitude + north)?.country === country),
    )
    return touches ? undefined : actual
  }
}

/** Loads a test for the open sea, farther from every outline than piers and anchorages are; without the outlines it is always false. */
export async function loadIsOpenSea(): Promise<(point: readonly [longitude: number, latitude: number]) => boolean> {
  const places = await loadPlaces().catch(() => undefined)
  return ([longitude, latitude]) => places !== undefined && places.placeOf(longitude, latitude) === null
}
