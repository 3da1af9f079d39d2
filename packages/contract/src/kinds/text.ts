import type { Fault } from './fault.ts'
import { isPublicAddress } from './address.ts'
import type { RichTextKind, TextKind } from './kind.ts'

/**
 * Invisible characters, or characters that change the writing direction: controls, direction marks, zero-width blanks and
 * fillers (UTS 39, 5.4; UAX 9, 2). With them two different names could look alike, an empty one could pass as a name, and
 * a value could overwrite the text next to it. Phones and word processors insert them unasked, so they are removed, not
 * refused. Joiners stay, because some scripts need them; databases accept no NUL.
 */
const invisibleCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/g

/**
 * A text in its stored form: without invisible characters, composed (Unicode NFC), so that two encodings of one letter are equal, and trimmed.
 */
export function plainText(text: string): string {
  return text.replace(invisibleCharacters, '').normalize('NFC').trim()
}

/** Start of a tag; a name may contain "< 12 %". */
const markup = /<[a-z/!?]/i

/** Checks the stored form; counts characters, not UTF-16 units. */
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

/** HTML is stored as the server cleans it: composing could join a mark to the character that closes a tag. */
export function checkRichText(kind: RichTextKind, value: unknown): Fault | undefined {
  if (typeof value !== 'string') return { error: 'notText' }
  return [...value].length > kind.max ? { error: 'tooLong', params: { max: kind.max } } : undefined
}
