import { addQuote, phoneConsent, quoteHistory, reviseQuote } from '@timbermark/contract/calls'
import { checkBody, type ErrorKey, permissionOf, quote, quotes, type RowOf, traders } from '@timbermark/contract'
import { readingOf, parseWholeNumber } from '../../entity/read-rows.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import { rightsOf } from '../../entity/rights.ts'
import { scopePredicate } from '../../entity/scope.ts'
import { transitionRoutes } from '../../entity/transitions.ts'
import { type Actor, staff } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { assertValid, invalid, Refusal } from '../../platform/refusal.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { othersListings } from './reading.ts'
import { assertTrading } from './disabled-enterprises.ts'
import { notifyTrader } from './trade-messages.ts'

/** Quotes expire by the UTC day, which is the same for both sides. */
const isExpired = sql`(t.valid_until < (now() at time zone 'UTC')::date)`

/** One of the two enterprises is disabled: nobody trades with it until it is enabled again. */
const isWithDisabled = sql`(t.maker_disabled or t.owner_disabled)`

/** A revised amount has replaced this quote. */
const isReplaced = sql`exists (select from quote n where n.tenant_id = t.tenant_id and n.revises = t.id)`

/** @throws Refusal invalid when the last day is in the past */
function assertNotPast(validUntil: unknown): void {
  if (typeof validUntil === 'string' && validUntil < new Date().toISOString().slice(0, 10))
    throw invalid([{ field: 'validUntil', error: 'trade.validUntilPast' }])
}

const listingOfQuote = sql`listing l on l.tenant_id = t.owner_tenant_id and l.id = t.listing_id`

/**
 * Row security lets the two enterprises of a quote read it. Inside each of them the data scope applies: by the maker for
 * quotes made, by the owner of the listing for quotes received.
 */
function quotesInScope(actor: Actor, verb: string): Sql {
  const permission = permissionOf(quote, verb)
  const madeInScope = scopePredicate(actor, permission, { alias: 't', dept: 'dept_id', owner: 'created_by' })
  const receivedInScope = scopePredicate(actor, permission, { alias: 'l', dept: 'dept_id', owner: 'created_by' })
  return sql`((t.tenant_id = ${actor.tenantId} and ${madeInScope}) or (t.owner_tenant_id = ${actor.tenantId} and ${receivedInScope}))`
}

interface PhoneConsent {
  listing: number
  maker: number
  open: boolean
}

/** Sets whether the enterprise `maker`, whose quote was accepted, may see the phone number of the listing from now on. */
async function setConsent(db: Db, actor: Actor, { listing, maker, open }: PhoneConsent): Promise<void> {
  const others = sql`array_remove(phone_closed_to, ${maker}::bigint)`
  await db.execute(sql`
    update listing set phone_closed_to = ${open ? others : sql`array_append(${others}, ${maker}::bigint)`}
    where tenant_id = ${actor.tenantId} and id = ${listing}`)
}

/**
 * Locks the listing and then a received quote for a decision by the listing's owner, within their data scope. The listing comes
 * first: an acceptance also closes its other quotes.
 * @throws Refusal notFound
 */
async function lockReceived(db: Db, actor: Actor, id: number, verb: string): Promise<Row> {
  await assertTrading(db, actor)
  await db.execute(sql`
    select from listing l where l.tenant_id = ${actor.tenantId} and l.id = (
      select q.listing_id from quote q where q.id = ${id} and q.owner_tenant_id = ${actor.tenantId}) for no key update`)
  const scope = scopePredicate(actor, permissionOf(quote, verb), { alias: 'l', dept: 'dept_id', owner: 'created_by' })
  const row = await db.maybe<Row>(sql`
    select t.id, t.status, t.tenant_id as maker, t.listing_id as listing, t.created_by as "accountId", t.goods_name as goods from quote t join ${listingOfQuote}
    where t.id = ${id} and t.owner_tenant_id = ${actor.tenantId} and ${scope} for update of t`)
  if (!row) throw new Refusal('notFound')
  return row
}

/**
 * Closes the other open quotes on a listing, earlier amounts of the accepted one too, and notifies their makers. The listing is
 * locked, so no other acceptance is under way.
 */
