/**
 * What a process keeps in memory to spare itself work. Parameters, dictionaries, menus and sessions are none: they are
 * read where they stand at every request.
 */
export const cacheNames = [
  'codeDirectory',
  'requestKeys',
  'accountRights',
  'ledgerTiles',
  'ledgerIndexPages',
  'comparedRecords',
  'pageParts',
] as const
export type CacheName = (typeof cacheNames)[number]

export const isCacheName = (name: string): name is CacheName => (cacheNames as readonly string[]).includes(name)
