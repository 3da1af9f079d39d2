import { addInvitation, invitationGoods } from '@timbermark/contract/calls'
import {
  invitation,
  invitations,
  type Language,
  type ParsedBodyOf,
  permissionOf,
  type RowOf,
  type StageKey,
  stageKeys,
} from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { locales } from '@timbermark/phrases/locales'
import { readingOf } from '../../entity/read-rows.ts'
import { rightsOf } from '../../entity/rights.ts'
import { scopePredicate } from '../../entity/scope.ts'
import { transitionRoutes } from '../../entity/transitions.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { type Call, type RouteSpec, serve } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { lockCodeRequests } from '../code/directory/range-facts.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { collectInvited } from './offered-goods.ts'
import { describeRanges, loadInvitedRanges } from './offered-ranges.ts'
import { assertLastDay, assertNotInvited, isOver } from './invited-codes.ts'
import { findReceiver, loadOffered, type OfferedProduct } from './offers.ts'
import { notifyOtherSide } from './offer-messages.ts'

/** Row security lets the two enterprises of an invitation read it. At the holder the data scope applies. */
function invitationsInScope(actor: Actor, verb: string): Sql {
  const permission = permissionOf(invitation, verb)
  const scope = scopePredicate(actor, permission, { alias: 't', dept: 'dept_id', owner: 'created_by' })
  return sql`((t.tenant_id = ${actor.tenantId} and ${scope}) or t.partner_tenant_id = ${actor.tenantId})`
}

/** Locks an invitation for a decision of one side. @throws Refusal notFound */
async function lockInvitation(db: Db, actor: Actor, id: number, verb: string): Promise<Row> {
  // The verb of the permission: the partner decides by `accept`, the holder by `add`.
  const side = verb === 'accept' ? sql`t.partner_tenant_id = ${actor.tenantId}` : sql`t.tenant_id = ${actor.tenantId}`
  const row = await db.maybe<Row>(sql`
    select t.id, t.status, t.tenant_id as holder, t.partner_tenant_id as partner, t.goods
    from custody_invitation t where t.id = ${id} and ${side} and ${invitationsInScope(actor, verb)} for update of t`)
  if (!row) throw new Refusal('notFound')
  return row
}

/** Effects of a decision: its time, and a message to the other side. */
const settling = (
  to: 'holder' | 'partner',
  kind: 'invitationDeclined' | 'invitationWithdrawn' | 'invitationRevoked',
) => ({
  async effect(db: Db, actor: Actor, row: Row) {
    await db.execute(
      sql`update custody_invitation set settled_at = now() where tenant_id = ${row.holder} and id = ${row.id}`,
    )
    await notifyOtherSide(db, row[to] as number, kind, { goods: String(row.goods), enterprise: actor.tenantName })
  },
})

const settleRoutes = transitionRoutes(
  invitation,
  {
    decline: settling('holder', 'invitationDeclined'),
    withdraw: settling('partner', 'invitationWithdrawn'),
    revoke: settling('partner', 'invitationRevoked'),
  },
  { lock: lockInvitation, ownerOf: row => row.holder as number },
)

const sides: Record<string, (actor: Actor) => Sql> = {
  given: actor => sql`t.tenant_id = ${actor.tenantId}`,
  received: actor => sql`t.partner_tenant_id = ${actor.tenantId}`,
}

type FoundInvitation = RowOf<typeof invitations> & {
  holderId: number
  stages: StageKey[]
  [column: string]: unknown
}

/** Names of stages in their order, in the reader's language. */
export const stageList = (language: Language, stages: readonly StageKey[]): string =>
  new Intl.ListFormat(locales[language]).format(
    stageKeys.filter(key => stages.includes(key)).map(key => phrase(language, `stage.${key}`)),
  )

