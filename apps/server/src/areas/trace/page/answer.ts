import { type Language, localizedMembers, localizedText } from '@timbermark/contract'
import { wordIn } from '@timbermark/contract/texts'
import type { SealedProof, TraceAnswer, TraceLabel, TraceRecords, TraceWarning } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { isAnchored } from '../../ledger/anchor/proof-anchor.ts'
import { loadPublicBreaks } from '../../ledger/log/public-breaks.ts'
import { manyWrong } from '../limits/guess-limits.ts'
import { findCurrentVersions, loadStageWindows, type PageRequest } from './current-records.ts'
import { type ItemRow, loadItem } from './item.ts'
import { isActive, type KnownCode } from '../limits/open-code.ts'
import { loadLaterHolders } from './later-holders.ts'
import { publicDescription } from '../../ledger/sealing/public-description.ts'
import { loadPapers } from './papers.ts'
import { loadProofPath } from '../proof/proof-path.ts'
import { buildSealedProof } from '../proof/sealed-proof.ts'
import { publicFiles } from './public-values.ts'
import { loadPublicRecords, type RecordsCache, readWithLedger } from './records-cache.ts'
import { abortable } from '../../../platform/concurrency/abortable.ts'
import type { RecallRow } from '../../code/directory/recalls-of-codes.ts'
import { loadCodeDetails } from './code-details.ts'
import { historyOf, type StageWindow } from './window.ts'

/** Options of an answer about a code. */
export interface TraceOptions {
  /** Replaces the window of one stage by a page of its records. */
  page?: PageRequest
  /** Stops the work at its next statement. */
  signal?: AbortSignal
  /** Shared with concurrent readers. */
  cache?: RecordsCache
}

/**
 * Everything that anyone may know about a code. A long history is cut to windows, so that the cost is bounded.
 * @throws Refusal code.unknown when its request no longer exists, invalid for an unknown start of the page
 */
export async function loadTraceAnswer(
  services: Services,
  opened: KnownCode,
  language: Language,
  { page, signal, cache }: TraceOptions = {},
): Promise<TraceAnswer> {
  const { entry } = opened
  const active = isActive(opened)
  const read = await readWithLedger(services, entry.tenantId, signal, async (db, readEvidence) => {
    const item = await loadItem(db, opened)
    if (!item) throw new Refusal('code.unknown')
    const windows = active ? await loadStageWindows(db, opened, item.batch_id, page) : []
    const pictures = await publicFiles(db, entry.tenantId, [...item.images, ...item.video])
    const details = await loadCodeDetails(db, opened, item.batch_id, language)
    const ids = recordIds(windows)
    const enterprise = ownerName(entry, item, language).text
    const records = await loadPublicRecords(services, db, { entry, enterprise, ids, language, readEvidence, cache })
    return { item, windows, pictures, details, records }
  })
  const { item, windows, pictures, details, records } = read
  const { certification, stores, warnings } = details
  const later = active ? await loadLaterHolders(services, opened, language, { signal, cache }) : []
  // A label that a later holder has reported spoiled or lost is that of the goods.
  const label = later.findLast(one => isGone(one.label))?.label ?? details.label
  // A recall by any of them is about the goods in the reader's hand.
  const recalls = [...details.recalls, ...later.flatMap(one => one.recalls)].sort(
    (a, b) => b.since.getTime() - a.since.getTime(),
  )
  const papers = await loadPapers(services, opened, recordIds(windows), certification, cache)
  const description = publicDescription(item)
  const publicFilesOf = (ids: readonly string[]) => ids.flatMap(id => pictures.get(id) ?? [])
  const { stages } = records
  const total = windows.reduce((sum, window) => sum + window.total, 0)
  return {
    code: opened.code,
    status: statusOf(active, item.batch_status === 'voided' || later.some(({ isVoided }) => isVoided), recalls),
    ...(item.printed === null ? {} : { foreign: item.printed }),
    print: {
      country: item.country_code,
      factory: item.factory_code,
      batchDate: item.batch_date,
      species: item.species,
    },
    product: {
      ...localizedMembers('name', 'nameIn', localizedText(language, item.product_name, item.product_texts)),
      foreignName: item.foreign_name,
      chineseName: item.chinese_name,
      latinName: `${item.latin_genus} ${item.latin_species}`.trim(),
      ...localizedMembers('category', 'categoryIn', localizedText(language, item.category, item.category_texts)),
      ...localizedMembers('description', 'descriptionIn', localizedText(language, description.main, description.texts)),
      images: publicFilesOf(item.images),
      video: publicFilesOf(item.video)[0] ?? null,
    },
    batch: { number: item.batch_number, date: item.planned_date, volume: item.volume },
    ...(details.transfers.length > 0 && {
      transfers: details.transfers.map(({ batch, species, form, volume, at }) => ({
        batch,
        ...localizedMembers('species', 'speciesIn', wordIn(species, language)),
        form,
        volume,
        at,
      })),
    }),
    recalls: recalls.map(recall => publicRecall(recall, language)),
    owner: {
      id: entry.identification,
      ...localizedMembers('name', 'nameIn', ownerName(entry, item, language)),
      active: entry.enterpriseActive,
    },
    certification,
    label,
    papers,
    stages,
    records: { total, shown: stages.length },
    histories: windows.map(historyOf),
    ...(later.length > 0 && { later: later.map(({ holder }) => holder) }),
    counts: active ? countsOf(item) : noCounts,
    ...(stores.length > 0 && { stores }),
    ledger: { state: records.state, anchored: await isAnchored(services), breaks: await loadPublicBreaks(services) },
    warnings: [...records.suspicions, ...later.flatMap(one => one.warnings), ...warningsOf(opened, item), ...warnings],
  }
}

