import { loadPlaces } from './places.ts'

/** Outlines are right to some 20 km: a point counts as elsewhere when nothing of the named country is this near; degrees. */
const near = 0.3

const around = [-near, 0, near]

/** Customs territories of one country, which a report may call by either name. */
const china = ['CN', 'HK', 'MO', 'TW']

/** Where a point lies when it is clearly not in the country named. */
export type Elsewhere = (point: readonly [longitude: number, latitude: number], country: string) => string | undefined

/** Reads the outlines; without them nothing is elsewhere. */
export async function loadElsewhere(): Promise<Elsewhere> {
  const places = await loadPlaces().catch(() => undefined)
  return ([longitude, latitude], country) => {
    const found = places?.placeOf(longitude, latitude)?.country
    if (!places || found === undefined || found === country) return undefined
    if (china.includes(found) && china.includes(country)) return undefined
    const touches = around.some(east =>
      around.some(north => places.placeOf(longitude + east, latitude + north)?.country === country),
    )
    return touches ? undefined : found
  }
}