export const invitationReading = readingOf(invitations, {
  shared: true,
  where: ({ actor }, verb) => invitationsInScope(actor, verb),
  columns: {
    stageNames: 'computedInCode',
    standing: sql`case when t.status not in ('open', 'accepted') or ${isOver} then 'ended'
      when t.status = 'accepted' then 'current' else 'open' end`,
  },
  more: sql`t.tenant_id as "holderId", t.stages`,
  search: {
    side: (value, { actor }) => {
      const side = Object.hasOwn(sides, value) ? sides[value] : undefined
      if (!side) throw invalid([{ field: 'side', error: 'notOneOf' }])
      return side(actor)
    },
  },
  rights: (rows: FoundInvitation[], { actor }) =>
    rows.map(row => {
      const isHolder = row.holderId === actor.tenantId
      const ended = row.standing === 'ended' ? 'custody.invitationOver' : undefined
      return rightsOf(invitation, actor, row, {
        extraVerbs: { accept: permissionOf(invitation, 'accept') },
        against: {
          accept: isHolder || row.status !== 'open' ? 'absent' : ended,
          decline: isHolder ? 'absent' : undefined,
          withdraw: isHolder ? undefined : 'absent',
          revoke: isHolder ? undefined : 'absent',
        },
      })
    }),
  toRows: (rows: FoundInvitation[], { actor, language }) =>
    rows.map(({ holderId, stages, ...row }) => ({
      ...row,
      stages,
      stageNames: stageList(language, stages),
      side: holderId === actor.tenantId ? ('given' as const) : ('received' as const),
    })),
})

/**
 * Invites another enterprise to report stages about goods that stay with their holder.
 * @param invitedAt only the demonstration sets another time than now
 * @throws Refusal
 */
export async function invite(
  { services, actor, language }: Pick<Call, 'services' | 'actor' | 'language'>,
  body: ParsedBodyOf<typeof addInvitation>,
  invitedAt = new Date(),
): Promise<{ id: number; codes: number }> {
  assertLastDay(body.untilOn, invitedAt)
  const partner = await findReceiver(services.database, actor, body.partner)
  const stages = stageKeys.filter(key => body.stages.includes(key))
  return services.database.withTenant(actor.tenantId, async db => {
    const goods = await collectInvited({ services, db, actor, language, recordedAt: invitedAt }, body)
    await lockCodeRequests(db, 'custody', goods.ranges)
    await assertNotInvited({ services, actor, db }, goods.ranges, stages, {
      tables: { invitation: 'custody_invitation', range: 'custody_invitation_range' },
      open: sql`t.partner_tenant_id = ${partner.id} and t.status in ('open', 'accepted')`,
      name: partner.name,
    })
    const { batchNumber, product } = await loadOffered(db, actor.tenantId, goods.batchId)
    const name = `${product.name} · ${batchNumber}`.slice(0, 200)
    const { id } = await db.one<{ id: number }>(sql`
      insert into custody_invitation (tenant_id, dept_id, partner_tenant_id, goods, holder, partner, product, batch_number, codes, stages,
        until_on, note, invited_at, created_by, updated_by)
      values (${actor.tenantId}, ${actor.deptId}, ${partner.id}, ${name}, ${actor.tenantName}, ${partner.name},
        ${JSON.stringify(product)}::jsonb, ${batchNumber}, ${goods.count}, ${stages}::text[], ${body.untilOn}, ${body.note || null},
        ${invitedAt}, ${actor.accountId}, ${actor.accountId})
      returning id`)
    await insertRows(
      db,
      'custody_invitation_range',
      goods.ranges.map(({ request, range }) => ({
        tenant_id: actor.tenantId,
        partner_tenant_id: partner.id,
        invitation_id: id,
        request_number: request,
        serials: range,
      })),
    )
    await notifyOtherSide(db, partner.id, 'invitationReceived', { goods: name, enterprise: actor.tenantName })
    return { id, codes: goods.count }
  })
}

export const stageInvitationRoutes: RouteSpec[] = [
  ...viewRoutes(invitationReading, {
    summary: 'Invitations to stages that the enterprise made or received, newest first',
  }),
  serve(addInvitation, call => {
    clientLimits(call.services).lookup(call.ip)
    return invite(call, call.body)
  }),
  serve(invitationGoods, async ({ services, actor, params }) => {
    const { row, ranges } = await services.database.withTenant(actor.tenantId, async db => {
      const row = await db.maybe<{
        product: OfferedProduct
        batchNumber: string
        note: string | null
        holder: number
      }>(sql`
        select t.tenant_id as holder, t.product, t.batch_number as "batchNumber", t.note from custody_invitation t
        where t.id = ${Number(params.id)} and ${invitationsInScope(actor, 'list')}`)
      if (!row) throw new Refusal('notFound')
      return { row, ranges: await loadInvitedRanges(db, row.holder, Number(params.id)) }
    })
    const { product, batchNumber, note } = row
    const { name, foreignName, chineseName, latinGenus, latinSpecies } = product
    return {
      product: { name, foreignName, chineseName, latinName: `${latinGenus} ${latinSpecies}`.trim() },
      batchNumber,
      note,
      ranges: await describeRanges(services, row.holder, ranges),
    }
  }),
  ...settleRoutes,
]
