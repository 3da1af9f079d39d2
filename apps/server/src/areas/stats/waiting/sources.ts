import { codeRequest, jobLog, type WaitingKey } from '@timbermark/contract'
import { type Reading, readingOf } from '../../../entity/read-rows.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { ownReading, reviewReading } from '../../certification/routes.ts'
import { caseReading } from '../../channel/cases/cases.ts'
import { ownCaseReading } from '../../channel/dealers/own-channel.ts'
import { documentReading, hasGoodsUnderway } from '../../evidence/documents.ts'
import { changeRequests } from '../../stage/change-request/change-requests.ts'
import { balanceReading } from '../../material/ledger/balances.ts'
import { transferReading } from '../../material/ledger/transfers.ts'
import { plotsReading } from '../../material/plot/plots.ts'
import { progressReading } from '../../stage/circulation/progress.ts'
import { invitationReading } from '../../custody/invitations.ts'
import { disputedOffers } from '../../custody/dispute-state.ts'
import { offerReading } from '../../custody/offers.ts'
import { recordReading } from '../../stage/record/records.ts'
import { enterprises } from '../../tenant/enterprise-list.ts'
import { quoteReading } from '../../trade/quotes.ts'
import { listingReading } from '../../trade/reading.ts'

interface WaitingSource {
  /** The reading of the item's list. */
  reading: unknown
  /** The item's filter without parameters, so that a partial index is used. */
  hint?: Sql
  /** Every row is computed: rows are counted in no order. */
  unordered?: true
  /** Ids of the rows that may be found, in order: only the first of them are computed. */
  candidates?: (tenantId: number) => Sql
}

const requests = readingOf(codeRequest)
/** As `monitor/schedule/job-log.ts` reads them: monitor uses this area, so this area may not use monitor. */
const runs = readingOf(jobLog, { table: 'task_run', shared: true, columns: { message: 'computedInCode' } })
/** Oldest first: what is late has waited for long, and a batch of the last days is not late yet. */
const openBatches = (tenantId: number) =>
  sql`select b.id from batch b where b.tenant_id = ${tenantId} and b.status in ('draft', 'active') order by b.id`
const pending = { reading: listingReading, hint: sql`t.status = 'pending'` }

/** Where the rows of each item come from. */
export const waitingSources: Readonly<Record<WaitingKey, WaitingSource>> = {
  listingsSupply: pending,
  listingsPurchase: pending,
  newEnterprises: { reading: enterprises },
  failedTasks: { reading: runs },
  lostTasks: { reading: runs },
  stagesOverdue: { reading: progressReading, unordered: true, candidates: openBatches },
  woodUndeclared: { reading: balanceReading, hint: sql`t.undeclared > 0` },
  recalledWood: { reading: transferReading, hint: sql`t.status = 'posted'` },
  balancesDiffering: { reading: balanceReading, hint: sql`t.differs_since is not null` },
  plotsOverlapping: { reading: plotsReading, hint: sql`t.overlap_count > 0` },
  yieldsUnusual: { reading: recordReading },
  speciesAsked: { reading: recordReading },
  permitsEnding: { reading: documentReading, hint: hasGoodsUnderway },
  changeRequests: { reading: changeRequests, hint: sql`t.status = 'waiting'` },
  reviews: { reading: reviewReading },
  ownReviews: { reading: ownReading },
  reviewsFailed: { reading: ownReading },
  ownReviewsFailed: { reading: ownReading },
  requestsDraft: { reading: requests, hint: sql`t.status = 'initialized'` },
  codesToPrint: { reading: requests, hint: sql`t.status = 'completed' and t.origin = 'own'` },
  casesOpen: { reading: caseReading, hint: sql`t.status = 'open'` },
  papersExpiring: { reading: documentReading },
  stagesInvited: { reading: invitationReading, hint: sql`t.status = 'open'` },
  goodsOffered: { reading: offerReading, hint: sql`t.status = 'open'` },
  goodsDisputed: { reading: offerReading, hint: sql`t.id in (${disputedOffers})` },
  quotesToAnswer: { reading: quoteReading, hint: sql`t.status = 'notApplied'` },
  dealerWarnings: { reading: ownCaseReading },
  recordsWithdrawn: { reading: recordReading, hint: sql`t.status = 'voided'` },
  recordsCorrected: { reading: recordReading },
  recordsLate: { reading: recordReading },
  recordsUnlikely: { reading: recordReading, hint: sql`t.flags <> '[]'` },
}

/** The reading of an item; that of the progress of batches depends on settings of the enterprise. */
export async function loadReading(database: Database, db: Db, tenantId: number, key: WaitingKey): Promise<Reading> {
  const { reading } = waitingSources[key]
  return (typeof reading === 'function' ? await progressReading(database, db, tenantId) : reading) as Reading
}
