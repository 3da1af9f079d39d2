import { dictionaries } from '@timbermark/contract/stages'

const defaultTypes = new Set(dictionaries.map(dictionary => dictionary.type))
const defaultEntries = new Set(
  dictionaries.flatMap(dictionary => dictionary.entries.map(entry => `${dictionary.type}\n${entry.value}`)),
)

/** Came with the product: code relies on its key, so it is renamed and disabled, never removed. */
export const isDefaultType = (type: string) => defaultTypes.has(type)
export const isDefaultEntry = (type: string, value: string) => defaultEntries.has(`${type}\n${value}`)
