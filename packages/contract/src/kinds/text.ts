import type { Fault } from './fault.ts'
import { isPublicAddress } from './address.ts'
import type { RichTextKind, TextKind } from './kind.ts'

/** A text as it is kept: composed (Unicode NFC), so that two ways to write one letter are one text, and trimmed. */
export function plainText(text: string): string {
  return text.normalize('NFC').trim()
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
      ...(kind.patternSaid ? { params: { said: kind.patternSaid } } : {}),
    }
  if (kind.inLanguages && markup.test(text)) return { error: 'pattern', params: { said: 'plain' } }
  return kind.publicAddress && text !== '' && !isPublicAddress(text) ? { error: 'privateAddress' } : undefined
}

/** HTML is kept as the server cleans it: composing it could join a mark to the sign that closes a tag. */
export function checkRichText(kind: RichTextKind, value: unknown): Fault | undefined {
  if (typeof value !== 'string') return { error: 'notText' }
  return [...value].length > kind.max ? { error: 'tooLong', params: { max: kind.max } } : undefined
}
