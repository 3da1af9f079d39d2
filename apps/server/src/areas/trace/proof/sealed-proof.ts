import { fromBase64Url, repetitionOf, toBase64Url } from '@timbermark/ledger/sealed'
import type {
  SealedChain,
  SealedContent,
  SealedEntry,
  SealedMention,
  SealedProof,
  WaitingEntry,
} from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { loadParents } from '../../code/packing/parents.ts'
import { loadProofAnchor } from '../../ledger/anchor/proof-anchor.ts'
import { proveBreaks } from '../../ledger/log/break-proofs.ts'
import { type LedgerLog, logOf } from '../../ledger/log/log.ts'
import { signPromise } from '../../ledger/log/promises.ts'
import { LedgerView, type LoggedEntry } from '../../ledger/log/proofs.ts'
import { loadQueuedContents, type QueuedContent } from '../../ledger/log/queue.ts'
import { findWitnessedHead, withCosignatures } from '../../ledger/witnesses/cosignatures.ts'
import { type Fields, openingOf, parseFields } from '../../ledger/sealing/content.ts'
import { contentsByDigest, damageBehind, type StoredContent } from '../../ledger/sealing/contents.ts'
import { fullOpening, openFields } from '../../ledger/sealing/openings.ts'
import type { KnownCode } from '../limits/open-code.ts'
import { findLongChains, loadEntries, loadMentionDigests, withdrawalsOfLongChains } from './chain-entries.ts'
import { CurrentDigests, type ProofContents } from './current-digests.ts'
import {
  includesSerial,
  type PathCode,
  type ProofPath,
  proveRequests,
  sealedParents,
  type SubjectInfo,
  subjectsOnPath,
} from './proof-path.ts'
import { loadSealedParents } from './sealed-parents.ts'

/** What a proof has to contain. */
export interface ProofRequest {
  /** Records that the answer must prove when a chain is too long to be sent in full. */
  loadRecordIds: () => Promise<readonly number[]>
  /** Adds an inclusion proof for each of these records, for a file that proves single records. */
  provesEachRecord: boolean
  /** Digests of contents whose entries the answer must hold, also of a long chain. */
  entries?: readonly string[]
  /** Size of a head that the reader has seen. */
  since?: number
}

type ProofServices = Pick<Services, 'settings' | 'secrets' | 'directory'>

/**
 * Everything a reader needs to check a code without trusting this server (docs/trace-answer.md). Runs in a transaction with
 * one snapshot.
 * @throws StoredDamage when stored data of the ledger is damaged
 */
export async function buildSealedProof(
  services: ProofServices,
  db: Db,
  code: KnownCode,
  path: ProofPath,
  request: ProofRequest,
): Promise<Omit<SealedProof, 'next'>> {
  const loaded: StoredContent[] = []
  try {
    return await buildProof(services, db, code, path, { ...request, loaded })
  } catch (error) {
    throw damageBehind(error, loaded)
  }
}

