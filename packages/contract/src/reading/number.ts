import type { Language } from '../limits.ts'
import type { NumberKind } from '../kinds/kind.ts'
import { numericPattern, withoutZeros } from '../kinds/number.ts'
import { type Answer, type Cell, quoteCell, type ReadBy, refuse, refuseError } from './cell.ts'
import { plainSigns } from './plain-signs.ts'
import { currency, movePoint, placesBetween, unitOf } from './units.ts'

/** Spreadsheets keep this many digits of a number (an IEEE 754 double as they show it). */
export const exactDigits = 15
/** Digits that are accepted of a text. No measure and no price has more, and a longer one is a code in the wrong column. */
const mostDigits = 24

/** A number as a sheet shows it, without the last digits of its binary form; undefined when digits were lost. */
export function numberText(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined
  if (Number.isInteger(value)) {
    const text = String(value)
    return /e/i.test(text) || text.replace('-', '').length > exactDigits ? undefined : text
  }
  const text = String(Number(value.toPrecision(exactDigits)))
  const small = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text)
  if (!small) return /e/i.test(text) ? undefined : text
  return movePoint(`${small[1]}${small[2]}${small[3] ? `.${small[3]}` : ''}`, -Number(small[4]))
}

type NumberRule = Pick<NumberKind, 'kind' | 'min' | 'max' | 'unit'>

/**
 * Reads a number, with its unit when the cell has one. Groups of three are separated by blanks, apostrophes, commas or
 * points; which of the last two is the decimal sign follows from the text where it can, and from the reader's language
 * where it cannot (`24,500` is 24.5 in French and 24500 in Chinese and English). A point before three digits is no sign of
 * French at all: there such a text is refused, unless only one of its meanings is within the bounds.
 */
export function readNumber(cell: Cell, by: Pick<ReadBy, 'language'>, rule: NumberRule): Answer<string> {
  switch (cell.is) {
    case 'error':
      return refuseError(cell)
    case 'date':
      return refuse('notNumber', 'date', cell)
    case 'boolean':
      return refuse('notNumber', 'read', cell)
    case 'number': {
      const text = numberText(cell.number)
      if (text === undefined) return refuse('notNumber', 'digits', cell)
      return cell.unit === undefined ? { value: text } : inUnit(cell, text, placesOfUnit('', cell.unit, rule.unit))
    }
    case 'text':
      return readTypedNumber(cell, by.language, rule)
  }
}

/** A number that its cell shows with a unit. */
function inUnit(cell: Cell, text: string, places: number | WrongUnit): Answer<string> {
  if (typeof places !== 'number') return refuse('notNumber', places.said, cell, places.params)
  if (places === 0) return { value: text }
  const value = movePoint(text, places)
  return { value, note: { said: 'unit', params: { value: quoteCell(cell), as: Number(value) } } }
}

