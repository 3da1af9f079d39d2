import type { LocationSettings } from '../../../platform/settings.ts'
import { listDistricts, type ServiceDistrict, toWgs84 } from '../../place/location-service.ts'
import { type Division, shortNameOf } from './division-source.ts'

/**
 * Divisions as the location service lists them, parents before children. Children are found by the indexes that their
 * parent names, not by the digits of their codes, because directly administered counties break that rule.
 * @throws LocationServiceError
 */
export async function readServiceDivisions(settings: LocationSettings, signal: AbortSignal): Promise<Division[]> {
  return divisionsOf(await listDistricts(settings, signal))
}

/** @throws RangeError when a list names missing children */
export function divisionsOf(lists: readonly (readonly ServiceDistrict[])[]): Division[] {
  const rows = new Map<string, Division>()
  const addDistrict = (district: ServiceDistrict, parent: Division | undefined): Division | undefined => {
    // A county without a city is listed a second time below itself, under an unofficial code.
    if (!/^\d{6}$/.test(district.id) || rows.has(district.id) || parent?.level === 3) return undefined
    const [longitude, latitude] = district.location ? toWgs84(district.location) : [null, null]
    const level = district.id.endsWith('0000') ? 1 : district.id.endsWith('00') ? 2 : 3
    const row: Division = {
      cityId: Number(district.id),
      shortName: district.name || (level === 3 ? shortNameOf(district.fullname) : district.fullname),
      fullName: district.fullname,
      level,
      parentId: parent?.cityId ?? 0,
      longitude,
      latitude,
    }
    rows.set(district.id, row)
    return row
  }
  const walk = (depth: number, place: number, parent: Division | undefined): void => {
    const district = lists[depth]?.[place]
    if (!district) throw new RangeError(`There is no entry ${place} in list ${depth}`)
    const row = addDistrict(district, parent)
    if (!row || !district.cidx) return
    for (let child = district.cidx[0]; child <= district.cidx[1]; child++) walk(depth + 1, child, row)
  }
  for (let place = 0; place < (lists[0]?.length ?? 0); place++) walk(0, place, undefined)
  return [...rows.values()].sort((a, b) => a.level - b.level || a.cityId - b.cityId)
}