async function closeOthers(db: Db, actor: Actor, accepted: Row): Promise<void> {
  const others = await db.query<{
    id: number
    maker: number
    account: number | null
    goods: string
    replaced: boolean
  }>(sql`
    select t.id, t.tenant_id as maker, t.created_by as account, t.goods_name as goods, ${isReplaced} as replaced from quote t
    where t.owner_tenant_id = ${actor.tenantId} and t.listing_id = ${accepted.listing} and t.status = 'notApplied' and t.id <> ${accepted.id}
    order by t.id for update of t`)
  for (const { id, maker, account, goods, replaced } of others) {
    await db.execute(
      sql`update quote set status = 'closed', last_updater = ${actor.nickName} where tenant_id = ${maker} and id = ${id}`,
    )
    if (!replaced && maker !== accepted.maker)
      await notifyTrader(db, { tenantId: maker, accountId: account }, 'quoteClosed', {
        id: accepted.listing as number,
        goods,
      })
  }
}

/** The listing's owner accepts a quote; its maker then sees the whole phone number. */
const acceptRoutes = transitionRoutes(
  quote,
  {
    accept: {
      // The row is locked: a concurrent revision has either been stored already, or waits and finds the quote accepted.
      async guard(db, actor, row) {
        const now = await db.one<{ expired: boolean | null; replaced: boolean; disabled: boolean }>(
          sql`select ${isExpired} as expired, ${isReplaced} as replaced, ${isWithDisabled} as disabled from quote t
            where t.tenant_id = ${row.maker} and t.id = ${row.id}`,
        )
        if (now.disabled) throw new Refusal('trade.enterpriseDisabled')
        if (now.replaced) throw new Refusal('trade.quoteReplaced')
        if (now.expired) throw new Refusal('trade.quoteExpired')
        // Locked as the effect changes it: taking the listing off waits, or has been done.
        const { status } = await db.one<{ status: string }>(
          sql`select status from listing where tenant_id = ${actor.tenantId} and id = ${row.listing} for no key update`,
        )
        if (status !== 'onShelf') throw new Refusal('trade.offShelf')
      },
      async effect(db, actor, row) {
        await db.execute(
          sql`update quote set last_updater = ${actor.nickName} where tenant_id = ${row.maker} and id = ${row.id}`,
        )
        // Row security reads this: the maker keeps seeing the listing, with the whole phone number.
        await db.execute(sql`
          update listing set accepted_tenants = array_append(accepted_tenants, ${row.maker}::bigint)
          where tenant_id = ${actor.tenantId} and id = ${row.listing} and not ${row.maker}::bigint = any (accepted_tenants)`)
        await setConsent(db, actor, { listing: row.listing as number, maker: row.maker as number, open: true })
        await closeOthers(db, actor, row)
        const to = { tenantId: row.maker as number, accountId: row.accountId as number | null }
        await notifyTrader(db, to, 'quoteAccepted', {
          id: row.listing as number,
          goods: String(row.goods),
          enterprise: actor.tenantName,
        })
      },
    },
  },
  {
    lock: lockReceived,
    ownerOf: row => row.maker as number,
  },
)

type FoundQuote = RowOf<typeof quotes> & {
  phoneOpen: boolean | null
  disabled: boolean
  onShelf: boolean
  [column: string]: unknown
}

function acceptRefusal({ standing, onShelf }: FoundQuote): ErrorKey | undefined {
  if (standing === 'expired') return 'trade.quoteExpired'
  return onShelf ? undefined : 'trade.offShelf'
}

const sides: Record<string, (actor: Actor) => Sql> = {
  made: actor => sql`t.tenant_id = ${actor.tenantId}`,
  received: actor => sql`t.owner_tenant_id = ${actor.tenantId}`,
}

