import { type KeyboardLayout, readCodes } from '@timbermark/codes'

/**
 * The code that a text holds as it was typed, pasted or scanned. Where only the server can tell which one is meant, the text is
 * sent as it is.
 */
export function readCode(text: string): string {
  const { codes, values, isInPlace } = readCodes(text)
  if (codes.length === 0) return values[0] ?? text.trim()
  return isInPlace && codes.length === 1 ? codes[0]!.code : text.trim()
}

/** The keyboard layout through which a scanner typed for another one. */
export const layoutOf = (text: string): KeyboardLayout | undefined => readCodes(text).layout

/** A code in groups that are typed apart. */
const groups = /^[0-9a-z]{5}(?: [0-9a-z]{5}){3}$/i

/** Codes as people paste them: one per line, or separated by commas, semicolons or white space, those of Chinese keyboards included. */
export function splitCodes(text: string | null | undefined): string[] {
  return (text ?? '')
    .split(/[\r\n\t,;\uff0c\uff1b\u3001]+/)
    .map(part => part.trim())
    .flatMap(part => (groups.test(part) ? part : part.split(/\s+/)))
    .filter(part => part !== '')
    .map(readCode)
}
