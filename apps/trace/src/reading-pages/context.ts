import type { Format } from '../format.ts'
import type { Language } from '../types.ts'
import type { Addresses } from './addresses.ts'
import type { Translate } from './texts.ts'

/** What all parts of a reading page need. */
export interface Reading {
  language: Language
  t: Translate
  format: Format
  to: Addresses
}
