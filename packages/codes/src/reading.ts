import { codeLength, parseCode, type ParsedCode } from './code.ts'
import { fold } from './alphabet.ts'
import { type KeyboardLayout, retypeAsUs } from './keyboard-layouts.ts'
import { unwrapLinks } from './wrapped-links.ts'

/** A code by its form. Only the keys of its request tell whether it is genuine. */
export type CodeByForm = Extract<ParsedCode, { ok: true }>

/** What a text that was typed, pasted or scanned holds. */
export interface CodeReading {
  /** Codes by their form, the likeliest first. */
  codes: CodeByForm[]
  /** Texts in the place of a code, for codes that others printed; as they are spelled, the likeliest first. */
  values: string[]
  /** Whether the first code is the text itself, or is in the place where our addresses and symbols have it. */
  isInPlace: boolean
  /** Keyboard layout through which a scanner typed for another one; what it meant is read. */
  layout?: KeyboardLayout
}

/** Longest text that is read, in UTF-16 units: an address of ours, wrapped by two gateways. */
export const maxReadText = 4096
/** Most codes that one text is read as. Each is opened with a key. */
const maxCodes = 6
const maxValues = 4

/** Prefix of ISO/IEC 15424 that hand scanners send before what they read: `]Q1`, `]d2`, `]C1`. */
const symbology = /^\s*\][A-Za-z][0-9A-Za-z]/
/** Type that the messaging platform's scanner writes before the value of a linear code. */
const linearType = /^\s*(?:EAN_8|EAN_13|CODE_25|CODE_39|CODE_128|UPC_A|UPC_E),/

/**
 * Reads a code out of what surrounds it: parameters that apps add to shared links, punctuation of the sentence, doubled slashes,
 * links that mail gateways and chat apps wrap, prefixes and element strings of hand scanners, the wrong keyboard layout.
 * `parseCode` reads the code alone and is asked first.
 */
export function readCodes(text: string): CodeReading {
  const plain = text.slice(0, maxReadText).replace(symbology, '').replace(linearType, '')
  const parsed = parseCode(plain)
  // Another code beside it, in a parameter, is not meant: a forged code must not borrow a genuine one.
  if (parsed.ok) return { codes: [parsed], values: [], isInPlace: true }
  const reading = readFrom(plain)
  const typed = retypeAsUs(plain)
  if (!typed) return reading
  const retyped = readFrom(typed.text)
  return retyped.codes.length === 0
    ? reading
    : { ...retyped, codes: unique([...retyped.codes, ...reading.codes]), layout: typed.layout }
}

function readFrom(text: string): CodeReading {
  const parsed = parseCode(text)
  const inPlace: CodeByForm[] = parsed.ok ? [parsed] : []
  const loose: CodeByForm[] = []
  // Outside of an address a value keeps its spelling: codes of the messaging platform may contain `%41`.
  const values = isAddress(text) ? [] : valuesInText(text)
  for (const layer of unwrapLinks(text)) {
    const element = codeOfElementString(layer)
    if (element) inPlace.push(element)
    for (const [code, isInPlace] of codesInText(layer)) (isInPlace ? inPlace : loose).push(code)
    values.push(...valuesInText(layer))
  }
  const codes = unique([...inPlace, ...loose])
  return { codes, values: [...new Set(values)].slice(0, maxValues), isInPlace: inPlace.length > 0 }
}

function unique(codes: CodeByForm[]): CodeByForm[] {
  return codes.filter((code, n) => codes.findIndex(other => other.code === code.code) === n).slice(0, maxCodes)
}

/** Full-width letters and digits as they are typed on a Latin keyboard; white space and everything else stays. */
const narrow = (text: string) =>
  text.replace(/[\uff01-\uff5e]/g, character => String.fromCharCode(character.charCodeAt(0) - 0xfee0))

/** Four groups of five, apart or not, that touch no further letter or digit. Matches may overlap. No lookbehind: old phones lack it. */
const groups = /(^|[^0-9A-Za-z])(?=([0-9A-Za-z]{5}(?:[ \u00a0\u2010-\u2015-]?[0-9A-Za-z]{5}){3})(?![0-9A-Za-z]))/g
/** What stands before a code in our addresses. */
const placeBefore = /(?:\/c\/+|[?&;]code=|\(21\)|^code=)["'\u201c\u2018\s]*$/i

/** Codes between other characters, each with whether it is where ours stand: after `/c/`, or outside of any address. */
function* codesInText(text: string): Generator<[CodeByForm, boolean]> {
  const narrowed = narrow(text)
  const hasScheme = /:\/\//.test(narrowed)
  for (const match of narrowed.matchAll(groups)) {
    const code = parseCode(match[2]!)
    const start = match.index + match[1]!.length
    if (code.ok) yield [code, !hasScheme || placeBefore.test(narrowed.slice(Math.max(0, start - 40), start))]
  }
}

/** How wedges and logs write the separator FNC1 (ASCII 29) of an element string. */
const writtenSeparator = /<GS>|\{GS\}|\^\]|~1|\\x1d|\\u001d/gi
/** Stands for the separator here; no value of an element string may contain it (GS1 General Specifications, 7.11). */
const separator = '|'
/** GS1 General Specifications, figure 3.2-1: lengths of the values of identifiers that need no separator. */
const fixedLengths: Readonly<Record<string, number>> = {
  '00': 18,
  '01': 14,
  '02': 14,
  '11': 6,
  '12': 6,
  '13': 6,
  '15': 6,
  '16': 6,
  '17': 6,
  '20': 2,
}

/** The serial (AI 21) of a GS1 element string, as hand scanners send it: `01GTIN 10LOT<GS>21CODE`. */
function codeOfElementString(text: string): CodeByForm | undefined {
  let rest = fold(text.replaceAll('\u001d', separator).replace(writtenSeparator, separator)).replace(/^\|/, '')
  if (!/^(?:01|02)\d{14}/.test(rest)) return undefined
  while (rest.length > 2) {
    const identifier = rest.slice(0, 2)
    const length = fixedLengths[identifier]
    const end = length === undefined ? rest.indexOf(separator) : 2 + length
    const value = rest.slice(2, end < 0 ? undefined : end)
    if (identifier === '21') {
      const code = parseCode(value)
      return code.ok ? code : undefined
    }
    // A separator that the wedge swallowed: the serial is what fills the end.
    if (end < 0) {
      const code = new RegExp(`21([0-9A-Z]{${codeLength}})$`).exec(rest)
      const parsed = code && parseCode(code[1]!)
      return parsed?.ok ? parsed : undefined
    }
    rest = rest.slice(end).replace(/^\|/, '')
  }
  return undefined
}

const valuePlaces = [/\/c\/+([^/?#&\s]+)/i, /[?&]code=([^&#\s]+)/i]
/** Punctuation that ends a sentence or closes what was opened before an address. */
const around =
  /^["'<\u201c\u2018\u300a\u300c\u3010\uff08(]+|["'>\u201d\u2019\u300b\u300d\u3011\uff09)\].,:;!?\u3002\uff0c\uff1b\uff01\uff1f\u3001]+$/g

const isAddress = (text: string) => /:\/\//.test(text) || valuePlaces.some(place => place.test(text))

function valuesInText(text: string): string[] {
  const trimmed = text.trim()
  const values = isAddress(trimmed) ? valuePlaces.flatMap(place => place.exec(trimmed)?.[1] ?? []) : [trimmed]
  return values.flatMap(value => [value, value.replace(around, '')]).filter(value => value !== '')
}