/** The owner's name as buyers read it: the registered one in languages without a public name. */
const ownerName = ({ enterpriseName }: KnownCode['entry'], item: ItemRow, language: Language) =>
  localizedText(language, enterpriseName, item.public_name_texts)

const isGone = ({ state }: TraceLabel) => state === 'spoiled' || state === 'lost'

function publicRecall(recall: RecallRow, language: Language): TraceAnswer['recalls'][number] {
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

function statusOf(active: boolean, isVoided: boolean, recalls: readonly RecallRow[]): TraceAnswer['status'] {
  if (!active) return 'notActivated'
  if (recalls.some(({ status }) => status === 'standing')) return 'recalled'
  return isVoided ? 'voided' : 'active'
}

/**
 * A page of records of one stage, as anyone may see them.
 * @throws Refusal code.unknown when the request no longer exists, invalid for an unknown start of the page
 */
export async function loadRecordsPage(
  services: Services,
  opened: KnownCode,
  language: Language,
  page: PageRequest,
  signal?: AbortSignal,
): Promise<TraceRecords> {
  const { entry } = opened
  const { window, records } = await readWithLedger(services, entry.tenantId, signal, async (db, readEvidence) => {
    const item = await loadItem(db, opened)
    if (!item) throw new Refusal('code.unknown')
    const window = await findRequestedWindow(db, opened, item, page)
    const ids = recordIds(window ? [window] : [])
    const enterprise = ownerName(entry, item, language).text
    return {
      window,
      records: await loadPublicRecords(services, db, { entry, enterprise, ids, language, readEvidence }),
    }
  })
  return {
    stage: page.stage,
    total: window?.total ?? 0,
    before: window?.before ?? 0,
    records: records.stages,
    next: nextOf(window),
    ledger: { state: records.state, anchored: await isAnchored(services) },
    warnings: records.suspicions,
  }
}

/** The window of the requested stage; undefined when the stage has no records. */
async function findRequestedWindow(
  db: Db,
  opened: KnownCode,
  item: ItemRow,
  page: PageRequest,
): Promise<StageWindow | undefined> {
  const windows = isActive(opened) ? await loadStageWindows(db, opened, item.batch_id, page) : []
  return windows.find(({ stage }) => stage === page.stage)
}

const nextOf = (window: StageWindow | undefined) => (window?.gapAfter == null ? null : String(window.gapAfter))

const recordIds = (windows: readonly StageWindow[]) => windows.flatMap(({ records }) => records.map(({ id }) => id))

const noCounts: TraceAnswer['counts'] = {
  scans: 0,
  firstScanAt: null,
  checks: 0,
  wrongChecks: 0,
  firstCheckAt: null,
  firstRightAt: null,
}

function countsOf(item: ItemRow): TraceAnswer['counts'] {
  return {
    scans: item.scans,
    firstScanAt: item.first_scan_at?.toISOString() ?? null,
    checks: item.checks + item.wrong_checks,
    wrongChecks: item.wrong_checks,
    firstCheckAt: item.first_query_at?.toISOString() ?? null,
    firstRightAt: item.first_check_at?.toISOString() ?? null,
  }
}

function warningsOf({ entry }: KnownCode, item: ItemRow): TraceWarning[] {
  const warnings: TraceWarning[] = []
  if (item.lately_wrong >= manyWrong.tries) warnings.push({ kind: 'manyWrongChecks' })
  if (!entry.enterpriseActive) warnings.push({ kind: 'ownerInactive' })
  return warnings
}

/** Records to prove (by default those that `loadTraceAnswer` shows), entries to hold, and the size of a head that the reader has seen. */
export interface ProofOptions {
  page?: PageRequest
  records?: readonly number[]
  entries?: readonly string[]
  since?: number
}

/**
 * Everything a reader needs to check a code without trusting this server.
 * @throws Refusal code.unknown when the request no longer exists, invalid for an unknown start of the page
 */
export async function loadProof(
  services: Services,
  opened: KnownCode,
  { page, records, entries, since }: ProofOptions,
  signal?: AbortSignal,
): Promise<SealedProof> {
  const { entry } = opened
  const read = async (handle: Db) => {
    const db = abortable(handle, signal)
    const path = await loadProofPath(db, opened)
    if (!path) throw new Refusal('code.unknown')
    const loadWindows = async () => (isActive(opened) ? loadStageWindows(db, opened, path.batchId, page) : [])
    const requestedWindow = page && (await loadWindows()).find(({ stage }) => stage === page.stage)
    const loadIds = async () => {
      if (page) return recordIds(requestedWindow ? [requestedWindow] : [])
      return records ? findCurrentVersions(db, opened, path.batchId, records) : recordIds(await loadWindows())
    }
    const request = { loadRecordIds: loadIds, provesEachRecord: records !== undefined, entries, since }
    return { ...(await buildSealedProof(services, db, opened, path, request)), next: nextOf(requestedWindow) }
  }
  return services.database.readTenant(entry.tenantId, read, { oneMoment: true })
}
