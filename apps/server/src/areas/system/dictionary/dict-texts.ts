import { dictionaries } from '@timbermark/contract/stages'

const deliveredTypes = new Set(dictionaries.map(dictionary => dictionary.type))
const deliveredValues = new Set(
  dictionaries.flatMap(dictionary => dictionary.entries.map(entry => `${dictionary.type}\n${entry.value}`)),
)

/** Came with the product: code relies on its key, so it is renamed and disabled, never removed. */
export const isDeliveredType = (type: string) => deliveredTypes.has(type)
export const isDeliveredEntry = (type: string, value: string) => deliveredValues.has(`${type}\n${value}`)
