import type { Fault } from './fault.ts'
import { isPublicAddress } from './address.ts'
import type { RichTextKind, TextKind } from './kind.ts'

/**
 * Characters that nobody sees, or that turn the writing around them: controls, direction marks, blanks without width and
 * letters that stand for nothing (UTS 39, 5.4; UAX 9, 2). Two names would look alike and differ, an empty one pass for a
 * name, and a value of one enterprise write over what stands beside it. Phones and word processors put them in unasked,
 * so they are left out, not refused. Joiners stay, which letters of some writings need; a NUL no database takes.
 */
const invisibleCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to leave out
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/g

/**
 * A text as it is kept: without what is not seen, composed (Unicode NFC), so that two ways to write one letter are one text,
 * and trimmed.
 */
export function plainText(text: string): string {
  return text.replace(invisibleCharacters, '').normalize('NFC').trim()
}

/** What begins a tag; a name may well say "< 12 %". */
const markup = /<[a-z/!?]/i

/** Judged as it will be kept; counted in characters, not in UTF-16 units. */
export function checkText(kind: TextKind, value: unknown): Fault | undefined {
  if (typeof value !== 'string') return { error: 'notText' }
  const text = plainText(value)
  const length = [...text].length
  if (length > kind.max) return { error: 'tooLong', params: { max: kind.max } }
  if (kind.min !== undefined && length < kind.min) return { error: 'tooShort', params: { min: kind.min } }
  const fits = !kind.pattern || new RegExp(kind.pattern, 'u').test(text)
  if (!fits)
    return {
      error: kind.patternError ?? 'pattern',
      ...(kind.patternPhrase ? { params: { said: kind.patternPhrase } } : {}),
    }
  if (kind.inLanguages && markup.test(text)) return { error: 'pattern', params: { said: 'plain' } }
  return kind.publicAddress && text !== '' && !isPublicAddress(text) ? { error: 'privateAddress' } : undefined
}

/** HTML is kept as the server cleans it: composing it could join a mark to the sign that closes a tag. */
export function checkRichText(kind: RichTextKind, value: unknown): Fault | undefined {
  if (typeof value !== 'string') return { error: 'notText' }
  return [...value].length > kind.max ? { error: 'tooLong', params: { max: kind.max } } : undefined
}
