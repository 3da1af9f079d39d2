import { type Language, numericPattern } from '@timbermark/contract'

/** Digits in groups of three by one sign, as 1,234,567; a group before which nothing stands begins with no zero. */
const groupPattern = (sign: string) => new RegExp(`^[1-9]\\d{0,2}(?:${sign}\\d{3})+$`)
const byComma = groupPattern(',')
const byPoint = groupPattern('\\.')
const bySpace = /^[1-9]\d{0,2}(?:[ ']\d{3})+$/

/**
 * A number as a person types it, in the form that travels (a point before the decimals, nothing between the digits).
 * Full-width digits, the decimal comma and groups of three by spaces, commas or points are understood. Where only the
 * reader's language says what a sign means, it decides: 1,234 is one and a bit in French, and over a thousand in Chinese
 * and English. Text that is no number comes back as it was, trimmed, for the check to find.
 */
export function normaliseNumber(text: string, language: Language): string {
  const typed = text
    .normalize('NFKC')
    .trim()
    .replace(/[\s\u202f]/gu, ' ')
    .replace(/^\+/, '')
    .replace(/[\u2212\u2013]/gu, '-')
    .replaceAll('\u2019', "'")
  const [, minus = '', amount = ''] = /^(-?)(.*)$/.exec(typed) ?? []
  const comma = amount.lastIndexOf(',')
  const point = amount.lastIndexOf('.')
  const decimalAt = Math.max(comma, point)
  const several = (sign: string) => amount.indexOf(sign) !== amount.lastIndexOf(sign)
  const onlyGroups =
    decimalAt < 0 ||
    (Math.min(comma, point) < 0 && several(amount[decimalAt]!)) ||
    (point < 0 && language !== 'fr' && byComma.test(amount))
  const integerPart = onlyGroups ? amount : amount.slice(0, decimalAt)
  const fraction = onlyGroups ? '' : `.${amount.slice(decimalAt + 1)}`
  const groups = bySpace.test(integerPart) || byComma.test(integerPart) || byPoint.test(integerPart)
  const plain = `${minus}${groups ? integerPart.replace(/[ ',.]/g, '') : integerPart || '0'}${fraction}`
  return numericPattern.test(plain) && amount !== '' ? plain : text.trim()
}

/** A plain number with the decimal sign of the reader's language, as he would type it: nothing between the digits. */
export function localiseNumber(plain: string, language: Language): string {
  return language === 'fr' && numericPattern.test(plain) ? plain.replace('.', ',') : plain
}
