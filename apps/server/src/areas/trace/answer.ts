import { type Language, shownAs, shownText } from '@timbermark/contract'
import type {
  SealedProof,
  StageHistory,
  TraceAnswer,
  TraceRecords,
  TraceStage,
  TraceWarning,
} from '@timbermark/contract/trace'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { certificationOf } from '../certification/told.ts'
import { toldBreaks } from '../ledger/told-breaks.ts'
import { loadPlaces } from '../place/places.ts'
import { sureName } from '../place/sure-name.ts'
import type { RecordFacts } from '../stage/record-facts.ts'
import { type Evidence, evidenceOf } from './evidence.ts'
import { manyWrong } from './guess-limits.ts'
import { type GoodsRow, loadGoods, type PageAsk, recordsOf, runsOf, spokenOf } from './load.ts'
import { isActive, type KnownCode } from './open-code.ts'
import { plainText } from '../../platform/files/plain-text.ts'
import { papersOf } from './papers.ts'
import { soldAt } from './sold-at.ts'
import { loadWay, sealedProofOf } from './sealed-proof.ts'
import { type Lookups, loadLookups, publicFiles, publicStage } from './public-values.ts'
import { Abandoned, watched } from '../../platform/watched.ts'
import { type RecallRow, recallsOf } from '../code/recalled.ts'
import { warningsOf as watchWarnings } from '../watch/warnings.ts'
import type { Run } from './window.ts'

/** What is wanted of a code beside the usual, and whether anybody still waits for it. */
export interface Wanted {
  /** Records of one stage in place of its window. */
  page?: PageAsk
  /** Ends the work at its next statement. */
  signal?: AbortSignal
}

/** What was read of some records, and how the ledger stands to them. */
interface Told {
  records: RecordFacts[]
  lookups: Lookups
  held: readonly Evidence[] | null
}

/**
 * All that anyone may know of a code. Of a long history a window; the cost has a bound that no history exceeds.
 * @throws Refusal code.unknown when its goods are gone, invalid when the page asked for begins nowhere
 */
export async function traceOf(
  services: Services,
  opened: KnownCode,
  language: Language,
  { page, signal }: Wanted = {},
): Promise<TraceAnswer> {
  const { entry } = opened
  const active = isActive(opened)
  const read = await readWithLedger(services, entry.tenantId, signal, async (db, hold) => {
    const goods = await loadGoods(db, opened)
    if (!goods) throw new Refusal('code.unknown')
    const runs = active ? await runsOf(db, opened, goods.batch_id, page) : []
    const ids = runs.flatMap(run => run.ids)
    const pictures = await publicFiles(db, entry.tenantId, [...goods.images, ...goods.video])
    const certification = await certificationOf(db, entry.tenantId, entry.requestNumber, opened.serial)
    const watched = active ? await watchWarnings(db, codeOf(opened)) : []
    const recalls = await recallsOf(db, entry.tenantId, {
      batchId: goods.batch_id,
      requestNumber: entry.requestNumber,
      serial: opened.serial,
    })
    const stores = active ? await soldAt(db, codeOf(opened), language) : []
    const told = await tell(db, entry.tenantId, hold, ids, language)
    return { goods, runs, pictures, certification, watched, recalls, stores, told }
  })
  const { goods, runs, pictures, recalls, told } = read
  const papers = await papersOf(
    services,
    opened,
    runs.flatMap(run => run.ids),
    read.certification,
  )
  const shown = (ids: readonly string[]) => ids.flatMap(id => pictures.get(id) ?? [])
  const stages = await publicStages(services, told, entry.enterpriseName, language)
  const total = runs.reduce((sum, run) => sum + run.total, 0)
  return {
    code: opened.code,
    status: statusOf(active, goods, recalls),
    ...(goods.printed === null ? {} : { foreign: goods.printed }),
    print: {
      country: goods.country_code,
      factory: goods.factory_code,
      batchDate: goods.batch_date,
      species: goods.species,
    },
    product: {
      ...shownAs('name', 'nameIn', shownText(language, goods.product_name, goods.product_texts)),
      foreignName: goods.foreign_name,
      chineseName: goods.chinese_name,
      latinName: `${goods.latin_genus} ${goods.latin_species}`.trim(),
      ...shownAs('category', 'categoryIn', shownText(language, goods.category, goods.category_texts)),
      description: plainText(goods.description),
      images: shown(goods.images),
      video: shown(goods.video)[0] ?? null,
    },
    batch: { number: goods.batch_number, date: goods.planned_date, volume: goods.volume },
    recalls: recalls.map(recall => recallTold(recall, language)),
    owner: { id: entry.identification, name: entry.enterpriseName, active: entry.enterpriseActive },
    certification: read.certification,
    papers,
    stages,
    records: { total, shown: stages.length },
    histories: runs.map(historyOf),
    counts: active ? countsOf(goods) : noCounts,
    ...(read.stores.length > 0 && { stores: read.stores }),
    ledger: { state: stateOf(told.held), anchored: false, breaks: await toldBreaks(services) },
    warnings: [...warningsOf(opened, goods, told.held), ...read.watched],
  }
}

