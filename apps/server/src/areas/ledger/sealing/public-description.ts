import type { NamedText, Texts } from '@timbermark/contract'
import { plainText } from '../../../platform/files/plain-text.ts'

/** Columns of a product that describe it. */
export interface DescribedRow {
  description: string | null
  public_description: string | null
  public_description_texts: Texts
}

/**
 * What buyers read of a product, without markup: the public description in the languages in which it is given, otherwise
 * the description.
 */
export function publicDescription(row: DescribedRow): NamedText {
  const { public_description_texts: texts, public_description: publicText } = row
  return { main: plainText(row.description) || (publicText ?? ''), texts }
}
