import { inviteSupplier, ownSupplierInvitations, supplierInvitationGoods, suppliers } from '@timbermark/contract/calls'
import {
  type ParsedBodyOf,
  permissionOf,
  type RowOf,
  type StageKey,
  stageKeys,
  supplierInvitation,
  supplierInvitations,
  supplierUserType,
} from '@timbermark/contract'
import { readingOf } from '../../entity/read-rows.ts'
import { scopePredicate } from '../../entity/scope.ts'
import { transitionRoutes } from '../../entity/transitions.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { containsText, currentTenant, type Sql, sql } from '../../platform/database/sql.ts'
import { type Call, type RouteSpec, serve } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { type CodeRange, codeRange, lockCodeRequests } from '../code/directory/range-facts.ts'
import { seenBySupplier } from '../stage/authorization/supplier-invitations.ts'
import { stageList } from './invitations.ts'
import { assertLastDay, assertNotInvited, isOver } from './invited-codes.ts'
import { collectForSupplier } from './offered-goods.ts'
import { describeRanges } from './offered-ranges.ts'
import { loadOffered } from './offers.ts'

/** Most ranges of printed codes that the phone shows of one invitation. */
const maxShownRanges = 20

const nameOfAccount = sql`(a.user_name || ' · ' || a.nick_name)`

/** Accounts of suppliers, as `a`, in the caller's data scope. */
function suppliersInScope(actor: Actor): Sql {
  const permission = permissionOf(supplierInvitation, 'add')
  const scope = scopePredicate(actor, permission, { alias: 'a', dept: 'dept_id', owner: 'id' })
  return sql`(a.tenant_id = ${actor.tenantId} and a.user_type = ${supplierUserType} and ${scope})`
}

const invitationsInScope = (actor: Actor, verb: string): Sql =>
  scopePredicate(actor, permissionOf(supplierInvitation, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })

type FoundInvitation = RowOf<typeof supplierInvitations> & {
  accountId: number
  stages: StageKey[]
  [column: string]: unknown
}

const reading = readingOf(supplierInvitations, {
  joins: sql`join account a on a.tenant_id = ${currentTenant} and a.id = t.account_id`,
  where: ({ actor }, verb) => invitationsInScope(actor, verb),
  columns: {
    supplier: nameOfAccount,
    stageNames: 'computedInCode',
    validity: sql`case when t.status = 'current' and not ${isOver} then 'current' else 'ended' end`,
  },
  more: sql`t.account_id as "accountId", t.stages`,
  toRows: (rows: FoundInvitation[], { language }) =>
    rows.map(row => ({ ...row, stageNames: stageList(language, row.stages) })),
})

const revokeRoutes = transitionRoutes(supplierInvitation, {
  revoke: {
    async effect(db, actor, row) {
      await db.execute(
        sql`update supplier_invitation set settled_at = now() where tenant_id = ${actor.tenantId} and id = ${row.id}`,
      )
    },
  },
})

/** Loads the codes of invitations by invitation. */
async function loadRanges(db: Db, actor: Actor, ids: readonly number[]): Promise<Map<number, CodeRange[]>> {
  const rows = await db.query<{ id: number; request: number; from: number; to: number }>(sql`
    select invitation_id as id, request_number as request, lower(serials) as "from", upper(serials) as "to"
    from supplier_invitation_range
    where tenant_id = ${actor.tenantId} and invitation_id = any(${[...ids]}) order by 1, 2, 3`)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, list]) => [
      id,
      list.map(({ request, from, to }) => codeRange(request, { from, to })),
    ]),
  )
}

/** Locks the account, so that an invitation meets its type and state as they are. @throws Refusal custody.noSupplier */
async function lockSupplier(db: Db, actor: Actor, id: number): Promise<{ id: number; name: string }> {
  const row = await db.maybe<{ id: number; name: string }>(sql`
    select a.id, a.nick_name as name from account a
    where ${suppliersInScope(actor)} and a.id = ${id} and a.status = '0' for share of a`)
  if (!row) throw invalid([{ field: 'accountId', error: 'custody.noSupplier' }])
  return row
}

