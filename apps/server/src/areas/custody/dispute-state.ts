import { currentTenant, type Sql, sql } from '../../platform/database/sql.ts'

/** Lines that the enterprise of the transaction is one side of. */
const ofTenant = sql`(l.tenant_id = ${currentTenant} or l.receiver_tenant_id = ${currentTenant})`

/** A value of the last line about an offer, aliased `t`; null without a line. */
const ofLastLine = (value: Sql) => sql`(
  select ${value} from custody_dispute_line l
  where l.tenant_id = t.tenant_id and ${ofTenant} and l.offer_id = t.id order by l.number desc limit 1)`

const isSettled = sql`l.kind in ('agreed', 'takenBack')`

/** State of the dispute about an offer, by its last line; a proposal stands until another replaces it. */
export const disputeState = sql`coalesce(${ofLastLine(sql`
  case when ${isSettled} then 'settled' when l.kind = 'proposed' or l.proposal is not null then 'proposed' else 'open' end`)}, 'none')`

/** The side that did not write last is the one that is waited for. */
export const disputeTurn = ofLastLine(sql`
  case when ${isSettled} then null when (l.side = 'giver') = (t.tenant_id = ${currentTenant}) then 'other' else 'own' end`)

export const disputedAt = ofLastLine(sql`l.created_at`)

/** Ids of the offers that were ever disputed. */
export const disputedOffers = sql`select l.offer_id from custody_dispute_line l where ${ofTenant}`
