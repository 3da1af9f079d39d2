import { stageByKey } from '@timbermark/contract/stages'
import type { AuthorizedStage } from '../report/wire.ts'
import { fetchKept, type Keeper } from './kept.ts'

export const authorizedPath = '/stage/authorized'
export const dictPath = (type: string) => `/system/dict/data/type/${encodeURIComponent(type)}`

/** Remembers the stages this person may report and every dictionary that their forms choose from. */
export async function prepare(keeper: Keeper): Promise<void> {
  const authorized = await fetchKept<AuthorizedStage[]>(keeper, authorizedPath)
  const dicts = new Set(authorized.flatMap(one => stageByKey(one.stage).fields.flatMap(field => field.dict ?? [])))
  for (const dict of dicts) await fetchKept(keeper, dictPath(dict))
  // The chunks of the pages are stored by the service worker; without one they load now.
  await Promise.all([import('../pages/operation-link.tsx'), import('../pages/operation-log.tsx')])
}
