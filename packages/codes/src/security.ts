import { crockford, fold, replaceLookAlikes } from './alphabet.ts'

/** Which characters an anti-counterfeit code is made of. */
export type CodeRule = 'digits' | 'alnum' | 'symbols'

export const codeRuleNames: readonly CodeRule[] = ['digits', 'alnum', 'symbols']

/** Alphabet by rule: 10, 32 and 40 characters, none that looks like another; all fit a QR symbol's alphanumeric mode. */
export const alphabets: Readonly<Record<CodeRule, string>> = {
  digits: '0123456789',
  alnum: crockford,
  symbols: `${crockford}$*+-./:%`,
}

/**
 * With how many characters of its alphabet, counted from the front, an anti-counterfeit code may begin. A spreadsheet takes
 * a cell that begins with + or - (or with = or @, which no alphabet has) for a formula, and a currency or a sign of
 * repetition is no better a beginning: a code of symbols begins with a digit or a letter.
 */
export const firstCharacters: Readonly<Record<CodeRule, number>> = {
  digits: alphabets.digits.length,
  alnum: alphabets.alnum.length,
  symbols: crockford.length,
}

/** Hard bounds on the length of an anti-counterfeit code; what a request may ask for is narrower and set by the contract. */
export const securityLengths = { min: 1, max: 20 } as const

/** Throws RangeError unless `length` is a whole number that an anti-counterfeit code can have. */
export function assertSecurityLength(length: number): void {
  if (!Number.isInteger(length) || length < securityLengths.min || length > securityLengths.max) {
    throw new RangeError(`length of an anti-counterfeit code must be 1..20, not ${length}`)
  }
}

/** What a Chinese keyboard gives where a Latin one gives a symbol of the alphabet. */
const chineseKeyboard: Readonly<Record<string, string>> = {
  '。': '.',
  '．': '.',
  '￥': '$',
  '¥': '$',
  '×': '*',
  '·': '.',
}

/**
 * An anti-counterfeit code as a buyer types it, in the alphabet's spelling: capitals, full-width forms read as ASCII, no
 * spaces, O read as 0, I and L as 1 (no alphabet has them), hyphens dropped where the alphabet has no hyphen. The result
 * may still hold characters outside the alphabet; it then equals no code.
 */
export function normaliseSecurityCode(text: string, rule: CodeRule): string {
  const alphabet = alphabets[rule]
  const keyed = alphabet.includes('$') ? text.replace(/[。．￥¥×·]/g, character => chineseKeyboard[character]!) : text
  const folded = replaceLookAlikes(fold(keyed))
  return alphabet.includes('-') ? folded : folded.replaceAll('-', '')
}

/**
 * Whether `typed` is the anti-counterfeit code `expected`, read forgivingly. The time taken depends on the lengths of the
 * two texts and on what was typed, never on how much of it is right.
 */
export function checkSecurityCode(expected: string, typed: string, rule: CodeRule): boolean {
  // More than this is no attempt at a code; reading it would only cost time.
  if (typed.length > 200) return false
  const normalised = normaliseSecurityCode(typed, rule)
  let difference = expected.length ^ normalised.length
  for (let i = 0; i < expected.length; i++) {
    // Past the end charCodeAt gives NaN, which the operator reads as 0; no alphabet has that character.
    difference |= expected.charCodeAt(i) ^ normalised.charCodeAt(i)
  }
  return difference === 0 && expected.length > 0
}
