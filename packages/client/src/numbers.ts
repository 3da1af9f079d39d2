import { type Language, numericPattern } from '@timbermark/contract'

/** Matches digits in groups of three with one separator, such as 1,234,567. The first group does not begin with a zero. */
const groupPattern = (sign: string) => new RegExp(`^[1-9]\\d{0,2}(?:${sign}\\d{3})+$`)
const byComma = groupPattern(',')
const byPoint = groupPattern('\\.')
const bySpace = /^[1-9]\d{0,2}(?:[ ']\d{3})+$/

/**
 * Normalises a number as a person types it to the wire form (decimal point, no separators between digits). Accepts
 * full-width digits, the decimal comma, and groups of three separated by spaces, commas or points. The language decides
 * ambiguous cases: 1,234 is 1.234 in French and 1234 in Chinese and English. Text that is no number is returned trimmed and
 * otherwise unchanged, so that validation reports it.
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

/** Writes a number in wire form as people type it in this language: with its decimal sign, no separators between digits. */
export function localiseNumber(plain: string, language: Language): string {
  return language === 'fr' && numericPattern.test(plain) ? plain.replace('.', ',') : plain
}
