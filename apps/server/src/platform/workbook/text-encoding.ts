/** Which encoding a text of unknown origin has, and the text (https://encoding.spec.whatwg.org; IBM code page 850). */
import type { Language } from '@timbermark/contract'
import type { TextEncoding } from './grid.ts'

export interface DecodedText {
  encoding: TextEncoding
  text: string
}

/** Upper half of code page 850, which the standard decoders of the web do not know. */
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** How well each of the letters beyond ASCII suits a text of people; others count against an encoding. */
const usual: ReadonlyMap<string, number> = weighted([
  ['×·•±', 1],
  ['ÂËÏŒÆÙÜÖÄüöäßáíóúñãõÁÍÓÚÑÃÕ', 1],
  ['°²³«»’‘“”–—€½µ…\u00a0', 3],
  ['éèàçêîôûùâëïœæÉÈÀÇÊÎÔÛ', 4],
])

function weighted(groups: readonly (readonly [letters: string, weight: number])[]): Map<string, number> {
  return new Map(groups.flatMap(([letters, weight]) => [...letters].map(letter => [letter, weight] as const)))
}

/** So many characters are enough to judge by. */
const judged = 200_000

/**
 * The text in each encoding that fits its bytes, the most likely first. A byte order mark and valid UTF-8 leave no doubt;
 * otherwise the letters that result are judged, and the reader's language decides between equals.
 * @param wanted takes this encoding only, because a person chose it
 */
export function decodeText(content: Uint8Array, language: Language, wanted?: TextEncoding): DecodedText[] {
  const decoded = (encoding: TextEncoding): DecodedText[] => {
    const text = decodeAs(content, encoding)
    return text === undefined || text.includes('\u0000') ? [] : [{ encoding, text }]
  }
  if (wanted) return decoded(wanted)
  const marked = markOf(content)
  if (marked) return decoded(marked)
  const wide = wideOf(content)
  if (wide) return decoded(wide)
  const utf8 = decoded('utf-8')
  if (utf8.length > 0) return utf8
  return fallbacks[language]
    .flatMap(decoded)
    .map(one => ({ one, score: scoreOf(one.text) }))
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one)
}

/** What programs write instead of Unicode; among equally likely ones, the first for the reader's language. */
const fallbacks = {
  zh: ['gb18030', 'windows-1252', 'cp850', 'macintosh'],
  en: ['windows-1252', 'gb18030', 'cp850', 'macintosh'],
  fr: ['windows-1252', 'cp850', 'macintosh', 'gb18030'],
} as const satisfies Record<Language, readonly TextEncoding[]>

function markOf(bytes: Uint8Array): TextEncoding | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

/** UTF-16 without a mark: line breaks and separators are ASCII, so every other byte of them is zero. */
function wideOf(bytes: Uint8Array): TextEncoding | undefined {
  if (bytes.length % 2 !== 0) return undefined
  const zeros = [0, 0]
  const length = Math.min(bytes.length, 4000)
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[at % 2]!++
  // A binary file has zeros at both places.
  if (zeros[1]! > length / 10 && zeros[0] === 0) return 'utf-16le'
  if (zeros[0]! > length / 10 && zeros[1] === 0) return 'utf-16be'
  return undefined
}

function decodeAs(content: Uint8Array, encoding: TextEncoding): string | undefined {
  if (encoding === 'cp850') return decodeCp850(content)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    return undefined
  }
}

function decodeCp850(content: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < content.length; at += 8192) {
    let part = ''
    for (const byte of content.subarray(at, at + 8192))
      part += byte < 128 ? String.fromCharCode(byte) : cp850[byte - 128]!
    parts.push(part)
  }
  return parts.join('')
}

/**
 * Chinese characters of GB 2312, level 1: what nearly every text consists of. Rare ones come from bytes of another encoding.
 */
const commonChinese: ReadonlySet<string> = listCommonChinese()

function listCommonChinese(): Set<string> {
  const decoder = new TextDecoder('gb18030')
  // Punctuation, degrees and square metres.
  const letters = [
    ...'\uff0c\u3002\u3001\uff1a\uff1b\uff08\uff09\u201c\u201d\u2018\u2019\u300a\u300b\u3010\u3011\uff01\uff1f\u2014\u2026\u00b7\u2103\u33a1\u3000',
  ]
  for (let high = 0xb0; high <= 0xd7; high++)
    for (let low = 0xa1; low <= 0xfe; low++) letters.push(decoder.decode(Uint8Array.of(high, low)))
  return new Set(letters)
}

function scoreOf(text: string): number {
  let score = 0
  let before = ' '
  for (const letter of text.slice(0, judged)) {
    const code = letter.codePointAt(0)!
    if (code >= 0x80) {
      if (code > 0x2fff) score += commonChinese.has(letter) ? 5 : -4
      else {
        score += usual.get(letter) ?? -6
        // A capital behind a small letter: bytes of another code page fall on such places.
        if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(letter)) score -= 3
      }
    }
    before = letter
  }
  return score
}
