/** What a reader of a value (`@timbermark/contract/reading`) read, and what it expects; what it understood. */
export const reading = {
  'error.notNumber.read': '“{value}” in “{label}” is not a number. Write digits, such as 24500.5 or 24,500.5',
  'error.notNumber.ambiguous':
    '“{value}” in “{label}” can mean {first} or {second}. Write it without a separator of thousands',
  'error.notNumber.exponent':
    '“{value}” in “{label}” is a number that a spreadsheet shortened. Write all its digits, such as 24500',
  'error.notNumber.digits':
    '“{value}” in “{label}” has more digits than a number can have. Write a number such as 24500.5',
  'error.notNumber.date':
    '“{value}” in “{label}” is a date, and a number is expected, such as 24500.5. Format the cell as a number and write it again',
  'error.notNumber.unit':
    '“{value}” in “{label}” has the unit “{unit}”. The unit here is {wanted}: write 24500 or 24500 {wanted}',
  'error.notNumber.noUnit':
    '“{value}” in “{label}” holds “{unit}” beside the number. Write the number alone, such as 24500.5',
  'error.notNumber.currency':
    '“{value}” in “{label}” names the currency “{unit}”, which has a place of its own. Write the amount alone, such as 120000.50',
  'error.notNumber.longitude':
    '“{value}” in “{label}” is not a longitude. Write degrees from -180 to 180, such as 11.6281 or 11.6281 E',
  'error.notNumber.latitude':
    '“{value}” in “{label}” is not a latitude. Write degrees from -90 to 90, such as -0.7352 or 0.7352 S',
  'error.notNumber.coordinates':
    '“{value}” in “{label}” is not a place. Write longitude and latitude, such as 9.4673, 0.4162 or 9.4673 E, 0.4162 N',
  'error.notDate.read': '“{value}” in “{label}” is not a date. Write it such as 2026-09-12',
  'error.notDate.moment': '“{value}” in “{label}” is not a date with a time. Write it such as 2026-09-12 14:30',
  'error.notDate.noSuchDay':
    '“{value}” in “{label}”: the calendar has no such day. Write an existing one, such as 2026-09-12',
  'error.notDate.noSuchTime':
    '“{value}” in “{label}”: no clock shows such a time. The day goes from 00:00 to 23:59, such as 2026-09-12 14:30',
  'error.notDate.skipped':
    '“{value}” in “{label}”: the clocks of {zone} were put forward and skipped this time. Write another one, such as 2026-09-12 14:30',
  'error.notDate.ambiguous':
    '“{value}” in “{label}” can mean {first} or {second}. Write the year first, such as {first}',
  'error.notDate.shortYear': '“{value}” in “{label}” has a year of two digits. Write four, such as 2026-09-12',
  'error.notDate.year': '“{value}” in “{label}” lies before the year 1900. Write a date such as 2026-09-12',
  'error.notDate.serial': 'The number “{value}” in “{label}” is not a date. Write it such as 2026-09-12',
  'error.notDate.withTime': '“{value}” in “{label}” has a time of day, and a day alone is expected, such as 2026-09-12',
  'error.notOneOf.near': '“{value}” does not fit “{label}”. Do you mean: {choices}?',
  'error.notOneOf.country':
    '“{value}” in “{label}” is not a country or region. Write its name or code, such as Gabon, GA or GAB',
  'error.notOneOf.timeZone':
    '“{value}” in “{label}” is not a time zone. Write it such as Africa/Libreville or Shanghai',
  'error.referenceMissing.near': '“{value}” was not found for “{label}”. Do you mean: {choices}?',
  'error.notEmail.read': '“{value}” in “{label}” is not an e-mail address. Write it such as name@example.com',
  'error.notPhone.read': '“{value}” in “{label}” is not a phone number. Write it such as +241 11 72 00 00',
  'error.notMobile.read': '“{value}” in “{label}” is not a mobile number. Write it such as +8613800138000',
  'error.cellChanged.value':
    '“{value}” in “{label}” is stored as a number or a date, which spreadsheets change: format the column as text and write it again, such as AAC-0012',
  'error.cellFailed.value':
    '“{value}” in “{label}” is an error of the spreadsheet. Correct the formula, or write the value itself',
  'note.number': '“{value}” in “{label}” is understood as {as}',
  'note.day': '“{value}” in “{label}” is understood as {as} (year, month, day)',
  'note.hour': '“{value}” in “{label}” has no time of day; it is understood as {as}',
  'note.twice':
    '“{value}” in “{label}”: the clocks of {zone} were put back and showed this time twice; it is understood as the first',
  'note.unit': '“{value}” in “{label}” is converted to {as}',
} as const
