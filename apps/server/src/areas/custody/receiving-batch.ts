import { createHash, randomBytes } from 'node:crypto'
import { type CirculationStep, codeRules, type CodeType, stepsAfterHandover } from '@timbermark/contract'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { invalid } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { takeNewestKey } from '../../platform/secrets/tenant-keys.ts'
import { notifyDirectoryChange } from '../code/directory/code-directory.ts'
import type { CodeRange } from '../code/directory/range-facts.ts'
import { claimRequestNumber } from '../ledger/log/request-numbers.ts'
import { sealRequest } from '../ledger/sealing/seal-rows.ts'
import { findDefaultCirculation } from '../stage/circulation/batch-circulation.ts'
import { loadCirculation } from '../stage/circulation/circulation-rows.ts'
import type { OfferedProduct } from './offers.ts'

/** What an acceptance makes at the receiver. */
export interface ReceivingContext {
  services: Services
  /** A transaction that may write in both enterprises. */
  db: Db
  /** The receiver. */
  actor: Actor
  /** When custody passes. */
  at: Date
}

/** A range of the giver's codes, and where it begins in a request of the receiver. */
export interface ReceivedRange {
  source: CodeRange
  request: number
  first: number
}

/** The own product that received goods are; it must be in use. @throws Refusal invalid */
async function findProduct(db: Db, tenantId: number, id: number): Promise<number> {
  const row = await db.maybe<{ status: string }>(
    sql`select status from product where tenant_id = ${tenantId} and id = ${id} for key share`,
  )
  if (!row) throw invalid([{ field: 'productId', error: 'referenceMissing' }])
  if (row.status !== '0') throw invalid([{ field: 'productId', error: 'referenceDisabled' }])
  return id
}

/** A product in use with the names of the offered one. */
const findSameProduct = (db: Db, tenantId: number, product: OfferedProduct) =>
  db.maybe<{ id: number }>(sql`
    select id from product where tenant_id = ${tenantId} and status = '0' and name = ${product.name} and foreign_name = ${product.foreignName}
      and latin_genus = ${product.latinGenus} and latin_species = ${product.latinSpecies}
    order by id limit 1 for key share`)

/** The category of a name, added where there is none, and locked: of several acceptances at once one makes the product. */
async function lockCategory(
  { db, actor, at }: Pick<ReceivingContext, 'db' | 'actor' | 'at'>,
  name: string,
): Promise<{ id: number }> {
  const { tenantId, accountId } = actor
  await db.execute(sql`
    insert into category (tenant_id, dept_id, name, created_by, created_at, updated_by)
    values (${tenantId}, ${actor.deptId}, ${name}, ${accountId}, ${at}, ${accountId}) on conflict (tenant_id, name) do nothing`)
  return db.one<{ id: number }>(
    sql`select id from category where tenant_id = ${tenantId} and name = ${name} for no key update`,
  )
}

/** A product in use with the names of the offered one, or a new one in a category of the same name. */
async function matchProduct(
  context: Pick<ReceivingContext, 'db' | 'actor' | 'at'>,
  offerId: number,
  product: OfferedProduct,
): Promise<number> {
  const { db, actor, at } = context
  const { tenantId, accountId } = actor
  const known = await findSameProduct(db, tenantId, product)
  if (known) return known.id
  const category = await lockCategory(context, product.category)
  const addedMeanwhile = await findSameProduct(db, tenantId, product)
  if (addedMeanwhile) return addedMeanwhile.id
  const insert = (code: string) =>
    db.maybe<{ id: number }>(sql`
      insert into product (tenant_id, dept_id, code, name, name_texts, category_id, enterprise_name, foreign_name, chinese_name, latin_genus,
        latin_species, created_by, created_at, updated_by)
      values (${tenantId}, ${actor.deptId}, ${code}, ${product.name}, ${JSON.stringify(product.nameTexts)}::jsonb, ${category.id},
        ${actor.tenantName}, ${product.foreignName}, ${product.chineseName}, ${product.latinGenus}, ${product.latinSpecies}, ${accountId},
        ${at}, ${accountId})
      on conflict (tenant_id, code) do nothing returning id`)
  // Somebody may have used the code for another product.
  const { id } = (await insert(`R${offerId}`)) ?? (await insert(`R${offerId}-${randomBytes(4).toString('hex')}`))!
  return id
}

