import type { Page } from '@timbermark/client'
import type { RecordRow } from '../report/wire.ts'
import { keep, type Keeper } from '../platform/kept.ts'

/** The stages that the signed-in person may report. */
export const authorizedPath = '/stage/authorized'
/** The entries of a dictionary. */
export const dictPath = (type: string) => `/system/dict/data/type/${encodeURIComponent(type)}`

/** The person's own records. */
export const minePath = '/stage/record/mine'

/** Rows asked for at a time (specification section 9). */
const limit = 20

/** A page of the person's own records; the first one is remembered. */
export async function fetchMine(keeper: Keeper, page = 1): Promise<Page<RecordRow>> {
  const listed = await keeper.client.list<RecordRow>(minePath, { page, limit })
  if (page === 1) await keep(keeper, minePath, listed).catch(() => {})
  return listed
}