/** Invites an account of a supplier to report stages. @throws Refusal */
function invite(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  body: ParsedBodyOf<typeof inviteSupplier>,
): Promise<{ id: number; codes: number }> {
  assertLastDay(body.untilOn, new Date())
  const stages = stageKeys.filter(key => body.stages.includes(key))
  return services.database.withTenant(actor.tenantId, async db => {
    const supplier = await lockSupplier(db, actor, body.accountId)
    const goods = await collectForSupplier({ services, db, actor }, body)
    await lockCodeRequests(db, 'custody', goods.ranges)
    await assertNotInvited({ services, actor, db }, goods.ranges, stages, {
      tables: { invitation: 'supplier_invitation', range: 'supplier_invitation_range' },
      open: sql`t.account_id = ${supplier.id} and t.status = 'current'`,
      name: supplier.name,
    })
    const { batchNumber, product } = await loadOffered(db, actor.tenantId, goods.batchId)
    const { id } = await db.one<{ id: number }>(sql`
      insert into supplier_invitation (tenant_id, dept_id, account_id, goods, codes, stages, until_on, note, created_by, updated_by)
      values (${actor.tenantId}, ${actor.deptId}, ${supplier.id}, ${`${product.name} · ${batchNumber}`.slice(0, 200)}, ${goods.count},
        ${stages}::text[], ${body.untilOn}, ${body.note || null}, ${actor.accountId}, ${actor.accountId})
      returning id`)
    await insertRows(
      db,
      'supplier_invitation_range',
      goods.ranges.map(({ request, range }) => ({
        tenant_id: actor.tenantId,
        invitation_id: id,
        request_number: request,
        serials: range,
      })),
    )
    return { id, codes: goods.count }
  })
}

export const supplierInvitationRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { summary: 'Suppliers that are invited to report stages, newest first' }),
  serve(suppliers, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, db =>
      db.query(sql`
        select a.id, ${nameOfAccount} as label, a.status <> '0' as disabled from account a
        where ${suppliersInScope(actor)} and ${query.search ? containsText(nameOfAccount, query.search) : sql`true`}
        order by a.user_name limit 50`),
    ),
  ),
  serve(inviteSupplier, call => invite(call, call.body)),
  serve(supplierInvitationGoods, async ({ services, actor, params }) => {
    const id = Number(params.id)
    const { goods, note, ranges } = await services.database.withTenant(actor.tenantId, async db => {
      const row = await db.maybe<{ note: string | null; batchId: number }>(sql`
        select t.note, (select q.batch_id from supplier_invitation_range r
          join code_request q on q.tenant_id = ${actor.tenantId} and q.request_number = r.request_number
          where r.tenant_id = ${actor.tenantId} and r.invitation_id = t.id limit 1) as "batchId"
        from supplier_invitation t
        where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${invitationsInScope(actor, 'list')}`)
      if (!row) throw new Refusal('notFound')
      const goods = await loadOffered(db, actor.tenantId, row.batchId)
      return { goods, note: row.note, ranges: (await loadRanges(db, actor, [id])).get(id) ?? [] }
    })
    const { name, foreignName, chineseName, latinGenus, latinSpecies } = goods.product
    return {
      product: { name, foreignName, chineseName, latinName: `${latinGenus} ${latinSpecies}`.trim() },
      batchNumber: goods.batchNumber,
      note,
      ranges: await describeRanges(services, actor.tenantId, ranges),
    }
  }),
  serve(ownSupplierInvitations, async ({ services, actor }) => {
    const { rows, ranges } = await services.database.withTenant(actor.tenantId, async db => {
      const rows = await db.query<{
        id: number
        goods: string
        stages: StageKey[]
        untilOn: string
        ended: boolean
        note: string | null
        codes: number
      }>(sql`
        select t.id, t.goods, t.stages, t.until_on::text as "untilOn", ${isOver} as ended, t.note, t.codes
        from supplier_invitation t where ${seenBySupplier(actor)} order by t.id desc limit 100`)
      return {
        rows,
        ranges: await loadRanges(
          db,
          actor,
          rows.map(({ id }) => id),
        ),
      }
    })
    return Promise.all(
      rows.map(async row => ({
        ...row,
        ranges: await describeRanges(services, actor.tenantId, (ranges.get(row.id) ?? []).slice(0, maxShownRanges)),
      })),
    )
  }),
  ...revokeRoutes,
]