/** The stages that were reported about the giver's batch, by the giver, its partners and earlier holders. */
async function loadStagesSoFar(db: Db, giver: number, batchId: number): Promise<string[]> {
  const rows = await db.query<{ stage: string }>(sql`
    select r.stage from stage_record r where r.tenant_id = ${giver} and r.batch_id = ${batchId} and r.status = 'current'
    union select c.stage from code_request r
    join custody_handover h on h.tenant_id = ${giver} and h.request_number = r.request_number and h.stages is not null
    join stage_record_code c on c.tenant_id = h.receiver_tenant_id and c.request_number = h.received_request and c.current
      and c.serials && int4range(h.received_first, h.received_first + upper(h.serials) - lower(h.serials))
    where r.tenant_id = ${giver} and r.batch_id = ${batchId}
    union select unnest(b.received_stages) from batch b where b.tenant_id = ${giver} and b.id = ${batchId}`)
  return rows.map(({ stage }) => stage)
}

/** Makes the receiver's batch, under the giver's number where it is free; its circulation goes on where the goods are. */
async function addBatch(
  { db, actor, at }: Pick<ReceivingContext, 'db' | 'actor' | 'at'>,
  {
    offerId,
    batchNumber,
    productId,
    volume,
    stagesSoFar,
    invitedTo,
  }: {
    offerId: number
    batchNumber: string
    productId: number
    volume: string | null
    stagesSoFar: readonly string[]
    invitedTo?: readonly CirculationStep[] | undefined
  },
): Promise<{ id: number; batchNumber: string }> {
  const { tenantId, accountId } = actor
  const circulationId = await findDefaultCirculation(db, actor, productId)
  const circulation = circulationId === null ? undefined : await loadCirculation(db, tenantId, circulationId)
  const steps = invitedTo ?? (circulation && stepsAfterHandover(circulation.steps, stagesSoFar))
  const insert = (number: string) =>
    db.maybe<{ id: number }>(sql`
      insert into batch (tenant_id, dept_id, batch_number, product_id, volume, circulation_id, circulation_steps, received_stages,
        status, created_by, created_at, updated_by)
      values (${tenantId}, ${actor.deptId}, ${number}, ${productId}, ${volume}, ${circulationId}, ${steps ? JSON.stringify(steps) : null}::jsonb,
        ${[...stagesSoFar]}, 'active', ${accountId}, ${at}, ${accountId})
      on conflict (tenant_id, batch_number) do nothing returning id`)
  const same = await insert(batchNumber)
  if (same) return { id: same.id, batchNumber }
  const other = `${batchNumber.slice(0, 38)}-${invitedTo ? 'V' : 'R'}${offerId}`
  return { id: (await insert(other))!.id, batchNumber: other }
}

interface SourceRequest {
  request: number
  codeType: CodeType
  updateStage: string
  country: string
  factory: string
  batchDate: string
  species: string
}

const loadSources = (db: Db, giver: number, numbers: readonly number[]) =>
  db.query<SourceRequest>(sql`
    select r.request_number as request, r.code_type as "codeType", r.update_stage as "updateStage", r.country_code as country,
      r.factory_code as factory, r.batch_date as "batchDate", r.species
    from code_request r where r.tenant_id = ${giver} and r.request_number = any(${[...numbers]}) order by r.id`)

/** SHA-256 of the giver's ranges: what the request's serials stand for, in order. */
const manifestOf = (ranges: readonly CodeRange[]): string =>
  createHash('sha256')
    .update(ranges.map(({ text }) => `${text}\n`).join(''))
    .digest('hex')

