import {
  batch as batches,
  codeCount,
  codeRequest,
  type CodeRule,
  codeRules,
  type CodeType,
  type Language,
  type StageKey,
  type StageType,
  textIn,
  type Texts,
} from '@timbermark/contract'
import { suggestRequest, type Suggestion, type SuggestionSource } from '@timbermark/contract/calls'
import { codeOfLatin } from '@timbermark/contract/cites'
import { phrase } from '@timbermark/phrases/all'
import { notInUse } from '../../../entity/dictionary.ts'
import { canLookUp, rowsInScope } from '../../../entity/tenant-rows.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type RouteSpec, serve, timeZoneOf } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'

/** What a request with nothing known begins with: letters and digits, which make the shortest security code. */
const usual = {
  codeRule: 'alnum',
  securityLength: codeRules.alnum.default,
  stageType: 'regular',
  updateStage: 'forestSurvey',
} as const satisfies { codeRule: CodeRule; securityLength: number; stageType: StageType; updateStage: StageKey }

export const suggestionRoutes: RouteSpec[] = [
  serve(suggestRequest, ({ services, actor, language, request, query: { batchId, codeType } }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const goods = batchId === undefined ? undefined : await loadGoods(db, actor, batchId)
      const newest = await loadNewest(db, actor)
      const suggest = collectSuggestions()
      suggest.add('usual', null, { count: codeCount.min, codeType })
      if (goods) {
        const { plannedDate, batchNumber } = goods
        suggest.add('batch', batchNumber, {
          name: await nameFor(db, actor, { batchId: goods.id, batchNumber, codeType, language }),
          batchDate: plannedDate ?? undefined,
        })
        suggest.add('product', productName(goods, language), {
          species: await inUse(db, codeOfLatin(goods.latinGenus, goods.latinSpecies)),
        })
        // The platform may have added species without a Latin name: requests of the same product name them.
        const { id, name, species } = (await loadNewest(db, actor, goods.productId)) ?? {}
        if (id !== undefined) suggest.add('request', name!, { species: await inUse(db, species) })
      }
      if (newest) {
        const { countryCode, factoryCode, codeRule, securityLength, stageType, updateStage } = newest
        suggest.add('request', newest.name, {
          countryCode,
          factoryCode,
          codeRule,
          securityLength,
          stageType,
          updateStage,
        })
      }
      if (actor.tenantName)
        suggest.add('enterprise', actor.tenantName, { factoryCode: await loadIdentification(db, actor) })
      suggest.add('usual', null, { ...usual, batchDate: await loadToday(db, timeZoneOf(request)) })
      return suggest.all()
    }),
  ),
]

type Values = Record<string, string | number | undefined>

/** Collects suggested values by field; the first source of a field counts. */
function collectSuggestions() {
  const byField = new Map<string, Suggestion>()
  return {
    add(source: SuggestionSource, name: string | null, values: Values): void {
      for (const [field, value] of Object.entries(values))
        if (value !== undefined && !byField.has(field)) byField.set(field, { field, value, source, name })
    },
    all: () => [...byField.values()],
  }
}

interface Goods {
  id: number
  batchNumber: string
  plannedDate: string | null
  productId: number
  productName: string
  productTexts: Texts
  latinGenus: string
  latinSpecies: string
}

const productName = ({ productName, productTexts }: Goods, language: Language) =>
  textIn(language, productName, productTexts)

/**
 * A batch that the caller may choose for a request, and its product.
 * @throws Refusal notFound
 */
async function loadGoods(db: Db, actor: Actor, id: number): Promise<Goods> {
  const row = await db.maybe<Goods>(sql`
    select t.id, t.batch_number as "batchNumber", to_char(t.planned_date, 'YYYY-MM-DD') as "plannedDate",
      p.id as "productId", p.name as "productName", p.name_texts as "productTexts",
      p.latin_genus as "latinGenus", p.latin_species as "latinSpecies"
    from batch t join product p on p.tenant_id = ${actor.tenantId} and p.id = t.product_id
    where t.tenant_id = ${actor.tenantId} and t.id = ${id} and ${canLookUp(batches, actor)}`)
  if (!row) throw new Refusal('notFound')
  return row
}

interface NewestRequest {
  id: number
  name: string
  countryCode: string
  factoryCode: string
  codeRule: CodeRule
  securityLength: number
  stageType: StageType
  updateStage: StageKey
  species: string
}

/** The newest request for own codes that the caller may list, of the enterprise or of one product. */
function loadNewest(db: Db, actor: Actor, productId?: number): Promise<NewestRequest | undefined> {
  const ofProduct =
    productId === undefined
      ? sql`true`
      : sql`t.batch_id in (select b.id from batch b where b.tenant_id = ${actor.tenantId} and b.product_id = ${productId})`
  return db.maybe<NewestRequest>(sql`
    select t.id, t.name, t.country_code as "countryCode", t.factory_code as "factoryCode", t.code_rule as "codeRule",
      t.security_length as "securityLength", t.stage_type as "stageType", t.update_stage as "updateStage", t.species
    from code_request t
    where t.tenant_id = ${actor.tenantId} and t.origin = 'own' and ${rowsInScope(codeRequest, actor, 'list')} and ${ofProduct}
    order by t.id desc limit 1`)
}

/** The type of the codes and the batch; with a number from the second such request on. */
async function nameFor(
  db: Db,
  actor: Actor,
  wanted: { batchId: number; batchNumber: string; codeType: CodeType; language: Language },
): Promise<string> {
  const { n } = await db.one<{ n: number }>(sql`
    select count(*)::int as n from code_request t
    where t.tenant_id = ${actor.tenantId} and t.batch_id = ${wanted.batchId} and t.code_type = ${wanted.codeType}
      and ${rowsInScope(codeRequest, actor, 'list')}`)
  const name = phrase(wanted.language, `code.request.namedFor.${wanted.codeType}`, { batch: wanted.batchNumber })
  return n === 0 ? name : `${name} (${n + 1})`
}

/** A species, unless the platform no longer offers it. */
async function inUse(db: Db, species: string | undefined): Promise<string | undefined> {
  if (species === undefined) return undefined
  return (await notInUse(db, [{ dict: 'tree_species', value: species }])).length === 0 ? species : undefined
}

/** The identification as a factory code, which has no underscore. */
async function loadIdentification(db: Db, actor: Actor): Promise<string | undefined> {
  const row = await db.maybe<{ identification: string }>(
    sql`select identification from enterprise where id = ${actor.tenantId}`,
  )
  return row?.identification.replaceAll('_', '-')
}

const loadToday = async (db: Db, timeZone: string): Promise<string> =>
  (await db.one<{ day: string }>(sql`select to_char(now() at time zone ${timeZone}, 'YYYY-MM-DD') as day`)).day
