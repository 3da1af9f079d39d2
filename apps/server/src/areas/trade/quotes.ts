import { addQuote } from '@timbermark/contract/calls'
import { checkBody, permissionOf, quote, quotes, type RowOf, traders } from '@timbermark/contract'
import { readingOf, wholeNumber } from '../../crud/reading.ts'
import { viewRoutes } from '../../crud/view-routes.ts'
import { noRights, rightsOf } from '../../crud/rights.ts'
import { scopePredicate } from '../../crud/scope.ts'
import { transitionRoutes } from '../../crud/transitions.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Row } from '../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { assertValid, invalid, Refusal } from '../../platform/refusal.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { tellTrader } from './trade-messages.ts'

const itsListing = sql`listing l on l.tenant_id = t.owner_tenant_id and l.id = t.listing_id`

/**
 * Row security lets a quote be read by the two enterprises it is between. Inside each of them the data scope counts: of
 * the quotes made who made them, of those received whose listing it is.
 */
function reach(actor: Actor, verb: string): Sql {
  const permission = permissionOf(quote, verb)
  const made = scopePredicate(actor, permission, { alias: 't', dept: 'dept_id', owner: 'created_by' })
  const received = scopePredicate(actor, permission, { alias: 'l', dept: 'dept_id', owner: 'created_by' })
  return sql`((t.tenant_id = ${actor.tenantId} and ${made}) or (t.owner_tenant_id = ${actor.tenantId} and ${received}))`
}

/** Accepting is for the listing's owner, who then sees the quote change; its maker then sees the whole phone number. */
const acceptance = transitionRoutes(
  quote,
  {
    accept: {
      async effect(db, actor, row) {
        await db.execute(
          sql`update quote set last_updater = ${actor.nickName} where tenant_id = ${row.maker} and id = ${row.id}`,
        )
        // What row security reads: the maker goes on seeing the listing, with the whole phone number.
        await db.execute(sql`
          update listing set accepted_tenants = array_append(accepted_tenants, ${row.maker}::bigint)
          where tenant_id = ${actor.tenantId} and id = ${row.listing} and not ${row.maker}::bigint = any (accepted_tenants)`)
        const to = { tenantId: row.maker as number, accountId: row.accountId as number | null }
        await tellTrader(db, to, 'quoteAccepted', {
          id: row.listing as number,
          goods: String(row.goods),
          enterprise: actor.tenantName,
        })
      },
    },
  },
  {
    async lock(db, actor, id, verb) {
      const scope = scopePredicate(actor, permissionOf(quote, verb), {
        alias: 'l',
        dept: 'dept_id',
        owner: 'created_by',
      })
      const row = await db.maybe<Row>(sql`
        select t.id, t.status, t.tenant_id as maker, t.listing_id as listing, t.created_by as "accountId", t.goods_name as goods from quote t join ${itsListing}
        where t.id = ${id} and t.owner_tenant_id = ${actor.tenantId} and ${scope} for update of t`)
      if (!row) throw new Refusal('notFound')
      return row
    },
    ownerOf: row => row.maker as number,
  },
)

type Found = RowOf<typeof quotes> & { [column: string]: unknown }

const sides: Record<string, (actor: Actor) => Sql> = {
  made: actor => sql`t.tenant_id = ${actor.tenantId}`,
  received: actor => sql`t.owner_tenant_id = ${actor.tenantId}`,
}

const reading = readingOf(quotes, {
  shared: true,
  joins: sql`left join ${itsListing}`,
  where: ({ actor }, verb) => reach(actor, verb),
  more: sql`t.listing_id as "listingId", l.kind, t.tenant_id as maker`,
  search: {
    listingId: given => sql`t.listing_id = ${wholeNumber('listingId', given)}`,
    side: (given, { actor }) => {
      const side = Object.hasOwn(sides, given) ? sides[given] : undefined
      if (!side) throw invalid([{ field: 'side', error: 'notOneOf' }])
      return side(actor)
    },
  },
  // Accepting is for the listing's owner alone.
  rights: (rows: Found[], { actor }) =>
    rows.map(row => (row.maker === actor.tenantId ? noRights() : rightsOf(quote, actor, row))),
  shown: (rows: Found[], { actor }) =>
    rows.map(({ maker, ...row }) => ({
      ...row,
      side: maker === actor.tenantId ? ('made' as const) : ('received' as const),
    })),
})

export const quoteRoutes: RouteSpec[] = [
  ...viewRoutes(reading, {
    summary: 'Quotes that the caller’s enterprise made or received, newest first',
    userTypes: traders,
  }),
  serve(addQuote, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      assertValid(checkBody(quote, body, 'add'))
      // What this enterprise may not see of others' listings is not there: row security answers.
      const target = await db.maybe<{
        tenant_id: number
        status: string
        goods_name: string
        created_by: number | null
      }>(sql`select tenant_id, status, goods_name, created_by from listing where id = ${body.listingId}`)
      if (!target) throw new Refusal('notFound')
      if (target.tenant_id === actor.tenantId) throw new Refusal('trade.ownListing')
      if (target.status !== 'onShelf') throw new Refusal('trade.notOnShelf')
      const made = await db.one<{ id: number }>(sql`
          insert into quote (tenant_id, dept_id, owner_tenant_id, listing_id, goods_name, quote_user, quote_enterprise, price, last_updater, created_by, updated_by)
          values (${actor.tenantId}, ${actor.deptId}, ${target.tenant_id}, ${body.listingId}, ${target.goods_name}, ${actor.nickName}, ${actor.tenantName}, ${body.price}, ${actor.nickName}, ${actor.accountId}, ${actor.accountId})
          returning id`)
      const to = { tenantId: target.tenant_id, accountId: target.created_by }
      await tellTrader(db, to, 'quoteReceived', {
        id: Number(body.listingId),
        goods: target.goods_name,
        enterprise: actor.tenantName,
        price: String(body.price),
      })
      return made
    }),
  ),
  ...acceptance,
]
