import { stageByKey } from '@timbermark/contract/stages'
import { fetchAndCache } from '../platform/answer-cache.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { authorizedPath, dictPath, fetchMyRecords } from './offline-calls.ts'
import type { App } from './context.ts'

/** Caches the stages this person may report, the dictionaries of their forms, and the first page of their records. */
export async function prefetchForOffline({ cache, loadPages }: Pick<App, 'cache' | 'loadPages'>): Promise<void> {
  const authorized = await fetchAndCache<AuthorizedStage[]>(cache, authorizedPath)
  const dicts = new Set(authorized.flatMap(one => stageByKey(one.stage).fields.flatMap(field => field.dict ?? [])))
  for (const dict of dicts) await fetchAndCache(cache, dictPath(dict))
  await fetchMyRecords(cache)
  // The service worker stores the chunks of the pages; without a worker they load now.
  await loadPages()
}
