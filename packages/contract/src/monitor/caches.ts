/**
 * Caches of a process. Parameters, dictionaries, menus and sessions are not cached: every request reads them from the database.
 */
import { isOneOf } from '../one-of.ts'

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

export const isCacheName = (name: string): name is CacheName => isOneOf(cacheNames, name)
