import { type StageKey, stageKeys } from '@timbermark/contract'
import { type GoodsFacts, speciesOut, sumsFor, totalKey } from '@timbermark/contract/plausible'
import { latinNames } from '@timbermark/contract/cites'
import { treeSpecies } from '@timbermark/contract/species'
import { stageByKey } from '@timbermark/contract/stages'
import type { Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { type CodeRange, mergeCodeRanges, rangesAsRows, rowsInRanges } from '../../code/directory/range-facts.ts'
import type { ActiveRecall } from '../../code/directory/recalls-of-codes.ts'
import { lockPaperUses } from './paper-uses.ts'
import type { ReliedDocument } from './relied-documents.ts'
import { loadPlotFacts, type NamedPlot } from '../../material/plot/plots-of-records.ts'
import { loadTotals } from './totals.ts'
import { loadYieldBands } from './yield-bands.ts'
import { loadFindOtherCountry, loadIsOpenSea } from '../../place/other-country.ts'

/** The most ranges of a report whose earlier reports are loaded: the goods of a report travelled together. */
const maxFollowedRanges = 200

/** The goods that a report is about. */
export interface Goods {
  tenantId: number
  batchId: number
  requestIds: readonly number[]
  ranges: readonly CodeRange[]
  documents: readonly ReliedDocument[]
  plot: NamedPlot | undefined
  /** Active recalls that still allow reports. None for a correction, which is about the past. */
  recalled?: readonly ActiveRecall[]
  /** Values of the report, by whose species the yield is compared. */
  values: Readonly<Record<string, unknown>>
  /** Id of the version that a correction replaces; its values do not count. */
  replacesRecord?: number
}

interface Row {
  species: { request: number; species: string }[] | null
  genus: string
  epithet: string
  spans: { stage: StageKey; first: string; last: string }[] | null
  reports: ReportRow[] | null
}

interface ReportRow {
  stage: StageKey
  at: string
  longitude: number | null
  latitude: number | null
  /** What it has of the asked ranges: request, first serial, serial after the last. */
  pieces: [request: number, from: number, to: number][]
}

const concernsBatch = (stage: StageKey) => stageByKey(stage).reach === 'batch'

/** Loads the stored facts about the goods of a report. */
export const loadKnownFacts = async (db: Db, stage: StageKey, goods: Goods): Promise<GoodsFacts> =>
  (await loadFactsTogether(db, stage, [goods]))[0]!

/**
 * Loads the stored facts about the goods of several reports of one batch. Reads time spans and sums only of stages that are
 * reported for whole batches: single codes may have millions of records.
 * @returns the facts of each, in order
 */
export async function loadFactsTogether(db: Db, stage: StageKey, all: readonly Goods[]): Promise<GoodsFacts[]> {
  const { tenantId, batchId, replacesRecord = 0 } = all[0]!
  const requestIds = [...new Set(all.flatMap(goods => goods.requestIds))]
  const followed = all.map(({ ranges }) => ranges.slice(0, maxFollowedRanges))
  const askedRanges = mergeCodeRanges(followed.flat())
  const spannedStages = concernsBatch(stage) ? stageKeys.filter(key => key !== stage && concernsBatch(key)) : []
  const current = (more: Sql) =>
    sql`r.tenant_id = ${tenantId} and r.batch_id = ${batchId} and r.status = 'current' and r.id <> ${replacesRecord} and ${more}`
  const boundary = (direction: Sql) =>
    sql`(select r.happened_at from stage_record r where ${current(sql`r.stage = k.stage`)} order by r.happened_at ${direction} limit 1)`
  // Most goods have few of the stages: the others are looked for once, and not for each range.
  const reported = sql`exists (
    select from stage_record_code f where f.tenant_id = ${tenantId} and f.current and f.stage = s.stage
      and f.request_number = any(${[...new Set(askedRanges.map(({ request }) => request))]}::int[]))`
  const row = await db.one<Row>(sql`
    select
      (select json_agg(json_build_object('request', q.id, 'species', q.species))
       from code_request q where q.tenant_id = ${tenantId} and q.id = any(${requestIds})) as species,
      p.latin_genus as genus, p.latin_species as epithet,
      (select json_agg(json_build_object('stage', s.stage, 'first', s.first, 'last', s.last))
       from (select k.stage, ${boundary(sql`asc`)} as first, ${boundary(sql`desc`)} as last from unnest(${spannedStages}::text[]) k (stage)) s
       where s.first is not null) as spans,
      (select json_agg(json_build_object('stage', x.stage, 'at', x.happened_at, 'longitude', x.longitude, 'latitude', x.latitude, 'pieces', x.pieces))
       from (select r.id, r.stage, r.happened_at, r.longitude, r.latitude, c.pieces
             from (
               select c.record_id as id, json_agg(json_build_array(
                 g.request, greatest(lower(c.serials), g.first), least(upper(c.serials), g.beyond))) as pieces
               from (select s.stage from unnest(${[...stageKeys]}::text[]) s (stage) where ${reported} offset 0) s
               cross join ${rangesAsRows(askedRanges)}
               cross join ${rowsInRanges('stage_record_code', tenantId, sql`f.stage = s.stage`)} c group by c.record_id offset 0) c
             cross join lateral (
               select * from stage_record r where r.tenant_id = ${tenantId} and r.id = c.id offset 0) r
             where r.status = 'current' and r.id <> ${replacesRecord}) x) as reports
    from batch b join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    where b.tenant_id = ${tenantId} and b.id = ${batchId}`)
  const totals = await loadTotals(db, tenantId, { batchId, replacesRecord }, sumsFor(stage))
  const yieldBands = await loadYieldBands(
    db,
    { tenantId, stage, replacesRecord },
    all.map(({ values }) => speciesOut(values)),
  )
  const uses = await lockPaperUses(
    db,
    { tenantId, stage, replacesRecord },
    all.flatMap(({ documents }) => documents),
  )
  const reportsOf = attributeReports(row.reports ?? [], followed)
  const plotFacts = await loadPlotFacts(
    db,
    tenantId,
    all.flatMap(({ plot }) => plot ?? []),
  )
  const places = { elsewhere: await loadFindOtherCountry(), isOpenSea: await loadIsOpenSea() }
  return all.map((goods, n) => ({
    ...toKnown(stage, row, goods.requestIds, reportsOf(n)),
    totals: new Map(totals.map(one => [totalKey(one.stage, one.field), Number(one.total)])),
    yieldBands,
    papers: goods.documents.map(document => ({ ...document, ...uses.get(document.id) })),
    plot: plotFacts(goods.plot),
    recalled: goods.recalled?.[0]?.reason,
    ...places,
  }))
}

/** @returns for the goods with this number the reports about one of their ranges */
function attributeReports(
  reports: readonly ReportRow[],
  ranges: readonly (readonly CodeRange[])[],
): (n: number) => readonly ReportRow[] {
  if (ranges.length === 1) return () => reports
  const byGoods = ranges.map(() => new Set<ReportRow>())
  const byRequest = Map.groupBy(
    ranges.flatMap((some, n) => some.map(range => ({ ...range, n }))).sort((a, b) => a.from - b.from),
    ({ request }) => request,
  )
  for (const report of reports)
    for (const [request, from, to] of report.pieces) {
      const askedRanges = byRequest.get(request)!
      // No two goods have the same code: the ranges that a piece meets follow each other.
      for (let at = firstBeyond(askedRanges, from); at < askedRanges.length && askedRanges[at]!.from < to; at++)
        byGoods[askedRanges[at]!.n]!.add(report)
    }
  return n => [...byGoods[n]!]
}

/** The index of the first of these sorted ranges that ends after a serial. */
function firstBeyond(ranges: readonly { to: number }[], serial: number): number {
  let [low, high] = [0, ranges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ranges[middle]!.to > serial) high = middle
    else low = middle + 1
  }
  return low
}

