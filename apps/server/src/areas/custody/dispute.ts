import {
  type CustodySide,
  type DisputeKind,
  type DisputeNow,
  type ErrorKey,
  isWordless,
  type MessageKind,
  nextDisputeKinds,
  offer,
  type ParsedBodyOf,
  permissionOf,
} from '@timbermark/contract'
import { offerDispute, writeDispute } from '@timbermark/contract/calls'
import { type Actor, hasPermission } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { notifyOtherSide } from './offer-messages.ts'
import { offersInScope } from './offers.ts'

interface DisputedOffer {
  giverId: number
  receiverId: number
  goods: string
  giver: string
  receiver: string
  status: string
}

interface Line {
  number: number
  dispute: number
  side: CustodySide
  kind: DisputeKind
  proposal: number | null
  text: string | null
  operator: string
  time: Date
}

/** The verb whose permission lets a side write: who may hand goods over, or take them over. */
const verbOf = { giver: 'add', receiver: 'accept' } as const satisfies Record<CustodySide, string>

const sideOf = ({ tenantId }: Actor, { giverId }: DisputedOffer): CustodySide =>
  tenantId === giverId ? 'giver' : 'receiver'

const messageOf = {
  opened: 'disputeOpened',
  answered: 'disputeAnswered',
  proposed: 'disputeProposed',
  agreed: 'disputeAgreed',
  takenBack: 'disputeTakenBack',
} as const satisfies Record<DisputeKind, MessageKind>

/** @throws Refusal notFound */
async function loadOffer(db: Db, id: number, scope: Sql, lock?: Sql): Promise<DisputedOffer> {
  const row = await db.maybe<DisputedOffer>(sql`
    select t.tenant_id as "giverId", t.receiver_tenant_id as "receiverId", t.goods, t.giver, t.receiver, t.status
    from custody_offer t where t.id = ${id} and ${scope} ${lock ?? sql``}`)
  if (!row) throw new Refusal('notFound')
  return row
}

const loadLines = (db: Db, { giverId }: DisputedOffer, id: number) =>
  db.query<Line>(sql`
    select number, dispute, side, kind, proposal, text, operator, created_at as time from custody_dispute_line
    where tenant_id = ${giverId} and offer_id = ${id} order by number`)

/** The state that lines lead to; each is of the same or of the next dispute of the offer. */
function disputeOf(lines: readonly Line[]): DisputeNow & { dispute: number; proposal: number | null } {
  const last = lines.at(-1)
  const none = { lines: lines.length, openedBy: null, proposedBy: null, proposal: null, dispute: last?.dispute ?? 0 }
  if (!last) return { ...none, state: 'none' }
  if (isWordless(last.kind)) return { ...none, state: 'settled' }
  const current = lines.filter(({ dispute }) => dispute === last.dispute)
  const proposal = current.findLast(({ kind }) => kind === 'proposed')
  return {
    ...none,
    state: proposal ? 'proposed' : 'open',
    openedBy: current[0]!.side,
    proposedBy: proposal?.side ?? null,
    proposal: proposal?.number ?? null,
  }
}

/** Why a side may not write this kind of line now; undefined when it may. */
function refusalOf(now: DisputeNow, side: CustodySide, kind: DisputeKind): ErrorKey | undefined {
  if (nextDisputeKinds(now, side).includes(kind)) return undefined
  const isOpen = now.state === 'open' || now.state === 'proposed'
  if (kind === 'opened') return isOpen ? 'custody.disputeOpen' : 'custody.disputeFull'
  if (!isOpen) return 'custody.noDispute'
  if (kind === 'agreed') return now.proposedBy === side ? 'custody.ownProposal' : 'custody.noProposal'
  return kind === 'takenBack' ? 'custody.notOpener' : 'custody.disputeFull'
}

const isSame = (line: Line, side: CustodySide, { kind, text }: Pick<Line, 'kind' | 'text'>) =>
  line.side === side && line.kind === kind && line.text === text

