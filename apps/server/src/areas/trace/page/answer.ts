import { type Language, localizedMembers, localizedText } from '@timbermark/contract'
import type { SealedProof, StageHistory, TraceAnswer, TraceRecords, TraceWarning } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { toldBreaks } from '../../ledger/log/public-breaks.ts'
import { manyWrong } from '../limits/guess-limits.ts'
import { type GoodsRow, loadGoods, type PageAsk, runsOf, spokenOf } from './load.ts'
import { isActive, type KnownCode } from '../limits/open-code.ts'
import { plainText } from '../../../platform/files/plain-text.ts'
import { papersOf } from './papers.ts'
import { loadWay, sealedProofOf } from '../proof/sealed-proof.ts'
import { publicFiles } from './public-values.ts'
import { type LatelyTold, readWithLedger, recordsTold } from './records-cache.ts'
import { abortable } from '../../../platform/concurrency/abortable.ts'
import type { RecallRow } from '../../code/directory/recalls-of-codes.ts'
import { aboutCode } from './about-code.ts'
import type { Run } from './window.ts'

/** What is wanted of a code beside the usual, and whether anybody still waits for it. */
export interface Wanted {
  /** Records of one stage in place of its window. */
  page?: PageAsk
  /** Ends the work at its next statement. */
  signal?: AbortSignal
  /** Shared with others who read at about this time. */
  lately?: LatelyTold
}

/**
 * All that anyone may know of a code. Of a long history a window; the cost has a bound that no history exceeds.
 * @throws Refusal code.unknown when its goods are gone, invalid when the page asked for begins nowhere
 */
export async function traceOf(
  services: Services,
  opened: KnownCode,
  language: Language,
  { page, signal, lately }: Wanted = {},
): Promise<TraceAnswer> {
  const { entry } = opened
  const active = isActive(opened)
  const read = await readWithLedger(services, entry.tenantId, signal, async (db, ledger) => {
    const goods = await loadGoods(db, opened)
    if (!goods) throw new Refusal('code.unknown')
    const runs = active ? await runsOf(db, opened, goods.batch_id, page) : []
    const ids = idsOf(runs)
    const pictures = await publicFiles(db, entry.tenantId, [...goods.images, ...goods.video])
    const about = await aboutCode(db, opened, goods.batch_id, language)
    const told = await recordsTold(services, db, entry, ids, language, ledger, lately)
    return { goods, runs, pictures, about, told }
  })
  const { goods, runs, pictures, about, told } = read
  const { certification, recalls, stores, watched } = about
  const papers = await papersOf(services, opened, idsOf(runs), certification, lately)
  const shown = (ids: readonly string[]) => ids.flatMap(id => pictures.get(id) ?? [])
  const { stages } = told
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
      ...localizedMembers('name', 'nameIn', localizedText(language, goods.product_name, goods.product_texts)),
      foreignName: goods.foreign_name,
      chineseName: goods.chinese_name,
      latinName: `${goods.latin_genus} ${goods.latin_species}`.trim(),
      ...localizedMembers('category', 'categoryIn', localizedText(language, goods.category, goods.category_texts)),
      description: plainText(goods.description),
      images: shown(goods.images),
      video: shown(goods.video)[0] ?? null,
    },
    batch: { number: goods.batch_number, date: goods.planned_date, volume: goods.volume },
    recalls: recalls.map(recall => recallTold(recall, language)),
    owner: { id: entry.identification, name: entry.enterpriseName, active: entry.enterpriseActive },
    certification,
    papers,
    stages,
    records: { total, shown: stages.length },
    histories: runs.map(historyOf),
    counts: active ? countsOf(goods) : noCounts,
    ...(stores.length > 0 && { stores }),
    ledger: { state: told.state, anchored: false, breaks: await toldBreaks(services) },
    warnings: [...told.suspicions, ...warningsOf(opened, goods), ...watched],
  }
}

function recallTold(recall: RecallRow, language: Language): TraceAnswer['recalls'][number] {
  const { of, since, liftedAt } = recall
  const lifting = localizedText(language, recall.liftReason ?? '', recall.liftReasonTexts)
  return {
    of,
    ...localizedMembers('reason', 'reasonIn', localizedText(language, recall.reason, recall.reasonTexts)),
    ...localizedMembers('advice', 'adviceIn', localizedText(language, recall.advice, recall.adviceTexts)),
    ...localizedMembers('contact', 'contactIn', localizedText(language, recall.contact, recall.contactTexts)),
    since: since.toISOString(),
    lifted: liftedAt && { at: liftedAt.toISOString(), ...localizedMembers('reason', 'reasonIn', lifting) },
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
  const { run, told } = await readWithLedger(services, entry.tenantId, signal, async (db, ledger) => {
    const run = await runAsked(db, opened, page)
    return { run, told: await recordsTold(services, db, entry, idsOf(run ? [run] : []), language, ledger) }
  })
  return {
    stage: page.stage,
    total: run?.total ?? 0,
    before: run?.before ?? 0,
    records: told.stages,
    next: nextOf(run),
    ledger: { state: told.state, anchored: false },
    warnings: told.suspicions,
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

const idsOf = (runs: readonly Run[]) => runs.flatMap(({ records }) => records.map(({ id }) => id))

function historyOf({ stage, total, firstAt, lastAt, before, records, gapAfter }: Run): StageHistory {
  return {
    stage,
    total,
    shown: records.length,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    before,
    gapAfter: gapAfter === null ? null : String(gapAfter),
  }
}

const noCounts: TraceAnswer['counts'] = {
  scans: 0,
  firstScanAt: null,
  checks: 0,
  wrongChecks: 0,
  firstCheckAt: null,
  firstRightAt: null,
}

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

function warningsOf({ entry }: KnownCode, goods: GoodsRow): TraceWarning[] {
  const warnings: TraceWarning[] = []
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
    const db = abortable(unwatched, signal)
    const way = await loadWay(db, opened)
    if (!way) throw new Refusal('code.unknown')
    const runs = async () => (isActive(opened) ? runsOf(db, opened, way.batchId, page) : [])
    const asked = page && (await runs()).find(run => run.stage === page.stage)
    const ids = async () => {
      if (page) return idsOf(asked ? [asked] : [])
      return records ? spokenOf(db, opened, way.batchId, records) : idsOf(await runs())
    }
    const ask = { records: ids, paths: records !== undefined, since }
    return { ...(await sealedProofOf(services, db, opened, way, ask)), next: nextOf(asked) }
  }
  return services.database.readTenant(entry.tenantId, read, { oneMoment: true })
}
