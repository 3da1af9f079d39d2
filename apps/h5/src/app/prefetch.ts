import { stageByKey } from '@timbermark/contract/stages'
import { fetchAndCache } from '../platform/answer-cache.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { authorizedPath, dictPath, fetchMyRecords } from './offline-calls.ts'
import type { App } from './context.ts'

/** Remembers the stages this person may report and every dictionary that their forms choose from. */
export async function prefetchForOffline({ cache, loadPages }: Pick<App, 'cache' | 'loadPages'>): Promise<void> {
  const authorized = await fetchAndCache<AuthorizedStage[]>(cache, authorizedPath)
  const dicts = new Set(authorized.flatMap(one => stageByKey(one.stage).fields.flatMap(field => field.dict ?? [])))
  for (const dict of dicts) await fetchAndCache(cache, dictPath(dict))
  await fetchMyRecords(cache)
  // The chunks of the pages are stored by the service worker; without one they load now.
  await loadPages()
}
