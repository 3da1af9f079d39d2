import { stageByKey } from '@timbermark/contract/stages'
import { fetchAndCache } from '../platform/answer-cache.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import {
  authorizedPath,
  dictPath,
  fetchMyRecords,
  fetchOffers,
  invitedPath,
  offerGoodsPath,
  plotChoicesPath,
} from './offline-calls.ts'
import type { App } from './context.ts'
import { canReceive, isSupplier } from './rights.ts'

/** Offers whose codes are cached. */
const maxOffline = 20

/**
 * Caches the stages this person may report, the dictionaries of their forms, the first page of their records, and the goods that wait for them.
 * @param onAuthorized is called with the stages before the rest is fetched
 */
export async function prefetchForOffline(
  { cache, profile, loadPages }: Pick<App, 'cache' | 'profile' | 'loadPages'>,
  onAuthorized: (stages: readonly AuthorizedStage[]) => void = () => {},
): Promise<void> {
  const authorized = await fetchAndCache<AuthorizedStage[]>(cache, authorizedPath)
  const dicts = new Set(authorized.flatMap(one => stageByKey(one.stage).fields.flatMap(field => field.dict ?? [])))
  for (const dict of dicts) await fetchAndCache(cache, dictPath(dict))
  onAuthorized(authorized)
  if (authorized.some(({ stage }) => stage === 'forestSurvey')) await fetchAndCache(cache, plotChoicesPath)
  if (canReceive(profile))
    for (const { id } of (await fetchOffers(cache)).slice(0, maxOffline)) await fetchAndCache(cache, offerGoodsPath(id))
  if (isSupplier(profile)) await fetchAndCache(cache, invitedPath)
  await fetchMyRecords(cache)
  // The service worker stores the chunks of the pages; without a worker they load now.
  await loadPages()
}