/** @param loaded receives the contents, so that a failure can be explained */
async function buildProof(
  services: ProofServices,
  db: Db,
  { entry, serial }: KnownCode,
  path: ProofPath,
  {
    loadRecordIds,
    provesEachRecord,
    entries: requestedEntries = [],
    since,
    loaded,
  }: ProofRequest & { loaded: StoredContent[] },
): Promise<Omit<SealedProof, 'next'>> {
  const { tenantId } = entry
  // Independent statements run concurrently: the database answers one while this process works on the other.
  const [view, parents] = await Promise.all([
    LedgerView.open(db),
    loadParents(db, entry.tenantId, entry.requestNumber, serial),
  ])
  const code = { request: entry.requestNumber, serial }
  const load = async (codes: readonly PathCode[]) => {
    const subjects = await subjectsOnPath(services, db, tenantId, path, codes)
    const [index, queued] = await Promise.all([
      view.indexProofs([...subjects.keys()]),
      loadQueuedContents(services, db, tenantId, [...subjects.keys()]),
    ])
    const withdrawals = withdrawalsOfLongChains(index, subjects)
    if (withdrawals.size === 0) return { codes, subjects, index, queued }
    // What waits of them waits in the long chain too.
    const ofWithdrawals = await view.indexProofs([...withdrawals.keys()])
    return {
      codes,
      subjects: new Map([...subjects, ...withdrawals]),
      index: new Map([...index, ...ofWithdrawals]),
      queued,
    }
  }
  let known = await load([code, ...sealedParents(parents)])
  // While a packing waits, the reader follows the packing before it, which the links in the database have forgotten.
  if ([...known.queued.keys()].some(subject => known.subjects.get(subject)?.kind === 'span'))
    known = await load([code, ...(await loadSealedParents(services, db, view, tenantId, code))])
  const { codes, subjects, index, queued } = known
  const longChains = findLongChains(index, subjects)
  const needsRecords = longChains.length > 0 || provesEachRecord
  const mentionDigests = needsRecords
    ? await loadMentionDigests(db, tenantId, await loadRecordIds())
    : new Set<string>()
  const requestedDigests = new Set([...mentionDigests, ...requestedEntries])
  const entries = await loadEntries(db, view, index, { longChains, requestedDigests })
  const provenEntries = [...entries].flatMap(([subject, chain]) => {
    const newest = index.get(subject)!.end?.seq
    return chain.filter(({ seq, content }, at) => {
      const isLastOfRun = chain[at + 1]?.seq !== seq + 1
      return (
        (isLastOfRun && (at < chain.length - 1 || seq === newest)) || (provesEachRecord && mentionDigests.has(content))
      )
    })
  })
  const last = view.head && view.head.size > 0 ? view.head.size - 1 : undefined
  const [statement, contents, inclusionProofs] = await Promise.all([
    view.statement(),
    contentsByDigest(db, tenantId, [
      ...[...entries.values()].flat().map(({ content }) => content),
      ...[...queued.values()].flat().map(({ content }) => content),
    ]),
    view.inclusionProofs([...provenEntries.map(({ index }) => index), ...(last === undefined ? [] : [last])]),
  ])
  loaded.push(...contents.values())
  const proofContents = { codes, subjects, entries, queued, contents }
  // Read first: it throws on a tampered content, and then no statement may be under way.
  const mentions = mentionsOfCode(proofContents)
  const [digests, recordContents] = await Promise.all([
    CurrentDigests.load(db, tenantId, proofContents),
    loadRecordContents(db, tenantId, mentions),
  ])
  const log = logOf(services, view.head?.note ?? null)
  loaded.push(...recordContents)
  const chains = [...subjects].map(([subject, info]): SealedChain => {
    const logged = entries.get(subject)!
    const waiting = queued.get(subject) ?? []
    const chain = [...logged, ...waiting].map(({ content }) => contents.get(content))
    const opened = chain.map((content, at) => openContent(content, chain[at + 1], info, digests))
    return {
      subject,
      index: index.get(subject)!,
      entries: logged.map((entry, at) => sealedEntry(entry, opened[at]!, inclusionProofs)),
      waiting: waiting.map((entry, at) => ({ ...opened[logged.length + at]!, ...promiseOf(log, subject, entry) })),
    }
  })
  return {
    log: { origin: log.origin, verifierKey: log.verifierKey },
    checkpoint: view.head ? await withCosignatures(db, view.head) : '',
    statement: statement === undefined ? null : { entry: statement, path: inclusionProofs.get(last!) ?? [] },
    witnessed: await loadWitnessed(services, db, view),
    breaks: log.epoch === 1 ? [] : await proveBreaks(db, view),
    now: new Date().toISOString(),
    serial,
    requests: await proveRequests(services, codes),
    chains,
    contents: recordContents.map(content => ({
      ...fullOpening(content),
      forgotten: digests.forgottenFields(content),
      today: digests.of(content),
      ...rangesMember(digests.rangesOf(content)),
    })),
    consistency: since === undefined ? null : await view.consistencyProof(since),
    anchor: await loadProofAnchor(services, db, view),
  }
}