/** Adds a request of the receiver for codes of one type. @returns its number */
async function addRequest(
  { services, db, actor, at }: ReceivingContext,
  {
    name,
    batchId,
    source,
    ranges,
    origin,
  }: {
    name: string
    batchId: number
    source: SourceRequest
    ranges: readonly CodeRange[]
    origin: 'received' | 'invited'
  },
): Promise<number> {
  const { tenantId, accountId } = actor
  const count = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
  const { id } = await db.one<{ id: number }>(sql`
    insert into code_request (tenant_id, dept_id, name, batch_id, count, code_rule, security_length, code_type, stage_type, update_stage,
      country_code, factory_code, batch_date, species, status, progress, origin, manifest_sha256, submitted_by, submitted_at, completed_at,
      created_by, created_at, updated_by)
    values (${tenantId}, ${actor.deptId}, ${name}, ${batchId}, ${count}, 'digits', ${codeRules.digits.default}, ${source.codeType}, 'regular',
      ${source.updateStage}, ${source.country}, ${source.factory}, ${source.batchDate}, ${source.species}, 'completed', 1, ${origin},
      ${manifestOf(ranges)}, ${accountId}, ${at}, ${at}, ${accountId}, ${at}, ${accountId})
    returning id`)
  await takeNewestKey(db, tenantId, id)
  const number = await claimRequestNumber(db, services.rollbackGuard, tenantId, id)
  // Every process learns of the number: above the highest one that it knows, it would take a code for a forgery.
  await notifyDirectoryChange(db, { tenantId, requestId: id })
  await sealRequest(db, services, tenantId, id)
  return number
}

/** An offer or invitation as its acceptance reads it. */
export interface AcceptedOffer {
  id: number
  giver: number
  giverName: string
  batchId: number
  batchNumber: string
  product: OfferedProduct
}

/**
 * Makes the batch to which the receiver's reports belong, and one request per type of code whose serials stand for the accepted
 * codes, in order; seals both.
 * @param goods.invitedTo the steps that an invited partner may report; left out when custody passes
 * @throws Refusal invalid for a product that is not in use
 */
export async function addReceivingBatch(
  context: ReceivingContext,
  offer: AcceptedOffer,
  {
    ranges,
    productId,
    volume,
    invitedTo,
  }: {
    ranges: readonly CodeRange[]
    productId: number | null
    volume: string | null
    invitedTo?: readonly CirculationStep[]
  },
): Promise<{ batch: { id: number; batchNumber: string }; received: ReceivedRange[] }> {
  const { db, actor } = context
  const product =
    productId === null
      ? await matchProduct(context, offer.id, offer.product)
      : await findProduct(db, actor.tenantId, productId)
  const batch = await addBatch(context, {
    offerId: offer.id,
    batchNumber: offer.batchNumber,
    productId: product,
    volume,
    // The order of stages at a partner is judged by the holder's circulation, not by the batch made here.
    stagesSoFar: invitedTo ? [] : await loadStagesSoFar(db, offer.giver, offer.batchId),
    invitedTo,
  })
  const sources = await loadSources(db, offer.giver, [...new Set(ranges.map(({ request }) => request))])
  const sourceOf = new Map(sources.map(source => [source.request, source]))
  const received: ReceivedRange[] = []
  for (const [, its] of Map.groupBy(ranges, ({ request }) => sourceOf.get(request)!.codeType)) {
    const source = sourceOf.get(its[0]!.request)!
    const name = `${offer.batchNumber} · ${offer.giverName}`.slice(0, 100)
    const request = await addRequest(context, {
      name,
      batchId: batch.id,
      source,
      ranges: its,
      origin: invitedTo ? 'invited' : 'received',
    })
    let first = 0
    for (const range of its) {
      received.push({ source: range, request, first })
      first += range.to - range.from
    }
  }
  return { batch, received }
}