export const quoteReading = readingOf(quotes, {
  shared: true,
  joins: sql`left join ${listingOfQuote}`,
  where: ({ actor }, verb) => sql`${quotesInScope(actor, verb)} and not ${isReplaced}`,
  columns: {
    revisions: sql`(select count(*)::int from quote h where h.tenant_id = t.tenant_id and h.first_id = t.first_id and h.id <= t.id)`,
    standing: sql`case when t.status <> 'notApplied' then 'settled' when ${isExpired} then 'expired' else 'open' end`,
  },
  more: sql`t.listing_id as "listingId", l.kind, t.tenant_id as maker,
    t.status = 'applied' and not t.tenant_id = any (l.phone_closed_to) as "phoneOpen",
    ${isWithDisabled} as disabled, l.status = 'onShelf' as "onShelf"`,
  search: {
    listingId: value => sql`t.listing_id = ${parseWholeNumber('listingId', value)}`,
    side: (value, { actor }) => {
      const side = Object.hasOwn(sides, value) ? sides[value] : undefined
      if (!side) throw invalid([{ field: 'side', error: 'notOneOf' }])
      return side(actor)
    },
  },
  // The listing's owner accepts, the quote's maker revises.
  rights: (rows: FoundQuote[], { actor }) =>
    rows.map(row => {
      const isMaker = row.maker === actor.tenantId
      const disabled = row.disabled ? 'trade.enterpriseDisabled' : undefined
      return rightsOf(quote, actor, row, {
        extraVerbs: {
          revise: permissionOf(quote, 'add'),
          closePhone: permissionOf(quote, 'accept'),
          openPhone: permissionOf(quote, 'accept'),
        },
        against: {
          closePhone: !isMaker && row.phoneOpen ? undefined : 'absent',
          openPhone: !isMaker && row.status === 'applied' && !row.phoneOpen ? undefined : 'absent',
          accept: isMaker ? 'absent' : (disabled ?? acceptRefusal(row)),
          revise: isMaker ? (disabled ?? (row.status === 'notApplied' ? undefined : 'stateRefused')) : 'absent',
        },
      })
    }),
  toRows: (rows: FoundQuote[], { actor }) =>
    rows.map(({ maker, phoneOpen: _, disabled: _disabled, onShelf: _onShelf, ...row }) => ({
      ...row,
      side: maker === actor.tenantId ? ('made' as const) : ('received' as const),
    })),
})

interface Amount {
  id: number
  price: string
  validUntil: string | null
  quoteUser: string
  quoteTime: Date
}

interface OwnQuote {
  id: number
  first: number
  status: string
  price: string
  goods: string
  listing: number
  owner: number
  ownerAccount: number | null
  replaced: boolean
  /** Is one of the two enterprises disabled? */
  disabled: boolean
  /** Null when this enterprise can no longer see the listing. */
  onShelf: boolean | null
}

/** Loads a quote that the actor's enterprise made, within the data scope. @throws Refusal notFound */
async function loadOwnQuote(db: Db, actor: Actor, id: number): Promise<OwnQuote> {
  const madeInScope = scopePredicate(actor, permissionOf(quote, 'add'), {
    alias: 't',
    dept: 'dept_id',
    owner: 'created_by',
  })
  const ownQuote = await db.maybe<OwnQuote>(sql`
    select t.id, coalesce(t.first_id, t.id) as first, t.status, t.price::text as price, t.goods_name as goods, t.listing_id as listing,
      t.owner_tenant_id as owner, l.created_by as "ownerAccount", ${isReplaced} as replaced, l.status = 'onShelf' as "onShelf",
      ${isWithDisabled} as disabled
    from quote t left join ${listingOfQuote} where t.id = ${id} and t.tenant_id = ${actor.tenantId} and ${madeInScope}`)
  if (!ownQuote) throw new Refusal('notFound')
  return ownQuote
}

/** Stores the first amount of a quote. @throws Refusal trade.quoteOpen when the buyer has one on the listing: the enterprise, or a partner of it */
async function insertFirst(db: Db, statement: Sql): Promise<{ id: number }> {
  try {
    return await db.one<{ id: number }>(statement)
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'quote_open_key')
      throw new Refusal('trade.quoteOpen')
    throw error
  }
}

/** Stores a revised amount. @throws Refusal trade.quoteReplaced, stateRefused when a concurrent call was faster */
async function replaceQuote(
  db: Db,
  actor: Actor,
  before: OwnQuote,
  body: { [field: string]: unknown },
): Promise<{ id: number }> {
  try {
    const inserted = await db.one<{ id: number }>(sql`
      insert into quote (tenant_id, dept_id, owner_tenant_id, listing_id, goods_name, quote_user, quote_enterprise, price, valid_until, revises,
        first_id, last_updater, created_by, updated_by)
      values (${actor.tenantId}, ${actor.deptId}, ${before.owner}, ${before.listing}, ${before.goods}, ${actor.nickName}, ${actor.tenantName},
      ${body.price}, ${body.validUntil || null}, ${before.id}, ${before.first}, ${actor.nickName}, ${actor.accountId}, ${actor.accountId})
      returning id`)
    // The foreign key waited for a concurrent acceptance of the previous quote, so its result is visible now.
    const { status } = await db.one<{ status: string }>(
      sql`select status from quote where tenant_id = ${actor.tenantId} and id = ${before.id}`,
    )
    if (status !== 'notApplied') throw new Refusal('stateRefused')
    return inserted
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'quote_revises_key')
      throw new Refusal('trade.quoteReplaced')
    throw error
  }
}