function recallTold(recall: RecallRow, language: Language): TraceAnswer['recalls'][number] {
  const { of, since, liftedAt } = recall
  const lifting = shownText(language, recall.liftReason ?? '', recall.liftReasonTexts)
  return {
    of,
    ...shownAs('reason', 'reasonIn', shownText(language, recall.reason, recall.reasonTexts)),
    ...shownAs('advice', 'adviceIn', shownText(language, recall.advice, recall.adviceTexts)),
    ...shownAs('contact', 'contactIn', shownText(language, recall.contact, recall.contactTexts)),
    since: since.toISOString(),
    lifted: liftedAt && { at: liftedAt.toISOString(), ...shownAs('reason', 'reasonIn', lifting) },
  }
}

function statusOf(active: boolean, goods: GoodsRow, recalls: readonly RecallRow[]): TraceAnswer['status'] {
  if (!active) return 'notActivated'
  if (recalls.some(({ status }) => status === 'standing')) return 'recalled'
  return goods.batch_status === 'voided' ? 'voided' : 'active'
}

/**
 * Some records of one stage, as anyone may see them.
 * @throws Refusal code.unknown when its goods are gone, invalid when the page begins nowhere
 */
export async function recordsPage(
  services: Services,
  opened: KnownCode,
  language: Language,
  page: PageAsk,
  signal?: AbortSignal,
): Promise<TraceRecords> {
  const { entry } = opened
  const { run, told } = await readWithLedger(services, entry.tenantId, signal, async (db, hold) => {
    const run = await runAsked(db, opened, page)
    return { run, told: await tell(db, entry.tenantId, hold, run?.ids ?? [], language) }
  })
  return {
    stage: page.stage,
    total: run?.total ?? 0,
    before: run?.before ?? 0,
    records: await publicStages(services, told, entry.enterpriseName, language),
    next: nextOf(run),
    ledger: { state: stateOf(told.held), anchored: false },
    warnings: suspicions(told.held),
  }
}

/** The run of the stage that was asked for; undefined when nothing was reported of it. */
async function runAsked(db: Db, opened: KnownCode, page: PageAsk): Promise<Run | undefined> {
  const goods = await loadGoods(db, opened)
  if (!goods) throw new Refusal('code.unknown')
  const runs = isActive(opened) ? await runsOf(db, opened, goods.batch_id, page) : []
  return runs.find(run => run.stage === page.stage)
}

const nextOf = (run: Run | undefined) => (run?.gapAfter == null ? null : String(run.gapAfter))

function historyOf({ stage, total, firstAt, lastAt, before, ids, gapAfter }: Run): StageHistory {
  return {
    stage,
    total,
    shown: ids.length,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    before,
    gapAfter: gapAfter === null ? null : String(gapAfter),
  }
}

async function tell(db: Db, tenantId: number, hold: Hold, ids: readonly number[], language: Language): Promise<Told> {
  const records = await recordsOf(db, tenantId, ids)
  const lookups = await loadLookups(db, tenantId, records, language)
  return { records, lookups, held: records.length === 0 ? [] : await hold(db, records) }
}

async function publicStages(
  services: Services,
  { records, lookups }: Told,
  enterprise: string,
  language: Language,
): Promise<TraceStage[]> {
  await namePlaces(services, records, lookups, language)
  return records.map(record => publicStage(record, enterprise, lookups)).filter(stage => stage !== undefined)
}

/** Names the places that nobody has named, as far as there is no doubt; as it is sealed (`placeWords`). */
async function namePlaces(
  services: Services,
  records: readonly RecordFacts[],
  lookups: Lookups,
  language: Language,
): Promise<void> {
  const unnamed = records.filter(({ id, longitude }) => longitude !== null && !lookups.places.get(id))
  if (unnamed.length === 0) return
  try {
    const places = await loadPlaces()
    for (const { id, longitude, latitude } of unnamed) {
      const name = sureName(places, Number(longitude), Number(latitude))
      if (name) lookups.places.set(id, name(language))
    }
  } catch (error) {
    services.log.error({ err: error }, 'places could not be named')
  }
}

