import { searchKey } from '@timbermark/contract/reading'

interface SearchedOption {
  label?: unknown
  title?: unknown
  /** Further names by which people look for it. */
  names?: readonly string[]
}

/** Whether one of the names contains a typed text, as lists are searched: case, accents and width do not count. */
export const containsText = (typed: string, names: readonly unknown[]) => {
  const key = searchKey(typed)
  return names.some(name => typeof name === 'string' && searchKey(name).includes(key))
}

/** Finds the options of a select. */
export const searchOptions = {
  filterOption: (typed: string, option?: SearchedOption) =>
    containsText(typed, [option?.label, ...(option?.names ?? [])]),
}

/** The same for the nodes of a tree. */
export const searchNodes = {
  filterTreeNode: (typed: string, node: SearchedOption) => containsText(typed, [node.title]),
}
