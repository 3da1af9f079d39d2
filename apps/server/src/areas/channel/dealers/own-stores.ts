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

/** The store as it is kept: of which dealer, and in which department's reach, its dealer does not say. */
const kept: AnyEntity = {
  ...store,
  scoped: false,
  fields: {
    ...ownStores.fields,
    // What he writes is another version than the one that the enterprise has read.
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

/** The dealer that the account is of, kept as he is until the transaction ends. @throws Refusal notFound */
async function ownDealer(db: Db, actor: Actor): Promise<Dealer> {
  const dealer = await db.maybe<Dealer>(sql`
    select d.id as "dealerId", d.dept_id as "deptId" from dealer d where d.tenant_id = ${actor.tenantId} and d.id in ${dealerOf(actor)} for share`)
  if (!dealer) throw new Refusal('notFound')
  return dealer
}

/** Another dealer's store, and one that the enterprise has disabled, are not there. @throws Refusal notFound */
function assertOwn(row: Row, { dealerId }: Dealer): void {
  if (row.dealerId !== dealerId || row.status !== '0') throw new Refusal('notFound')
}

/** What buyers read of a store: the enterprise has said of this, and of nothing else, that they may. */
const told = ['name', 'address', 'addressTexts'] as const

const keeping =
  (dealer: Dealer): BeforeWrite =>
  async (db, actor, body, before) => {
    await checkPlace(db, actor, body, before)
    if (!before) Object.assign(body, dealer, { shown: false })
    else {
      assertOwn(before, dealer)
      const says = (row: Row, key: string) => JSON.stringify(row[key] ?? null)
      if (told.some(key => key in body && says(body, key) !== says(before, key))) body.shown = false
    }
  }

/** Stores that somebody of a dealer keeps himself: his dealer's and no others. */
export const ownStoreRoutes: RouteSpec[] = [
  serve(addOwnStore, ({ services, actor, body, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const dealer = await ownDealer(db, actor)
      const hooks = { beforeWrite: keeping(dealer) }
      return { id: await addRow(db, services.files, kept, actor, body, hooks, language) }
    }),
  ),
  serve(editOwnStore, ({ services, actor, body, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const dealer = await ownDealer(db, actor)
      await editRow(db, services, kept, actor, body, { beforeWrite: keeping(dealer) }, language)
      return null
    }),
  ),
  serve(removeOwnStores, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const dealer = await ownDealer(db, actor)
      const hooks = { beforeRemove: async (_db: Db, _actor: Actor, row: Row) => assertOwn(row, dealer) }
      return { removed: await removeRows(db, kept, actor, idsOf(params.ids!), hooks) }
    }),
  ),
]
