import { stageByKey } from '@timbermark/contract/stages'
import { fetchAndCache } from '../platform/answer-cache.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { authorizedPath, dictPath, fetchMyRecords, fetchOffers, invitedPath, offerGoodsPath } from './offline-calls.ts'
import type { App } from './context.ts'
import { canReceive, isSupplier } from './rights.ts'

/** Offers whose codes are cached. */
const maxOffline = 20

/** Caches the stages this person may report, the dictionaries of their forms, the first page of their records, and the goods that wait for them. */
export async function prefetchForOffline({
  cache,
  profile,
  loadPages,
}: Pick<App, 'cache' | 'profile' | 'loadPages'>): Promise<void> {
  const authorized = await fetchAndCache<AuthorizedStage[]>(cache, authorizedPath)
  const dicts = new Set(authorized.flatMap(one => stageByKey(one.stage).fields.flatMap(field => field.dict ?? [])))
  for (const dict of dicts) await fetchAndCache(cache, dictPath(dict))
  if (canReceive(profile))
    for (const { id } of (await fetchOffers(cache)).slice(0, maxOffline)) await fetchAndCache(cache, offerGoodsPath(id))
  if (isSupplier(profile)) await fetchAndCache(cache, invitedPath)
  await fetchMyRecords(cache)
  // The service worker stores the chunks of the pages; without a worker they load now.
  await loadPages()
}