/** The ledger's view of the records could not be read. */
class LedgerUnread extends Error {}

/**
 * Reads in one transaction what is told of a code. When the ledger cannot be read now, which is neither for nor against
 * the goods, everything else is read again without it.
 */
async function readWithLedger<T>(
  services: Services,
  tenantId: number,
  signal: AbortSignal | undefined,
  work: (db: Db, hold: Hold) => Promise<T>,
): Promise<T> {
  const read = (hold: Hold) => services.database.readTenant(tenantId, db => work(watched(db, signal), hold))
  try {
    return await read((db, records) =>
      evidenceOf(db, tenantId, records).catch(error => {
        throw error instanceof Abandoned ? error : new LedgerUnread('', { cause: error })
      }),
    )
  } catch (error) {
    if (!(error instanceof LedgerUnread)) throw error
    services.log.error({ err: error.cause }, 'records could not be held against the ledger')
    return read(async () => null)
  }
}

/** The ledger's view of records; null when it is not to be had. */
type Hold = (db: Db, records: readonly RecordFacts[]) => Promise<readonly Evidence[] | null>

const noCounts: TraceAnswer['counts'] = {
  scans: 0,
  firstScanAt: null,
  checks: 0,
  wrongChecks: 0,
  firstCheckAt: null,
  firstRightAt: null,
}

const codeOf = ({ entry, serial }: KnownCode) => ({
  tenantId: entry.tenantId,
  requestNumber: entry.requestNumber,
  serial,
})

function countsOf(goods: GoodsRow): TraceAnswer['counts'] {
  return {
    scans: goods.scans,
    firstScanAt: goods.first_scan_at?.toISOString() ?? null,
    checks: goods.checks + goods.wrong_checks,
    wrongChecks: goods.wrong_checks,
    firstCheckAt: goods.first_query_at?.toISOString() ?? null,
    firstRightAt: goods.first_check_at?.toISOString() ?? null,
  }
}

function stateOf(held: readonly Evidence[] | null): TraceAnswer['ledger']['state'] {
  if (!held) return 'unavailable'
  if (held.some(({ outcome }) => outcome === 'changed' || outcome === 'broken')) return 'mismatch'
  return held.some(({ outcome }) => outcome === 'queued') ? 'pending' : 'recorded'
}

/** What the ledger says against these records. */
function suspicions(held: readonly Evidence[] | null): TraceWarning[] {
  return (held ?? []).flatMap(({ record, outcome }): TraceWarning[] => {
    const stage = record.stage as TraceStage['stage']
    if (outcome === 'changed') return [{ kind: 'suspicious', stage, reason: 'fingerprintMismatch' }]
    return outcome === 'broken' ? [{ kind: 'suspicious', stage, reason: 'chainBroken' }] : []
  })
}

function warningsOf({ entry }: KnownCode, goods: GoodsRow, held: readonly Evidence[] | null): TraceWarning[] {
  const warnings = suspicions(held)
  if (goods.lately_wrong >= manyWrong.tries) warnings.push({ kind: 'manyWrongChecks' })
  if (!entry.enterpriseActive) warnings.push({ kind: 'ownerInactive' })
  return warnings
}

/** Which records a proof is wanted of: by default those that `traceOf` shows; and the size of a head that the reader has seen. */
export interface ProofWanted {
  page?: PageAsk
  records?: readonly number[]
  since?: number
}

/**
 * Everything a reader needs to check a code without trusting this server.
 * @throws Refusal code.unknown when its goods are gone, invalid when the page begins nowhere
 */
export async function proofOf(
  services: Services,
  opened: KnownCode,
  { page, records, since }: ProofWanted,
  signal?: AbortSignal,
): Promise<SealedProof> {
  const { entry } = opened
  const read = async (unwatched: Db) => {
    const db = watched(unwatched, signal)
    const way = await loadWay(db, opened)
    if (!way) throw new Refusal('code.unknown')
    const runs = async () => (isActive(opened) ? runsOf(db, opened, way.batchId, page) : [])
    const asked = page && (await runs()).find(run => run.stage === page.stage)
    const ids = async () => {
      if (page) return asked?.ids ?? []
      return records ? spokenOf(db, opened, way.batchId, records) : (await runs()).flatMap(run => run.ids)
    }
    const ask = { records: ids, paths: records !== undefined, since }
    return { ...(await sealedProofOf(services, db, opened, way, ask)), next: nextOf(asked) }
  }
  return services.database.readTenant(entry.tenantId, read, { oneMoment: true })
}
