import { type Answer, type Cell, refuse, refuseError } from './cell.ts'
import { plainSigns } from './plain-signs.ts'

/** Reads a time zone by its IANA name, whatever its case, or as an offset such as `UTC+5:30`. */
export function readTimeZone(cell: Cell): Answer<string> {
  if (cell.is === 'error') return refuseError(cell)
  if (cell.is !== 'text') return refuse('notOneOf', 'timeZone', cell)
  const text = plainSigns(cell.text)
  const [, sign, hours, minutes = '00'] = /^(?:UTC|GMT)? ?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(text) ?? []
  const name = sign === undefined ? text.replace(/ /g, '_') : `${sign}${hours!.padStart(2, '0')}:${minutes}`
  try {
    const resolved = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
    // An engine may answer a former name of the zone.
    return { value: resolved.toLowerCase() === name.toLowerCase() ? resolved : name }
  } catch {
    return refuse('notOneOf', 'timeZone', cell)
  }
}
