import type { ErrorKey } from '@timbermark/contract'
import { Refusal } from '../../refusal.ts'

export type FileRefusal = 'type' | 'active' | 'scripted' | 'polyglot' | 'broken' | 'pixels' | 'locked' | 'heic'

/** The most pixels (width times height) of a picture: the maximum of common phone cameras. */
export const maxImagePixels = 52_000_000

/**
 * A file is refused because of its content:
 * - `type`: not one of the accepted types, or unknown
 * - `active`: markup, scripts or macros
 * - `scripted`: a document that runs scripts, or that cannot be inspected
 * - `polyglot`: a file of one type with another hidden in it, or bytes after its end
 * - `broken`: truncated, damaged, or contradicting itself
 * - `locked`: a document that needs a password to open
 * - `heic`: a picture of a kind that only some phones can show
 * - `pixels`: a picture with more than `maxImagePixels`
 *
 * `message` is the finding for the log; the caller reads the refusal's text in their language.
 */
export class FileRefused extends Refusal {
  readonly reason: FileRefusal

  constructor(reason: FileRefusal, message: string, allowed: readonly string[] = []) {
    super(...textOf(reason, allowed))
    this.name = 'FileRefused'
    this.message = message
    this.reason = reason
  }
}

function textOf(reason: FileRefusal, allowed: readonly string[]): [ErrorKey, Record<string, string>] {
  if (reason === 'type' || reason === 'active') return ['fileType', { types: allowed.join(', ') }]
  if (reason === 'scripted') return ['fileScripted', {}]
  if (reason === 'locked') return ['fileLocked', {}]
  if (reason === 'heic') return ['fileHeic', {}]
  if (reason === 'pixels') return ['fileTooLarge', { max: `${maxImagePixels / 1e6} MP` }]
  return ['fileBroken', {}]
}
