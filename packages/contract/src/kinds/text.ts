import { contactText } from '../reading/contact.ts'
import type { Fault } from './fault.ts'
import { isPublicAddress } from './address.ts'
import type { RichTextKind, TextKind } from './kind.ts'
import { plainText } from './plain-text.ts'

/** Start of a tag; a name may contain "< 12 %". */
const markup = /<[a-z/!?]/i

/** Checks the stored form; counts characters, not UTF-16 units. */
export function checkText(kind: TextKind, value: unknown): Fault | undefined {
  if (typeof value !== 'string') return { error: 'notText' }
  const plain = plainText(value)
  // Phone numbers and e-mail addresses are judged in the form in which they are stored.
  const contact = contactText(kind, plain)
  const text = contact ?? plain
  const length = [...text].length
  if (length > kind.max) return { error: 'tooLong', params: { max: kind.max } }
  if (kind.min !== undefined && length < kind.min) return { error: 'tooShort', params: { min: kind.min } }
  const fits = plain !== '' && contact === null ? false : !kind.pattern || new RegExp(kind.pattern, 'u').test(text)
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
