import { addOffer, offerGoods } from '@timbermark/contract/calls'
import {
  byPhoneToo,
  offer,
  offers,
  type ParsedBodyOf,
  permissionOf,
  type RowOf,
  type Texts,
} from '@timbermark/contract'
import { readingOf } from '../../entity/read-rows.ts'
import { rightsOf } from '../../entity/rights.ts'
import { scopePredicate } from '../../entity/scope.ts'
import { transitionRoutes } from '../../entity/transitions.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Database, Db, Row } from '../../platform/database/database.ts'
import { assertHasWood, loadSpeciesOfRequests } from '../material/ledger/post-handover.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { type Call, type RouteSpec, serve } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { clientLimits } from '../system/identity/client-limits.ts'
import { disputedAt, disputeState, disputeTurn } from './dispute-state.ts'
import { collectGoods } from './offered-goods.ts'
import { describeRanges, loadOfferedRanges } from './offered-ranges.ts'
import { notifyOtherSide } from './offer-messages.ts'
import { loadReceiptFiles, type ReceiptFile } from './receipt-files.ts'

/** Offers expire by the UTC day, which is the same for both sides. */
export const isExpired = sql`(t.expires_on < (now() at time zone 'UTC')::date)`

/** What was offered, as the receiver reads it and may make a product of its own from it. */
export interface OfferedProduct {
  name: string
  nameTexts: Texts
  category: string
  categoryTexts: Texts
  foreignName: string
  chineseName: string
  latinGenus: string
  latinSpecies: string
}

/**
 * Row security lets the two enterprises of an offer read it. At the giver the data scope applies; what is offered to an
 * enterprise is of nobody in particular.
 */
export function offersInScope(actor: Actor, verb: string): Sql {
  const scope = scopePredicate(actor, permissionOf(offer, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })
  return sql`((t.tenant_id = ${actor.tenantId} and ${scope}) or t.receiver_tenant_id = ${actor.tenantId})`
}

/** Locks an offer for a decision of one side. @throws Refusal notFound */
async function lockOffer(db: Db, actor: Actor, id: number, verb: string): Promise<Row> {
  // The verb of the permission: the receiver decides by `accept`, the giver by `add`.
  const side = verb === 'accept' ? sql`t.receiver_tenant_id = ${actor.tenantId}` : sql`t.tenant_id = ${actor.tenantId}`
  const row = await db.maybe<Row>(sql`
    select t.id, t.status, t.tenant_id as giver, t.receiver_tenant_id as receiver, t.goods, ${isExpired} as expired
    from custody_offer t where t.id = ${id} and ${side} and ${offersInScope(actor, verb)} for update of t`)
  if (!row) throw new Refusal('notFound')
  return row
}

const settled = (db: Db, row: Row) =>
  db.execute(sql`update custody_offer set settled_at = now() where tenant_id = ${row.giver} and id = ${row.id}`)

const settleRoutes = transitionRoutes(
  offer,
  {
    decline: {
      async effect(db, actor, row) {
        await settled(db, row)
        await notifyOtherSide(db, row.giver as number, 'offerDeclined', {
          goods: String(row.goods),
          enterprise: actor.tenantName,
        })
      },
    },
    withdraw: {
      async effect(db, actor, row) {
        await settled(db, row)
        await notifyOtherSide(db, row.receiver as number, 'offerWithdrawn', {
          goods: String(row.goods),
          enterprise: actor.tenantName,
        })
      },
    },
  },
  { lock: lockOffer, ownerOf: row => row.giver as number },
)

const sides: Record<string, (actor: Actor) => Sql> = {
  given: actor => sql`t.tenant_id = ${actor.tenantId}`,
  received: actor => sql`t.receiver_tenant_id = ${actor.tenantId}`,
}

type FoundOffer = RowOf<typeof offers> & { giverId: number; [column: string]: unknown }