/** The amount with digits at both ends, and what stands before and behind it. */
const amountPattern = /^([^\d.,+-]*)([+-]?)([^\d.,+-]*)([.,]?\d(?:[\d.,' ]*\d)?)(.*)$/s

function readTypedNumber(cell: Cell & { is: 'text' }, language: Language, rule: NumberRule): Answer<string> {
  const text = plainSigns(cell.text)
  const [, before = '', sign = '', between = '', amount = '', behind = ''] = amountPattern.exec(text) ?? []
  if (amount === '') return refuse('notNumber', 'read', cell)
  if (/^e[+-]?\d/i.test(behind)) return refuse('notNumber', 'exponent', cell)
  if (amount.replace(/\D/g, '').length > mostDigits) return refuse('notNumber', 'digits', cell)
  const meaning = meaningOf(amount, language)
  if (!meaning) return refuse('notNumber', 'read', cell)
  const prefix = `${before}${between}`.trim()
  const suffix = behind.trim()
  const moved = placesOfUnit(prefix, suffix, rule.unit)
  if (typeof moved !== 'number') return refuse('notNumber', moved.said, cell, moved.params)
  const minus = sign === '-' ? '-' : ''
  const shift = (decimal: string) => movePoint(`${minus}${decimal}`, moved)
  let { plain } = meaning
  if (meaning.grouped !== undefined) {
    const fits = [plain, meaning.grouped].filter(one => isWithin(shift(one), rule))
    if (fits.length !== 1)
      return refuse('notNumber', 'ambiguous', cell, {
        first: Number(shift(meaning.grouped)),
        second: Number(shift(plain)),
      })
    plain = fits[0]!
  }
  const value = moved === 0 ? `${minus}${plain}` : shift(plain)
  const note = { value: quoteCell(cell), as: Number(withoutZeros(value)) }
  if (moved !== 0) return { value, note: { said: 'unit', params: note } }
  return meaning.byLanguage || meaning.grouped !== undefined
    ? { value, note: { said: 'number', params: note } }
    : { value }
}

const isWithin = (decimal: string, { min, max }: NumberRule) =>
  (min === undefined || Number(decimal) >= min) && (max === undefined || Number(decimal) <= max)

interface Meaning {
  plain: string
  /** The other meaning, when the text has two: its sign separates groups. */
  grouped?: string
  /** The language decided, where another one reads another number. */
  byLanguage?: true
}

/** Digits in groups of three with one separator, such as 1,234,567. The first group does not begin with a zero. */
const groups = (separators: string) => new RegExp(`^[1-9]\\d{0,2}(?:[${separators}]\\d{3})+$`)
const byBlank = groups(" '")
const byComma = groups(',')
const byPoint = groups('.')

/** The number that an amount without sign and unit means; undefined when it is none. */
function meaningOf(amount: string, language: Language): Meaning | undefined {
  const plain = (integerText: string, fraction = '') => {
    const text = `${integerText.replace(/[ ',.]/g, '') || '0'}${fraction && `.${fraction}`}`
    return numericPattern.test(text) ? text : undefined
  }
  const meaning = (text: string | undefined, more: Partial<Meaning> = {}) =>
    text === undefined ? undefined : { plain: text, ...more }
  const signsOf = (sign: string) => amount.split(sign).length - 1
  const [commas, points] = [signsOf(','), signsOf('.')]
  if (commas + points === 0) return /^\d+$/.test(amount) || byBlank.test(amount) ? meaning(plain(amount)) : undefined
  const decimalSign = amount.lastIndexOf(',') > amount.lastIndexOf('.') ? ',' : '.'
  const at = amount.lastIndexOf(decimalSign)
  const [integerPart, fraction] = [amount.slice(0, at), amount.slice(at + 1)]
  const wholeIsPlain = /^\d*$/.test(integerPart)
  if (commas > 0 && points > 0)
    return signsOf(decimalSign) === 1 && (decimalSign === ',' ? byPoint : byComma).test(integerPart)
      ? meaning(plain(integerPart, fraction))
      : undefined
  if (commas + points > 1) return (commas > 0 ? byComma : byPoint).test(amount) ? meaning(plain(amount)) : undefined
  if (!/^\d+$/.test(fraction) || !(wholeIsPlain || byBlank.test(integerPart))) return undefined
  const isGrouped = (decimalSign === ',' ? byComma : byPoint).test(amount)
  if (!isGrouped) return meaning(plain(integerPart, fraction))
  if (decimalSign === ',')
    return meaning(language === 'fr' ? plain(integerPart, fraction) : plain(amount), { byLanguage: true })
  return meaning(plain(integerPart, fraction), language === 'fr' ? { grouped: plain(amount)! } : {})
}

interface WrongUnit {
  said: 'unit' | 'noUnit' | 'currency' | 'read'
  params: Record<string, string>
}

/** The decimal places from the unit of the text to that of the field; what is wrong when it has another one. */
function placesOfUnit(prefix: string, suffix: string, wanted: string | undefined): number | WrongUnit {
  if (prefix === '' && suffix === '') return 0
  const written = prefix !== '' && suffix !== '' ? '' : prefix || suffix
  const unit = written === '' ? undefined : unitOf(written)
  if (unit !== undefined && wanted !== undefined) {
    const places = placesBetween(unit, wanted)
    if (places !== undefined) return places
  }
  if (written !== '' && currency.test(written) && (wanted === undefined || wanted === 'yuan'))
    return { said: 'currency', params: { unit: written } }
  const isWord = /^[\p{L}%$€£¥²³]/u.test(written)
  if (unit === undefined && (!isWord || prefix !== '')) return { said: 'read', params: {} }
  return wanted === undefined
    ? { said: 'noUnit', params: { unit: written } }
    : { said: 'unit', params: { unit: written, wanted: `unit.${wanted}` } }
}

/** Writes a number in wire form as people type it in this language: with its decimal sign, no separators between digits. */
export function localiseNumber(plain: string, language: Language): string {
  return language === 'fr' && numericPattern.test(plain) ? plain.replace('.', ',') : plain
}