export const quoteRoutes: RouteSpec[] = [
  ...viewRoutes(quoteReading, {
    summary: 'Quotes that the caller’s enterprise made or received, newest first',
    userTypes: traders,
  }),
  serve(addQuote, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      assertValid(checkBody(quote, body, 'add'))
      assertNotPast(body.validUntil)
      await assertTrading(db, actor)
      // Listings of others that the caller may not see do not exist for them.
      const target = await db.maybe<{
        tenant_id: number
        status: string
        goods_name: string
        created_by: number | null
        disabled: boolean
      }>(
        sql`select tenant_id, status, goods_name, created_by, t.of_disabled as disabled from listing t where t.id = ${body.listingId}
          and (t.tenant_id = ${actor.tenantId} or ${othersListings(actor)})`,
      )
      if (!target) throw new Refusal('notFound')
      if (target.tenant_id === actor.tenantId) throw new Refusal('trade.ownListing')
      if (target.disabled) throw new Refusal('trade.enterpriseDisabled')
      if (target.status !== 'onShelf') throw new Refusal('trade.notOnShelf')
      const inserted = await insertFirst(
        db,
        sql`
          insert into quote (tenant_id, dept_id, owner_tenant_id, listing_id, goods_name, quote_user, quote_enterprise, price, valid_until,
            partner_id, last_updater, created_by, updated_by)
          values (${actor.tenantId}, ${actor.deptId}, ${target.tenant_id}, ${body.listingId}, ${target.goods_name}, ${actor.nickName},
          ${actor.tenantName}, ${body.price}, ${body.validUntil || null}, ${actor.userType === staff ? 0 : actor.accountId}, ${actor.nickName},
          ${actor.accountId}, ${actor.accountId})
          returning id`,
      )
      const to = { tenantId: target.tenant_id, accountId: target.created_by }
      await notifyTrader(db, to, 'quoteReceived', {
        id: Number(body.listingId),
        goods: target.goods_name,
        enterprise: actor.tenantName,
        price: String(body.price),
      })
      return inserted
    }),
  ),
  serve(reviseQuote, ({ services, actor, params, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      await assertTrading(db, actor)
      const before = await loadOwnQuote(db, actor, Number(params.id))
      assertValid(checkBody(quote, { ...body, listingId: before.listing }, 'add'))
      assertNotPast(body.validUntil)
      if (before.status !== 'notApplied') throw new Refusal('stateRefused')
      if (before.replaced) throw new Refusal('trade.quoteReplaced')
      if (before.disabled) throw new Refusal('trade.enterpriseDisabled')
      if (before.onShelf !== true) throw new Refusal('trade.notOnShelf')
      const inserted = await replaceQuote(db, actor, before, body)
      const to = { tenantId: before.owner, accountId: before.ownerAccount }
      await notifyTrader(db, to, 'quoteRevised', {
        id: before.listing,
        goods: before.goods,
        enterprise: actor.tenantName,
        before: before.price,
        price: String(body.price),
      })
      return inserted
    }),
  ),
  serve(phoneConsent, ({ services, actor, params, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const row = await lockReceived(db, actor, Number(params.id), 'accept')
      if (row.status !== 'applied') throw new Refusal('stateRefused')
      await setConsent(db, actor, { listing: row.listing as number, maker: row.maker as number, open: body.open })
      return { open: body.open }
    }),
  ),
  serve(quoteHistory, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const visibleQuote = await db.maybe<{ maker: number; first: number }>(sql`
        select t.tenant_id as maker, coalesce(t.first_id, t.id) as first from quote t left join ${listingOfQuote}
        where t.id = ${Number(params.id)} and ${quotesInScope(actor, 'list')}`)
      if (!visibleQuote) throw new Refusal('notFound')
      return db.query<Amount>(sql`
        select t.id, t.price::text as price, t.valid_until::text as "validUntil", t.quote_user as "quoteUser", t.quote_time as "quoteTime"
        from quote t where t.tenant_id = ${visibleQuote.maker} and (t.first_id = ${visibleQuote.first} or t.id = ${visibleQuote.first})
          and (t.tenant_id = ${actor.tenantId} or t.owner_tenant_id = ${actor.tenantId})
        order by t.id desc limit 200`)
    }),
  ),
  ...acceptRoutes,
]