export const offerReading = readingOf(offers, {
  shared: true,
  where: ({ actor }, verb) => offersInScope(actor, verb),
  columns: {
    standing: sql`case when t.status <> 'open' then 'settled' when ${isExpired} then 'expired' else 'open' end`,
    dispute: disputeState,
    disputeTurn,
    disputedAt,
  },
  more: sql`t.tenant_id as "giverId"`,
  search: {
    side: (value, { actor }) => {
      const side = Object.hasOwn(sides, value) ? sides[value] : undefined
      if (!side) throw invalid([{ field: 'side', error: 'notOneOf' }])
      return side(actor)
    },
  },
  rights: (rows: FoundOffer[], { actor }) =>
    rows.map(row => {
      const isGiver = row.giverId === actor.tenantId
      const expired = row.standing === 'expired' ? 'custody.expired' : undefined
      return rightsOf(offer, actor, row, {
        extraVerbs: {
          accept: permissionOf(offer, 'accept'),
          dispute: permissionOf(offer, isGiver ? 'add' : 'accept'),
        },
        against: {
          dispute: row.status === 'accepted' ? undefined : 'absent',
          accept: isGiver ? 'absent' : row.standing === 'settled' ? 'absent' : expired,
          decline: isGiver ? 'absent' : undefined,
          withdraw: isGiver ? undefined : 'absent',
        },
      })
    }),
  toRows: (rows: FoundOffer[], { actor }) =>
    rows.map(({ giverId, ...row }) => ({
      ...row,
      side: giverId === actor.tenantId ? ('given' as const) : ('received' as const),
    })),
})

interface Receiver {
  id: number
  name: string
}

/**
 * Finds who may be offered goods. Unknown and disabled enterprises get the same answer, so that nobody learns which exist by
 * more than their exact identification.
 * @throws Refusal custody.noReceiver, custody.ownReceiver
 */
export async function findReceiver(database: Database, actor: Actor, identification: string): Promise<Receiver> {
  const [receiver] = await database.readAcrossTenants<Receiver>(
    'custody',
    sql`
      select e.id, e.name from enterprise e
      where lower(e.identification) = lower(${identification}) and e.status = '0' and e.id <> ${platformTenant}`,
  )
  if (!receiver) throw new Refusal('custody.noReceiver')
  if (receiver.id === actor.tenantId) throw new Refusal('custody.ownReceiver')
  return receiver
}

/** Loads the product and the number of a batch as they are offered. */
export function loadOffered(db: Db, tenantId: number, batchId: number) {
  return db.one<{ batchNumber: string; product: OfferedProduct }>(sql`
    select b.batch_number as "batchNumber", json_build_object('name', p.name, 'nameTexts', p.name_texts, 'category', c.name,
      'categoryTexts', c.name_texts, 'foreignName', p.foreign_name, 'chineseName', p.chinese_name, 'latinGenus', p.latin_genus,
      'latinSpecies', p.latin_species) as product
    from batch b join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    join category c on c.tenant_id = ${tenantId} and c.id = p.category_id
    where b.tenant_id = ${tenantId} and b.id = ${batchId}`)
}

/** @throws Refusal invalid when the last day is in the past */
function assertNotPast(day: string | null | undefined): void {
  if (day && day < new Date().toISOString().slice(0, 10))
    throw invalid([{ field: 'expiresOn', error: 'custody.expiresPast' }])
}

/**
 * Offers goods to another enterprise.
 * @param offeredAt only the demonstration sets another time than now
 * @throws Refusal
 */
