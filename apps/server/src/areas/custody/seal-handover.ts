import type { Json } from '@timbermark/ledger'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { SealingServices } from '../ledger/sealing/as-sealed.ts'
import { type Fields, toNfc } from '../ledger/sealing/content.ts'
import type { StoredContent } from '../ledger/sealing/contents.ts'
import {
  recomputeSpanDigest,
  sealInSpans,
  type SpanSealedRow,
  spansKeys,
  spansOfCodes,
} from '../ledger/sealing/spans.ts'

/** The stored facts of a handover that are sealed. */
export interface HandoverFacts {
  id: number
  request: number
  /** First serial, and the one after the last. */
  from: number
  to: number
  receivedRequest: number
  receivedFirst: number
  handedAt: Date
  /** Number of the offer, or of the invitation. */
  offer: number
  /** Stages that an invited partner may report; null when custody passed. */
  stages: string[] | null
  deliveryNote: string | null
  operator: string
  personalSalt: Buffer
}

/** Loads the stored facts of handovers by id. */
export async function loadHandovers(
  db: Db,
  tenantId: number,
  ids: readonly number[],
): Promise<Map<number, HandoverFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<HandoverFacts>(sql`
    select h.id, h.request_number as request, lower(h.serials) as "from", upper(h.serials) as "to", h.received_request as "receivedRequest",
      h.received_first as "receivedFirst", h.handed_at as "handedAt", coalesce(h.offer_id, h.invitation_id) as offer, h.stages, o.delivery_note as "deliveryNote", h.operator,
      h.personal_salt as "personalSalt"
    from custody_handover h left join custody_offer o on o.tenant_id = ${tenantId} and o.id = h.offer_id
    where h.tenant_id = ${tenantId} and h.id = any(${[...ids]})`)
  return new Map(rows.map(row => [row.id, row]))
}

/** The statement about a handover in the spans of its codes. */
const statementOf = (facts: HandoverFacts): SpanSealedRow => ({
  spans: spansOfCodes([[facts.request, facts.from, facts.to]]),
  statement: ({ codes }) => ({
    open: toNfc({
      kind: 'custody',
      at: facts.handedAt.toISOString(),
      codes: codes as unknown as Json,
      handover: facts.id,
      // A serial of these codes plus the shift is the serial in the receiver's request.
      receivedRequest: facts.receivedRequest,
      shift: facts.receivedFirst - facts.from,
      // Custody stays where it is.
      ...(facts.stages && { stages: facts.stages }),
    }) as Fields,
    // Always the same four closed fields together with the operator, so that readers know how many stay closed.
    withheld: { request: facts.request, offer: facts.offer, deliveryNote: facts.deliveryNote },
    personal: { operator: facts.operator },
  }),
  personalSalt: facts.personalSalt,
})

/** Seals handovers in the spans of their codes, in the transaction that stores them. */
export async function sealHandovers(
  db: Db,
  services: SealingServices,
  tenantId: number,
  ids: readonly number[],
): Promise<void> {
  const facts = await loadHandovers(db, tenantId, ids)
  await sealInSpans(db, services, tenantId, {
    kind: 'custody',
    rows: ids.map(id => ({ id, ...statementOf(facts.get(id)!) })),
    loadKeys: requests => spansKeys(db, tenantId, requests),
    // A code is handed on once, so that no handover continues another one.
    compare: null,
  })
}

/** Computes the digest of a sealed handover again from the stored row. */
export const recomputeHandoverDigest = (facts: HandoverFacts, content: StoredContent): Buffer =>
  recomputeSpanDigest(content, statementOf(facts))
