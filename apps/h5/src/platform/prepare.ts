import type { Page } from '@timbermark/client'
import { stageByKey } from '@timbermark/contract/stages'
import type { AuthorizedStage, RecordRow } from '../report/wire.ts'
import { fetchKept, keep, type Keeper } from './kept.ts'

export const authorizedPath = '/stage/authorized'
export const dictPath = (type: string) => `/system/dict/data/type/${encodeURIComponent(type)}`

export const minePath = '/stage/record/mine'

/** Rows asked for at a time (specification section 9). */
const limit = 20

/** A page of the person's own records; the first one is remembered. */
export async function fetchMine(keeper: Keeper, page = 1): Promise<Page<RecordRow>> {
  const listed = await keeper.client.list<RecordRow>(minePath, { page, limit })
  if (page === 1) await keep(keeper, minePath, listed).catch(() => {})
  return listed
}

/** Remembers the stages this person may report and every dictionary that their forms choose from. */
export async function prepare(keeper: Keeper): Promise<void> {
  const authorized = await fetchKept<AuthorizedStage[]>(keeper, authorizedPath)
  const dicts = new Set(authorized.flatMap(one => stageByKey(one.stage).fields.flatMap(field => field.dict ?? [])))
  for (const dict of dicts) await fetchKept(keeper, dictPath(dict))
  await fetchMine(keeper)
  // The chunks of the pages are stored by the service worker; without one they load now.
  await Promise.all([import('../pages/operation-link.tsx'), import('../pages/operation-log.tsx')])
}