/**
 * Writes a line. The lock of the offer lets one writer go on at a time; the others find what it wrote, and are refused unless
 * it is what they were about to write, as when two people of one side agree at once.
 * @param time only the demonstration sets another time than now
 * @throws Refusal
 */
export async function writeDisputeLine(
  db: Db,
  actor: Actor,
  id: number,
  body: ParsedBodyOf<typeof writeDispute>,
  time = new Date(),
): Promise<{ number: number; state: DisputeNow['state'] }> {
  const { kind, seen } = body
  const text = body.text || null
  if (!text && !isWordless(kind)) throw invalid([{ field: 'text', error: 'required' }])
  // A side is in scope by the verb that lets it write; without its permission the offer is not found.
  const scope = sql`((t.tenant_id = ${actor.tenantId} and ${writable(actor, 'giver')})
    or (t.receiver_tenant_id = ${actor.tenantId} and ${writable(actor, 'receiver')}))`
  const disputed = await loadOffer(db, id, scope, sql`for update of t`)
  const side = sideOf(actor, disputed)
  if (disputed.status !== 'accepted') throw new Refusal('custody.notAccepted')
  const lines = await loadLines(db, disputed, id)
  const now = disputeOf(lines)
  const last = lines.at(-1)
  if (last && last.number === seen + 1 && isSame(last, side, { kind, text }))
    return { number: last.number, state: now.state }
  if (seen !== lines.length) throw new Refusal('changedSince')
  const refusal = refusalOf(now, side, kind)
  if (refusal) throw new Refusal(refusal)
  const line: Line = {
    number: seen + 1,
    dispute: kind === 'opened' ? now.dispute + 1 : now.dispute,
    side,
    kind,
    proposal: kind === 'proposed' ? null : now.proposal,
    text,
    operator: actor.nickName,
    time,
  }
  const { time: created_at, ...stored } = line
  await insertRows(db, 'custody_dispute_line', [
    {
      ...stored,
      tenant_id: disputed.giverId,
      receiver_tenant_id: disputed.receiverId,
      offer_id: id,
      created_by: actor.accountId,
      created_at,
    },
  ])
  const otherSide = side === 'giver' ? disputed.receiverId : disputed.giverId
  await notifyOtherSide(db, otherSide, messageOf[kind], { id, goods: disputed.goods, enterprise: actor.tenantName })
  return { number: line.number, state: disputeOf([...lines, line]).state }
}

const writable = (actor: Actor, side: CustodySide): Sql =>
  hasPermission(actor, permissionOf(offer, verbOf[side])) ? offersInScope(actor, verbOf[side]) : sql`false`

export const disputeRoutes: RouteSpec[] = [
  serve(offerDispute, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = Number(params.id)
      const disputed = await loadOffer(db, id, offersInScope(actor, 'list'))
      const lines = await loadLines(db, disputed, id)
      const now = disputeOf(lines)
      const side = sideOf(actor, disputed)
      const mayWrite =
        disputed.status === 'accepted' &&
        (await db.maybe(
          sql`select from custody_offer t where ${isParty(actor)} and t.id = ${id} and ${writable(actor, side)}`,
        ))
      const { goods, giver, receiver } = disputed
      return {
        goods,
        giver,
        receiver,
        side,
        state: now.state,
        seen: lines.length,
        can: mayWrite ? nextDisputeKinds(now, side) : [],
        lines: lines.map(line => ({ ...line, proposal: line.kind === 'agreed' ? line.proposal : null })),
      }
    }),
  ),
  serve(writeDispute, ({ services, actor, params, body }) =>
    services.database.withTenant(actor.tenantId, db => writeDisputeLine(db, actor, Number(params.id), body)),
  ),
]

const isParty = ({ tenantId }: Actor) => sql`(t.tenant_id = ${tenantId} or t.receiver_tenant_id = ${tenantId})`
