/** No fact of the trade is older; an earlier year is a slip of the finger: date inputs of phones make 0026 of a typed 26. */
export const firstYear = 1900

/** Whether the calendar has the day (the Gregorian one, backwards too); there is no year 0. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  if (!(year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1)) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]!
}

/** Whether a text of the form YYYY-MM-DD is a day of the calendar. */
export function isIsoDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return isCalendarDay(Number(year), Number(month), Number(day))
}
