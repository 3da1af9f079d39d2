import { type Language, languages } from '@timbermark/contract'
import { dictionaries } from '@timbermark/contract/stages'
import { translated } from '../../crud/words.ts'

const deliveredTypes = new Set(dictionaries.map(dictionary => dictionary.type))
const deliveredValues = new Set(
  dictionaries.flatMap(dictionary => dictionary.entries.map(entry => `${dictionary.type}\n${entry.value}`)),
)

/** Came with the product: code relies on its key, so it is renamed and disabled, never removed. */
export const isDeliveredType = (type: string) => deliveredTypes.has(type)
export const isDeliveredEntry = (type: string, value: string) => deliveredValues.has(`${type}\n${value}`)

/**
 * A label that was shown translated comes back from a form: it is a new label only when it is none of those shown.
 * @returns undefined when it is unchanged
 */
export function newText(given: unknown, key: string | null, written: string): string | undefined {
  if (typeof given !== 'string') return undefined
  const text = given.trim()
  const shown = [written, ...languages.map((language: Language) => translated(language, key, written))]
  return shown.includes(text) ? undefined : text
}