const rangesMember = (ranges: string[] | undefined) => (ranges ? { ranges } : {})
/** When an entry was queued, and the promise that it will be in the log. */
function promiseOf(
  log: LedgerLog,
  subject: string,
  { content, since, isPromised }: QueuedContent,
): Pick<WaitingEntry, 'since' | 'promise'> {
  const promised = { subject: fromBase64Url(subject), content: fromBase64Url(content), at: since }
  return { since: since.toISOString(), promise: isPromised ? signPromise(log, promised) : null }
}

/** The newest earlier head with more cosignatures than the newest one, which witnesses are asked about only afterwards. */
async function loadWitnessed(
  { settings }: Pick<Services, 'settings'>,
  db: Db,
  view: LedgerView,
): Promise<SealedProof['witnessed']> {
  if (!view.head || settings.ledgerWitnesses.length === 0) return null
  const head = await findWitnessedHead(db, view.head)
  const consistency = head && (await view.consistencyProof(head.size))
  return consistency ? { checkpoint: await withCosignatures(db, head), consistency } : null
}

function sealedEntry(
  { index, text }: LoggedEntry,
  content: OpenedContent,
  inclusionProofs: ReadonlyMap<number, string[]>,
): SealedEntry {
  const path = inclusionProofs.get(index)
  return { entry: text, ...content, inclusion: path ? { index, path } : null }
}

type OpenedContent = SealedContent & Pick<SealedEntry, 'repeats'>

/**
 * An entry as what differs from the next one, whose lists of recalls contain its own. Its secret opens every field: only a
 * content without closed fields is written so.
 */
function repeatsOf(content: StoredContent, next: StoredContent): SealedEntry['repeats'] {
  if (content.withheld !== '{}' || content.personal !== '{}') return undefined
  const { secret, changed, absent, lists } = repetitionOf(
    toBase64Url(content.secret),
    openFields(content),
    openFields(next),
  )
  return { secret, changed: { ...changed }, absent: [...absent], lists: { ...lists } }
}

/** Opens a content. In a block or span, contents that do not concern the code stay closed, except for their codes. */
function openContent(
  content: StoredContent | undefined,
  next: StoredContent | undefined,
  info: SubjectInfo,
  digests: CurrentDigests,
): OpenedContent {
  // A content that was deleted cannot be opened: the reader sees that.
  if (!content) return { opened: [], closed: [], forgotten: 0, today: '' }
  const repeats = next && (info.kind === 'request' || info.kind === 'batch') ? repeatsOf(content, next) : undefined
  if (repeats) return { opened: [], closed: [], forgotten: 0, today: digests.of(content), repeats }
  const concernsCode = !('serials' in info) || includesSerial(parseFields(content.open), info.serials)
  const isOpened = concernsCode && (info.kind !== 'span' || info.openedKinds.includes(content.kind))
  const opening = isOpened ? fullOpening(content) : openingOf(content, name => name === 'kind' || name === 'codes')
  return { ...opening, forgotten: 0, today: digests.of(content) }
}

/** Mentions that concern the reader's code; in a block only those that include a serial on the path. Of withdrawn records nothing is drawn. */
function mentionsOfCode({ subjects, entries, queued, contents }: ProofContents): Fields[] {
  return [...subjects].flatMap(([subject, info]) => {
    if (info.kind !== 'records' && info.kind !== 'block') return []
    return [entries, queued]
      .flatMap(chains => chains.get(subject) ?? [])
      .flatMap(({ content }) => contents.get(content) ?? [])
      .map(({ open }) => parseFields(open))
      .filter(
        open =>
          open.kind === 'mention' &&
          (open.record as unknown as SealedMention).status !== 'voided' &&
          (info.kind === 'records' || includesSerial(open, info.serials)),
      )
  })
}

/** Contents of the mentioned records. */
async function loadRecordContents(db: Db, tenantId: number, mentions: readonly Fields[]): Promise<StoredContent[]> {
  const digests = mentions.map(({ record }) => (record as unknown as SealedMention).says)
  return [...(await contentsByDigest(db, tenantId, [...new Set(digests)])).values()]
}
