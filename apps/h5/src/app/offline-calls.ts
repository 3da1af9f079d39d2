/** The calls whose answers are cached for pages that are opened without a network. */
import type { Page } from '@timbermark/client'
import type { OfferRow } from '../report/receipt.ts'
import type { Id, RecordRow } from '../report/wire.ts'
import { storeCached, type AnswerCache } from '../platform/answer-cache.ts'

/** The stages that the signed-in person may report. */
export const authorizedPath = '/stage/authorized'
/** The entries of a dictionary. */
export const dictPath = (type: string) => `/system/dict/data/type/${encodeURIComponent(type)}`

/** The plots that a survey report may name. */
export const plotChoicesPath = '/material/plot/choices'

/** The records of the signed-in person. */
export const myRecordsPath = '/stage/record/mine'

/** The stages and goods that the signed-in supplier is invited to. */
export const invitedPath = '/custody/supplier-invitation/mine'

/** The goods that are offered to the enterprise. */
export const offersPath = '/custody/offer/list'
/** What an offer consists of. */
export const offerGoodsPath = (id: Id) => `/custody/offer/${encodeURIComponent(id)}/goods`

/** Most offers that the phone lists. */
const maxOffers = 100

/** Fetches and caches the offers that wait for a decision, newest first. */
export async function fetchOffers(cache: AnswerCache): Promise<OfferRow[]> {
  const { rows } = await cache.client.list<OfferRow>(offersPath, {
    side: 'received',
    status: 'open',
    page: 1,
    limit: maxOffers,
  })
  await storeCached(cache, offersPath, rows).catch(() => {})
  return rows
}

/** Rows per page (specification section 9). */
const limit = 20

/** Fetches a page of the records of the signed-in person; the first page is cached. */
export async function fetchMyRecords(cache: AnswerCache, page = 1): Promise<Page<RecordRow>> {
  const listed = await cache.client.list<RecordRow>(myRecordsPath, { page, limit })
  if (page === 1) await storeCached(cache, myRecordsPath, listed).catch(() => {})
  return listed
}
