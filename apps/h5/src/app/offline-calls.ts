/** The calls whose answers are cached for pages that are opened without a network. */
import type { Page } from '@timbermark/client'
import type { RecordRow } from '../report/wire.ts'
import { storeCached, type AnswerCache } from '../platform/answer-cache.ts'

/** The stages that the signed-in person may report. */
export const authorizedPath = '/stage/authorized'
/** The entries of a dictionary. */
export const dictPath = (type: string) => `/system/dict/data/type/${encodeURIComponent(type)}`

/** The records of the signed-in person. */
export const myRecordsPath = '/stage/record/mine'

/** Rows per page (specification section 9). */
const limit = 20

/** Fetches a page of the records of the signed-in person; the first page is cached. */
export async function fetchMyRecords(cache: AnswerCache, page = 1): Promise<Page<RecordRow>> {
  const listed = await cache.client.list<RecordRow>(myRecordsPath, { page, limit })
  if (page === 1) await storeCached(cache, myRecordsPath, listed).catch(() => {})
  return listed
}