function toKnown(
  stage: StageKey,
  row: Row,
  requestIds: readonly number[],
  reported: readonly ReportRow[],
): Omit<GoodsFacts, 'papers' | 'plot' | 'recalled' | 'elsewhere' | 'isOpenSea' | 'totals'> {
  const reports = reported.map(one => ({ ...one, at: Date.parse(one.at) }))
  const spans = [
    ...(row.spans ?? []).map(one => ({ ...one, first: Date.parse(one.first), last: Date.parse(one.last) })),
    // For stages that concern single codes, only the reports of these codes.
    ...reports
      .filter(one => one.stage !== stage && !(concernsBatch(stage) && concernsBatch(one.stage)))
      .map(one => ({ stage: one.stage, first: one.at, last: one.at })),
  ]
  const species = speciesOf(row, requestIds)
  return {
    species,
    latin: [[row.genus, row.epithet] as const, ...species.map(latinNames).filter(names => names !== undefined)],
    stages: spans.map(one => ({ ...one, order: stageByKey(one.stage).order })),
    reports: reports.flatMap(({ stage, at, longitude, latitude }) =>
      longitude === null || latitude === null ? [] : [{ stage, at, position: [longitude, latitude] as const }],
    ),
  }
}

/** The species of the code requests, and the species of the product's Latin name. */
function speciesOf({ species, genus, epithet }: Row, requestIds: readonly number[]): string[] {
  const latin = `${genus} ${epithet}`.trim().toLowerCase()
  const ofProduct = treeSpecies.filter(one => one.latin.join(' ').toLowerCase() === latin).map(one => one.value)
  const ofRequests = (species ?? []).flatMap(one => (requestIds.includes(one.request) ? one.species : []))
  return [...new Set([...ofRequests, ...ofProduct])]
}
