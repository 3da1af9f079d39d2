import { type StageKey, stageKeys } from '@timbermark/contract'
import { type GoodsFacts, type PaperFacts, type Point, sumsFor, totalKey } from '@timbermark/contract/plausible'
import { treeSpecies } from '@timbermark/contract/species'
import { stageByKey } from '@timbermark/contract/stages'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { type CodeRange, rangesAsRows, rowsInRanges } from '../../code/directory/range-facts.ts'
import type { ActiveRecall } from '../../code/directory/recalls-of-codes.ts'
import { loadTotals } from './totals.ts'
import { loadFindOtherCountry, loadIsOpenSea } from '../../place/other-country.ts'

/** The most ranges of a report whose earlier reports are loaded: the goods of a report travelled together. */
const maxFollowedRanges = 200

/** The goods that a report is about. */
export interface Goods {
  tenantId: number
  batchId: number
  requestIds: readonly number[]
  ranges: readonly CodeRange[]
  documents: readonly PaperFacts[]
  /** Active recalls that still allow reports. None for a correction, which is about the past. */
  recalled?: readonly ActiveRecall[]
  /** Values of the other rows of the same table report for the same batch, which are not stored yet. */
  siblingValues?: readonly Readonly<Record<string, unknown>>[]
  /** Id of the version that a correction replaces; its values do not count. */
  replacesRecord?: number
}

interface Row {
  species: string[] | null
  genus: string
  epithet: string
  spans: { stage: StageKey; first: string; last: string }[] | null
  reports: { stage: StageKey; at: string; longitude: number | null; latitude: number | null }[] | null
}

const concernsBatch = (stage: StageKey) => stageByKey(stage).reach === 'batch'

/**
 * Loads the stored facts about the goods of a report. Reads time spans and sums only of stages that are
 * reported for whole batches: single codes may have millions of records.
 */
export async function loadKnownFacts(db: Db, stage: StageKey, goods: Goods): Promise<GoodsFacts> {
  const { tenantId, batchId, requestIds, ranges, siblingValues = [], replacesRecord = 0 } = goods
  const followed = ranges.slice(0, maxFollowedRanges)
  const spannedStages = concernsBatch(stage) ? stageKeys.filter(key => key !== stage && concernsBatch(key)) : []
  const current = (more: Sql) =>
    sql`r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.status = 'current' and r.id <> ${replacesRecord} and ${more}`
  const boundary = (direction: Sql) =>
    sql`(select r.happened_at from stage_record r where ${current(sql`r.stage = k.stage`)} order by r.happened_at ${direction} limit 1)`
  const row = await db.one<Row>(sql`
    select
      (select array_agg(distinct q.species) from code_request q where q.tenant_id = ${tenantId} and q.id = any(${[...requestIds]})) as species,
      p.latin_genus as genus, p.latin_species as epithet,
      (select json_agg(json_build_object('stage', s.stage, 'first', s.first, 'last', s.last))
       from (select k.stage, ${boundary(sql`asc`)} as first, ${boundary(sql`desc`)} as last from unnest(${spannedStages}::text[]) k (stage)) s
       where s.first is not null) as spans,
      (select json_agg(json_build_object('stage', x.stage, 'at', x.happened_at, 'longitude', x.longitude, 'latitude', x.latitude))
       from (select r.id, r.stage, r.happened_at, r.longitude, r.latitude
             from (
               select distinct c.record_id as id
               from unnest(${[...stageKeys]}::text[]) s (stage) cross join ${rangesAsRows(followed)}
               cross join ${rowsInRanges('stage_record_code', tenantId, sql`f.stage = s.stage`)} c offset 0) c
             cross join lateral (
               select * from stage_record r where r.tenant_id = ${tenantId} and r.id = c.id offset 0) r
             where r.status = 'current' and r.id <> ${replacesRecord}) x) as reports
    from batch b join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    where b.tenant_id = ${tenantId} and b.id = ${batchId}`)
  const totals = await loadTotals(db, tenantId, { batchId, replacesRecord }, sumsFor(stage))
  return {
    ...toKnown(stage, row),
    totals: addSiblings(stage, totals, siblingValues),
    papers: goods.documents,
    recalled: goods.recalled?.[0]?.reason,
    elsewhere: await loadFindOtherCountry(),
    isOpenSea: await loadIsOpenSea(),
  }
}

/** Totals of stored records, with the values of rows that are not stored yet. */
function addSiblings(
  stage: StageKey,
  totals: readonly { stage: StageKey; field: string; total: number }[],
  siblingValues: NonNullable<Goods['siblingValues']>,
): GoodsFacts['totals'] {
  return new Map(
    totals.map(one => {
      const more = one.stage === stage ? siblingValues.map(values => Number(values[one.field] ?? 0)) : []
      return [totalKey(one.stage, one.field), more.reduce((sum, value) => sum + value, Number(one.total))]
    }),
  )
}

function toKnown(
  stage: StageKey,
  row: Row,
): Omit<GoodsFacts, 'papers' | 'recalled' | 'elsewhere' | 'isOpenSea' | 'totals'> {
  const reports = (row.reports ?? []).map(one => ({ ...one, at: Date.parse(one.at) }))
  const spans = [
    ...(row.spans ?? []).map(one => ({ ...one, first: Date.parse(one.first), last: Date.parse(one.last) })),
    // For stages that concern single codes, only the reports of these codes.
    ...reports
      .filter(one => one.stage !== stage && !(concernsBatch(stage) && concernsBatch(one.stage)))
      .map(one => ({ stage: one.stage, first: one.at, last: one.at })),
  ]
  return {
    species: speciesOf(row),
    stages: spans.map(one => ({ ...one, order: stageByKey(one.stage).order })),
    reports: reports.flatMap(({ longitude, latitude, ...one }) =>
      longitude === null || latitude === null ? [] : [{ ...one, position: [longitude, latitude] as const }],
    ),
  }
}

/** The species of the code requests, and the species of the product's Latin name. */
function speciesOf({ species, genus, epithet }: Row): string[] {
  const latin = `${genus} ${epithet}`.trim().toLowerCase()
  const ofProduct = treeSpecies.filter(one => one.latin.join(' ').toLowerCase() === latin).map(one => one.value)
  return [...new Set([...(species ?? []), ...ofProduct])]
}

/** The position of a report; undefined without both coordinates. */
export const positionOf = (longitude?: number | null, latitude?: number | null): Point | undefined =>
  typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : undefined
