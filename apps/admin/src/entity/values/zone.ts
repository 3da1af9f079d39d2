import { isTimeZone } from '@timbermark/contract'

/** A zone that this browser knows. The server may know a newer one: days and hours are then shown in the browser's own. */
const knownZone = (timeZone: string | undefined): string | undefined => (isTimeZone(timeZone) ? timeZone : undefined)

/** The day that it is now in a time zone, as YYYY-MM-DD. */
export const todayIn = (timeZone: string | undefined): string =>
  new Date().toLocaleDateString('sv-SE', { timeZone: knownZone(timeZone) })

/** A moment at the full hour in a time zone, as `YYYY-MM-DD HH:mm`. */
export const hourIn = (moment: string, timeZone: string | undefined): string =>
  new Date(moment).toLocaleString('sv-SE', { timeZone: knownZone(timeZone), dateStyle: 'short', timeStyle: 'short' })

/** What people call a time zone, such as China Time; its own name where they have none. */
export const zoneName = (timeZone: string, locale: string): string =>
  isTimeZone(timeZone)
    ? (new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' })
        .formatToParts()
        .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone)
    : timeZone
