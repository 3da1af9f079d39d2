import { type AnyEntity, integer, ownStores, status, store } from '@timbermark/contract'
import { addOwnStore, editOwnStore, removeOwnStores } from '@timbermark/contract/calls'
import { addRow, type BeforeWrite, editRow, idsOf, removeRows } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { dealerOf } from './dealer-of.ts'
import { checkPlace } from './check-place.ts'

/** The stored store: the dealer's account cannot set dealer and department. */
const dealerStore: AnyEntity = {
  ...store,
  scoped: false,
  final: ownStores.final,
  fields: {
    ...ownStores.fields,
    // An edit by the dealer makes a version that the enterprise has not read.
    shown: { ...ownStores.fields.shown, seen: store.fields.shown.seen },
    revision: store.fields.revision,
    dealerId: integer({ readonly: true }),
    deptId: integer({ readonly: true }),
    status: { ...status(), readonly: true },
  },
}

interface Dealer {
  dealerId: number
  deptId: number | null
}

/** Locks the account's dealer until the end of the transaction. @throws Refusal notFound */
async function lockOwnDealer(db: Db, actor: Actor): Promise<Dealer> {
  const dealer = await db.maybe<Dealer>(sql`
    select d.id as "dealerId", d.dept_id as "deptId" from dealer d where d.tenant_id = ${actor.tenantId} and d.id in ${dealerOf(actor)} for share`)
  if (!dealer) throw new Refusal('notFound')
  return dealer
}

/** Refuses another dealer's store and disabled ones. @throws Refusal notFound */
function assertOwnStore(row: Row, { dealerId }: Dealer): void {
  if (row.dealerId !== dealerId || row.status !== '0') throw new Refusal('notFound')
}

/** Fields that buyers read: a change withdraws the enterprise's approval. */
const publicFields = ['name', 'address', 'addressTexts'] as const

const beforeDealerWrite =
  (dealer: Dealer): BeforeWrite =>
  async (db, actor, body, before) => {
    await checkPlace(db, actor, body, before)
    if (!before) Object.assign(body, dealer, { shown: false })
    else {
      assertOwnStore(before, dealer)
      const serialized = (row: Row, key: string) => JSON.stringify(row[key] ?? null)
      if (publicFields.some(key => key in body && serialized(body, key) !== serialized(before, key))) body.shown = false
    }
  }

/** Stores that people at a dealer edit: only those of their dealer. */
export const ownStoreRoutes: RouteSpec[] = [
  serve(addOwnStore, ({ services, actor, body, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const dealer = await lockOwnDealer(db, actor)
      const hooks = { beforeWrite: beforeDealerWrite(dealer) }
      return { id: await addRow(db, services.files, dealerStore, actor, body, hooks, language) }
    }),
  ),
  serve(editOwnStore, ({ services, actor, body, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const dealer = await lockOwnDealer(db, actor)
      await editRow(db, services, dealerStore, actor, body, { beforeWrite: beforeDealerWrite(dealer) }, language)
      return null
    }),
  ),
  serve(removeOwnStores, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const dealer = await lockOwnDealer(db, actor)
      const hooks = { beforeRemove: async (_db: Db, _actor: Actor, row: Row) => assertOwnStore(row, dealer) }
      return removeRows(db, dealerStore, actor, idsOf(params.ids!), hooks)
    }),
  ),
]
