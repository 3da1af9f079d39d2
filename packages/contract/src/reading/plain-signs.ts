import { plainText } from '../kinds/plain-text.ts'

/** First digits of the scripts in which people type numbers: full-width, Arabic-Indic, Persian, Devanagari, Bengali, Thai. */
const zeros = [0xff10, 0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50]

const signs: Readonly<Record<string, string>> = {
  '\uff0e': '.',
  '\u3002': '.',
  '\uff0c': ',',
  '\uff1a': ':',
  '\uff0f': '/',
  '\uff0b': '+',
  '\uff0d': '-',
  '\uff05': '%',
  '\uff08': '(',
  '\uff09': ')',
  '\u066b': '.',
  '\u066c': "'",
  '\u060c': ',',
  '\u2212': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2019': "'",
  '\u02bc': "'",
  '\uff07': "'",
  '\uff20': '@',
}

/**
 * Digits and punctuation of other widths and scripts as ASCII, every white space as a blank. Not Unicode's compatibility
 * form (NFKC), which turns `5²` into 52 and `½` into two numbers.
 */
export function plainSigns(text: string): string {
  let plain = ''
  for (const character of plainText(text)) {
    const point = character.codePointAt(0)!
    const zero = zeros.find(first => point >= first && point < first + 10)
    plain += zero === undefined ? (signs[character] ?? character) : String(point - zero)
  }
  return plain.replace(/\s+/gu, ' ').trim()
}
