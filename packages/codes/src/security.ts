import { crockford, fold, replaceLookAlikes } from './alphabet.ts'

/** Which characters an anti-counterfeit code may contain. */
export type CodeRule = 'digits' | 'alnum' | 'symbols'

export const codeRuleNames: readonly CodeRule[] = ['digits', 'alnum', 'symbols']

/** Alphabet by rule: 10, 32 and 40 characters. No two look alike; all belong to a QR symbol's alphanumeric mode. */
export const alphabets: Readonly<Record<CodeRule, string>> = {
  digits: '0123456789',
  alnum: crockford,
  symbols: `${crockford}$*+-./:%`,
}

/**
 * By rule, the number of characters, counted from the front of the alphabet, with which a code may begin. A spreadsheet
 * treats a cell that begins with + or - (or with = or @, which no alphabet has) as a formula, and treats a currency sign or a
 * repetition sign specially. So a code of symbols begins with a digit or a letter.
 */
export const firstCharacters: Readonly<Record<CodeRule, number>> = {
  digits: alphabets.digits.length,
  alnum: alphabets.alnum.length,
  symbols: crockford.length,
}

/** Hard limits of the length of an anti-counterfeit code. The contract sets narrower limits for requests. */
export const securityLengths = { min: 1, max: 20 } as const

/** Throws RangeError unless `length` is an integer within `securityLengths`. */
export function assertSecurityLength(length: number): void {
  if (!Number.isInteger(length) || length < securityLengths.min || length > securityLengths.max) {
    throw new RangeError(`length of an anti-counterfeit code must be 1..20, not ${length}`)
  }
}

/** Characters that a Chinese keyboard produces in place of a symbol of the alphabet, with that symbol. */
const chineseKeyboard: Readonly<Record<string, string>> = {
  '。': '.',
  '．': '.',
  '￥': '$',
  '¥': '$',
  '×': '*',
  '·': '.',
}

/**
 * Normalises an anti-counterfeit code as a buyer types it to the alphabet's spelling: capitals, ASCII for full-width forms,
 * no spaces, 0 for O, 1 for I and L (no alphabet has these letters), no hyphens if the alphabet has none. The result may
 * still contain characters outside the alphabet; it then equals no code.
 */
export function normaliseSecurityCode(text: string, rule: CodeRule): string {
  const alphabet = alphabets[rule]
  const keyed = alphabet.includes('$') ? text.replace(/[。．￥¥×·]/g, character => chineseKeyboard[character]!) : text
  const folded = replaceLookAlikes(fold(keyed))
  return alphabet.includes('-') ? folded : folded.replaceAll('-', '')
}

/**
 * Whether `typed`, once normalised, is the anti-counterfeit code `expected`. The time depends on the lengths of the two texts
 * and on `typed`, never on how much of it is correct.
 */
export function checkSecurityCode(expected: string, typed: string, rule: CodeRule): boolean {
  // A longer text is no attempt at a code; normalising it would only cost time.
  if (typed.length > 200) return false
  const normalised = normaliseSecurityCode(typed, rule)
  let difference = expected.length ^ normalised.length
  for (let i = 0; i < expected.length; i++) {
    // Beyond the end charCodeAt returns NaN, which the operator treats as 0; no alphabet has that character.
    difference |= expected.charCodeAt(i) ^ normalised.charCodeAt(i)
  }
  return difference === 0 && expected.length > 0
}
