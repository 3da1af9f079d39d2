import { stageByKey } from '@timbermark/contract/stages'
import { fetchAndCache, readCached } from '../platform/answer-cache.ts'
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

/** Reporters of the survey store plots too. */
const reportsSurvey = (stages: readonly AuthorizedStage[]) => stages.some(({ stage }) => stage === 'forestSurvey')

/**
 * With a network, caches the stages this person may report, the dictionaries of their forms, the plots that they may name,
 * the first page of their records, and the goods that wait for them.
 * @param onSurveyor is told whether the person may report the survey, first as it is cached
 */
export async function prepareForOffline(
  { cache, profile, loadPages }: Pick<App, 'cache' | 'profile' | 'loadPages'>,
  online: boolean,
  onSurveyor: (isSurveyor: boolean) => void,
): Promise<void> {
  const cached = await readCached<AuthorizedStage[]>(cache, authorizedPath).catch(() => undefined)
  if (cached) onSurveyor(reportsSurvey(cached.data))
  if (!online) return
  const authorized = await fetchAndCache<AuthorizedStage[]>(cache, authorizedPath)
  onSurveyor(reportsSurvey(authorized))
  if (reportsSurvey(authorized)) await fetchAndCache(cache, plotChoicesPath)
  const dicts = new Set(authorized.flatMap(one => stageByKey(one.stage).fields.flatMap(field => field.dict ?? [])))
  for (const dict of dicts) await fetchAndCache(cache, dictPath(dict))
  if (canReceive(profile))
    for (const { id } of (await fetchOffers(cache)).slice(0, maxOffline)) await fetchAndCache(cache, offerGoodsPath(id))
  if (isSupplier(profile)) await fetchAndCache(cache, invitedPath)
  await fetchMyRecords(cache)
  // The service worker stores the chunks of the pages; without a worker they load now.
  await loadPages()
}