export async function makeOffer(
  { services, actor, language }: Pick<Call, 'services' | 'actor' | 'language'>,
  body: ParsedBodyOf<typeof addOffer>,
  offeredAt = new Date(),
): Promise<{ id: number; codes: number }> {
  assertNotPast(body.expiresOn)
  const receiver = await findReceiver(services.database, actor, body.receiver)
  return services.database.withTenant(actor.tenantId, async db => {
    const goods = await collectGoods({ services, db, actor, language, recordedAt: offeredAt }, body)
    const { batchNumber, product } = await loadOffered(db, actor.tenantId, goods.batchId)
    const species = await loadSpeciesOfRequests(db, actor.tenantId, [
      ...new Set(goods.ranges.map(({ request }) => request)),
    ])
    await assertHasWood(db, { tenantId: actor.tenantId, batchId: goods.batchId, species, volume: body.volume ?? null })
    const name = `${product.name} · ${batchNumber}`.slice(0, 200)
    const { id } = await db.one<{ id: number }>(sql`
      insert into custody_offer (tenant_id, dept_id, receiver_tenant_id, goods, giver, receiver, product, batch_number, codes, volume, weight,
        delivery_note, place, terms, expires_on, shares_plots, offered_at, created_by, updated_by)
      values (${actor.tenantId}, ${actor.deptId}, ${receiver.id}, ${name}, ${actor.tenantName}, ${receiver.name},
        ${JSON.stringify(product)}::jsonb, ${batchNumber}, ${goods.count}, ${body.volume ?? null}, ${body.weight ?? null},
        ${body.deliveryNote || null}, ${body.place || null}, ${body.terms || null}, ${body.expiresOn ?? null}, ${body.sharesPlots}, ${offeredAt},
        ${actor.accountId}, ${actor.accountId})
      returning id`)
    await insertRows(
      db,
      'custody_offer_range',
      goods.ranges.map(({ request, range }) => ({
        tenant_id: actor.tenantId,
        receiver_tenant_id: receiver.id,
        offer_id: id,
        request_number: request,
        serials: range,
      })),
    )
    await notifyOtherSide(db, receiver.id, 'offerReceived', { goods: name, enterprise: actor.tenantName })
    return { id, codes: goods.count }
  })
}

export const offerRoutes: RouteSpec[] = [
  ...viewRoutes(offerReading, {
    userTypes: byPhoneToo,
    summary: 'Offers of goods that the enterprise made or received, newest first',
  }),
  serve(addOffer, call => {
    clientLimits(call.services).lookup(call.ip)
    return makeOffer(call, call.body)
  }),
  serve(offerGoods, async ({ services, actor, params }) => {
    const { row, ranges } = await services.database.withTenant(actor.tenantId, async db => {
      const row = await db.maybe<{
        product: OfferedProduct
        batchNumber: string
        place: string | null
        terms: string | null
        sharesPlots: boolean
        giver: number
        receiverId: number
        photos: string[]
        signature: string | null
        signedBy: string | null
        signedAt: Date | null
      }>(sql`
        select t.tenant_id as giver, t.receiver_tenant_id as "receiverId", t.product, t.batch_number as "batchNumber", t.place, t.terms,
          t.shares_plots as "sharesPlots", t.photos, t.signature, t.signed_by as "signedBy", t.signed_at as "signedAt"
        from custody_offer t
        where t.id = ${Number(params.id)} and ${offersInScope(actor, 'list')}`)
      if (!row) throw new Refusal('notFound')
      return { row, ranges: await loadOfferedRanges(db, { giver: row.giver, id: Number(params.id) }) }
    })
    const { product, batchNumber, place, terms, sharesPlots, signedBy, signedAt } = row
    const { photos, signature } = await loadReceiptFiles(services, row)
    const info = ({ sha256: _, ...file }: ReceiptFile) => services.files.info(file)
    const { name, foreignName, chineseName, latinGenus, latinSpecies } = product
    return {
      product: { name, foreignName, chineseName, latinName: `${latinGenus} ${latinSpecies}`.trim() },
      batchNumber,
      place,
      terms,
      sharesPlots,
      ranges: await describeRanges(services, row.giver, ranges),
      photos: photos.map(info),
      signature: signature ? { file: info(signature), name: signedBy!, time: signedAt! } : null,
    }
  }),
  ...settleRoutes,
]
