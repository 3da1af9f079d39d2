import { isTimeZone } from '../kinds/time-zones.ts'
import { type Answer, type Cell, quoteCell, refuse, refuseError } from './cell.ts'
import { searchKey } from './name-key.ts'
import { nearestNames } from './nearest.ts'
import { plainSigns } from './plain-signs.ts'

/** Zones of the trade, which are offered before others with the same clock. */
const usualZones = [
  'Asia/Shanghai',
  'Africa/Libreville',
  'Africa/Abidjan',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Asia/Bangkok',
  'Europe/Moscow',
  'America/Sao_Paulo',
] as const
/** Names of the zone of China that are no city of the database. */
const chinese = ['beijing', '北京', '北京时间', '中国标准时间', 'china standard time']

/** What an offset such as `UTC+5:30` looks like. */
const offsetPattern = /^(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?(\d{2}))?$/i
/** Abbreviations such as CST stand for several zones; these two for one. */
const abbreviation = /^(?!UTC$|GMT$)[A-Z]{3,4}$/i

/**
 * Reads a time zone by its IANA name or its city, whatever their case. An offset is no zone, because it does not say when
 * clocks change: the refusal names zones that have it all year.
 */
export function readTimeZone(cell: Cell): Answer<string> {
  if (cell.is === 'error') return refuseError(cell)
  if (cell.is !== 'text') return refuse('notOneOf', 'timeZone', cell)
  const text = plainSigns(cell.text)
  const name = text.replace(/ ?\/ ?/g, '/').replace(/ /g, '_')
  if (isTimeZone(name) && !abbreviation.test(name)) {
    const resolved = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    // An engine may answer a former name of the zone.
    return { value: resolved.toLowerCase() === name.toLowerCase() ? resolved : name }
  }
  if (chinese.includes(searchKey(text))) return { value: usualZones[0] }
  const zones = Intl.supportedValuesOf('timeZone')
  const ofCity = zones.filter(zone => searchKey(cityOf(zone)) === searchKey(text))
  if (ofCity.length === 1) return { value: ofCity[0]! }
  const offset = offsetPattern.exec(text)
  const near = offset
    ? zonesAt(offset)
    : abbreviation.test(text)
      ? []
      : nearestNames(
          text,
          zones.map(zone => [cityOf(zone), zone] as const),
        )
  if (near.length === 0) return refuse('notOneOf', 'timeZone', cell)
  return { fault: { error: 'notOneOf', params: { said: 'near', value: quoteCell(cell), choices: near.join(', ') } } }
}

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** Zones whose clocks differ from UTC by this all year. */
function zonesAt([, sign, hours = '', minutes = '00']: RegExpExecArray): string[] {
  const offset = `${sign}${hours.padStart(2, '0')}:${minutes}`
  const inhabited = Intl.supportedValuesOf('timeZone').filter(zone => !zone.startsWith('Antarctica/'))
  const all = [...new Set([...usualZones, ...inhabited])]
  return all.filter(zone => [0, 6].every(month => offsetIn(zone, Date.UTC(2026, month, 1)) === offset)).slice(0, 3)
}

function offsetIn(timeZone: string, time: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(time)
  return parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') || '+00:00'
}
