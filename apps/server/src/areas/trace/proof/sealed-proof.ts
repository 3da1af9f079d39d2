import type { SealedChain, SealedContent, SealedEntry, SealedMention, SealedProof } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { loadParents } from '../../code/packing/parents.ts'
import { logOf } from '../../ledger/log/log.ts'
import { LedgerView, type LoggedEntry } from '../../ledger/log/proofs.ts'
import { type Fields, openingOf } from '../../ledger/sealing/content.ts'
import { openedWhole } from '../../ledger/sealing/openings.ts'
import { contentsByDigest, type KeptContent, type SealedKind } from '../../ledger/sealing/contents.ts'
import { goodsToday } from '../../ledger/sealing/goods-today.ts'
import type { GoodsKind } from '../../ledger/sealing/goods.ts'
import { loadSteps, loadCurrentCertification, digestStepToday } from '../../certification/seal-step.ts'
import { knownBlocksKeys } from '../../ledger/sealing/subjects.ts'
import { loadPackings, packingToday } from '../../code/packing/seal-packing.ts'
import { deepest, packedIn } from '../../code/packing/parents.ts'
import { loadFacts, type RecordFacts } from '../../stage/statement/record-facts.ts'
import { mentionToday, recordToday } from '../../stage/statement/rebuild-statement.ts'
import { type Block, blocksOf } from '../../ledger/sealing/blocks.ts'
import { spanSubjects } from '../../ledger/sealing/spans.ts'
import type { KnownCode } from '../limits/open-code.ts'
import { findLongChains, loadEntries, loadMentionDigests, loadQueuedContents } from './chain-entries.ts'
import { CurrentDigests, type ProofContents } from './current-digests.ts'
import { includesSerial, type ProofPath, sealedParents, type SubjectInfo, subjectsOnPath } from './proof-path.ts'

/** What a proof has to contain. */
export interface ProofRequest {
  /** Records that the answer must prove when a chain is too long to be sent in full. */
  loadRecordIds: () => Promise<readonly number[]>
  /** Adds an inclusion proof for each of these records, for a file that proves single records. */
  provesEachRecord: boolean
  /** Size of a head that the reader has seen. */
  since?: number
}

/**
 * Everything a reader needs to check a code without trusting this server (docs/sealed-fields.md, "The way from a code").
 * Runs in a transaction with one snapshot.
 */
export async function buildSealedProof(
  services: Pick<Services, 'settings' | 'secrets' | 'directory'>,
  db: Db,
  { entry, serial }: KnownCode,
  path: ProofPath,
  { loadRecordIds, provesEachRecord, since }: ProofRequest,
): Promise<Omit<SealedProof, 'next'>> {
  const { tenantId } = entry
  // Independent statements run concurrently: the database answers one while this process works on the other.
  const [view, parents] = await Promise.all([
    LedgerView.open(db),
    loadParents(db, entry.tenantId, entry.requestNumber, serial),
  ])
  const codes = [{ request: entry.requestNumber, serial }, ...sealedParents(parents)]
  const subjects = await subjectsOnPath(services, db, tenantId, path, codes)
  const [index, queued] = await Promise.all([
    view.indexProofs([...subjects.keys()]),
    loadQueuedContents(services, db, tenantId, [...subjects.keys()]),
  ])
  const longChains = findLongChains(index, subjects)
  const needsRecords = longChains.length > 0 || provesEachRecord
  const requestedDigests = needsRecords
    ? await loadMentionDigests(db, tenantId, await loadRecordIds())
    : new Set<string>()
  const entries = await loadEntries(db, view, index, { longChains, requestedDigests })
  const provenEntries = [...entries].flatMap(([subject, chain]) => {
    const newest = index.get(subject)!.end?.seq
    return chain.filter(({ seq, content }, at) => {
      const isLastOfRun = chain[at + 1]?.seq !== seq + 1
      return (
        (isLastOfRun && (at < chain.length - 1 || seq === newest)) ||
        (provesEachRecord && requestedDigests.has(content))
      )
    })
  })
  const [contents, inclusionProofs] = await Promise.all([
    contentsByDigest(db, tenantId, [
      ...[...entries.values()].flat().map(({ content }) => content),
      ...[...queued.values()].flat().map(({ content }) => content),
    ]),
    view.inclusionProofs(provenEntries.map(({ index }) => index)),
  ])
  const proofContents = { codes, subjects, entries, queued, contents }
  const [digests, recordContents] = await Promise.all([
    CurrentDigests.load(db, tenantId, proofContents),
    loadRecordContents(db, tenantId, mentionsOfCode(proofContents)),
  ])
  const chains = [...subjects].map(
    ([subject, info]): SealedChain => ({
      subject,
      index: index.get(subject)!,
      entries: entries
        .get(subject)!
        .map(entry => sealedEntry(entry, openContent(contents.get(entry.content), info, digests), inclusionProofs)),
      waiting: (queued.get(subject) ?? []).map(({ content, since }) => ({
        ...openContent(contents.get(content), info, digests),
        since: since.toISOString(),
      })),
    }),
  )
  const { origin, verifierKey } = logOf(services, view.head?.note ?? null)
  return {
    log: { origin, verifierKey },
    checkpoint: view.head?.note ?? '',
    now: new Date().toISOString(),
    serial,
    chains,
    contents: recordContents.map(content => ({
      ...fullOpening(content),
      forgotten: digests.forgottenFields(content),
      today: digests.of(content),
    })),
    consistency: since === undefined ? null : await view.consistencyProof(since),
  }
}

function sealedEntry(
  { index, text }: LoggedEntry,
  content: SealedContent,
  inclusionProofs: ReadonlyMap<number, string[]>,
): SealedEntry {
  const path = inclusionProofs.get(index)
  return { entry: text, ...content, inclusion: path ? { index, path } : null }
}

/** Opens a content. In a block or span, contents that do not concern the code stay closed, except for their codes. */
function openContent(content: StoredContent | undefined, info: SubjectInfo, digests: CurrentDigests): SealedContent {
  // A content that was deleted cannot be opened: the reader sees that.
  if (!content) return { opened: [], closed: [], forgotten: 0, today: '' }
  const concernsCode = !('serials' in info) || includesSerial(JSON.parse(content.open) as Fields, info.serials)
  const isOpened = concernsCode && (info.kind !== 'span' || info.openedKinds.includes(content.kind))
  const opening = isOpened ? fullOpening(content) : openingOf(content, name => name === 'kind' || name === 'codes')
  return { ...opening, forgotten: 0, today: digests.of(content) }
}

/** Mentions that concern the reader's code; in a block only those that include a serial on the path. */
function mentionsOfCode({ subjects, entries, queued, contents }: ProofContents): Fields[] {
  return [...subjects].flatMap(([subject, info]) => {
    if (info.kind !== 'records' && info.kind !== 'block') return []
    return [entries, queued]
      .flatMap(chains => chains.get(subject) ?? [])
      .flatMap(({ content }) => contents.get(content) ?? [])
      .map(({ open }) => JSON.parse(open) as Fields)
      .filter(open => open.kind === 'mention' && (info.kind === 'records' || includesSerial(open, info.serials)))
  })
}

/** Contents of the mentioned records. */
async function loadRecordContents(db: Db, tenantId: number, mentions: readonly Fields[]): Promise<StoredContent[]> {
  const digests = mentions.map(({ record }) => (record as unknown as SealedMention).says)
  return [...(await contentsByDigest(db, tenantId, [...new Set(digests)])).values()]
}

/** The same contents made again from today's rows. */
class Today {
  readonly #digests = new Map<number, string>()
  readonly #facts: ReadonlyMap<number, RecordFacts>
  readonly #newest: ReadonlySet<number>

  private constructor(facts: ReadonlyMap<number, RecordFacts>, newest: ReadonlySet<number>) {
    this.#facts = facts
    this.#newest = newest
  }

  static async read(
    db: Db,
    tenantId: number,
    spots: readonly Spot[],
    subjects: ReadonlyMap<string, Of>,
    logged: ReadonlyMap<string, readonly LoggedEntry[]>,
    waiting: ReadonlyMap<string, readonly Waiting[]>,
    contents: ReadonlyMap<string, KeptContent>,
  ): Promise<Today> {
    const byKind = new Map<GoodsKind, KeptContent[]>()
    const inSpans: SpanContent[] = []
    const mentioned: (readonly [KeptContent | undefined, Of])[] = []
    for (const [subject, of] of subjects) {
      const given = [...(logged.get(subject) ?? []), ...(waiting.get(subject) ?? [])]
      if (of.kind === 'span') {
        inSpans.push(...given.flatMap(({ content }) => spanContent(contents.get(content), of)))
        continue
      }
      if (of.kind === 'block' || of.kind === 'records') {
        mentioned.push(...given.map(({ content }) => [contents.get(content), of] as const))
        continue
      }
      const newest = contents.get(given.at(-1)?.content ?? '')
      if (newest) byKind.set(of.kind, [...(byKind.get(of.kind) ?? []), newest])
    }
    const mentions = [...contents.values()].filter(({ kind }) => kind === 'mention')
    const [facts, goods] = await Promise.all([
      loadFacts(db, tenantId, [...new Set(mentions.map(({ rowId }) => rowId))]),
      Promise.all([...byKind].map(([kind, newest]) => goodsToday(db, tenantId, kind, newest))),
    ])
    const today = new Today(facts, newestVersions(mentions))
    for (const [kept, of] of mentioned) today.#mention(kept, of)
    await today.#steps(db, tenantId, spots[0]!, inSpans)
    await today.#packings(db, tenantId, spots, inSpans)
    for (const [at, newest] of [...byKind.values()].entries())
      for (const kept of newest) today.#keep(kept, goods[at]!.get(kept.rowId))
    return today
  }

  /** Digest of a content as today's rows would make it, base64url; null for one that a later one took the place of. */
  of(kept: KeptContent): string | null {
    if (kept.kind !== 'record') return this.#digests.get(kept.id) ?? null
    const facts = this.#facts.get(kept.rowId)
    if (!facts) return ''
    return this.#newest.has(kept.rowId) ? recordToday(facts, kept).toString('base64url') : null
  }

  /** Personal fields that nothing opens any more. */
  forgotten(kept: KeptContent): number {
    return this.#facts.get(kept.rowId)?.personalSalt === null
      ? Object.keys(JSON.parse(kept.personal) as object).length
      : 0
  }

  #mention(kept: KeptContent | undefined, of: Of): void {
    if (kept?.kind !== 'mention' || !this.#newest.has(kept.rowId)) return
    const facts = this.#facts.get(kept.rowId)
    const codes = of.kind === 'block' && facts ? codesIn(facts, of) : undefined
    this.#digests.set(kept.id, facts ? mentionToday(facts, kept, codes).toString('base64url') : '')
  }

  /** Steps of certification; the last one of the code has to be what its row says now. */
  async #steps(db: Db, tenantId: number, { request, serial }: Spot, inSpans: readonly SpanContent[]): Promise<void> {
    const given = inSpans.filter(({ kept }) => kept.kind === 'certification')
    const steps = await loadSteps(db, tenantId, idsOf(given))
    const last = lastOf(given, request)
    const standing = last === undefined ? undefined : await loadCurrentCertification(db, tenantId, request, serial)
    for (const { kept } of given) {
      const facts = steps.get(kept.rowId)
      this.#keep(kept, facts && digestStepToday(facts, kept, kept.rowId === last ? standing : undefined))
    }
  }

  /** Packings; the last one of each code on the way has to have put it where it is now. */
  async #packings(db: Db, tenantId: number, spots: readonly Spot[], inSpans: readonly SpanContent[]): Promise<void> {
    const given = inSpans.filter(({ kept }) => kept.kind === 'packing')
    const packings = await loadPackings(db, tenantId, idsOf(given))
    for (const [at, { request }] of spots.entries()) {
      const last = lastOf(given, request)
      // What the last of them is in, nobody looks up.
      const now = at < deepest ? { now: spots[at + 1] ?? null } : undefined
      for (const { kept, of } of given) {
        if (of.request !== request) continue
        const facts = packings.get(kept.rowId)
        this.#keep(kept, facts && packingToday(facts, kept, kept.rowId === last ? now : undefined))
      }
    }
  }

  #keep(kept: KeptContent, digest: Buffer | undefined): void {
    this.#digests.set(kept.id, digest ? digest.toString('base64url') : '')
  }
}

/** What was sealed in a span that holds a code on the way. */
interface SpanContent {
  kept: KeptContent
  of: Of & { kind: 'span' }
}

const spanContent = (kept: KeptContent | undefined, of: SpanContent['of']): SpanContent[] =>
  kept ? [{ kept, of }] : []

const idsOf = (given: readonly SpanContent[]) => [...new Set(given.map(({ kept }) => kept.rowId))]

/** The highest number of a row that concerns the code of this request; undefined when none does. */
function lastOf(given: readonly SpanContent[], request: number): number | undefined {
  const own = given.filter(
    ({ kept, of }) => of.request === request && holds(JSON.parse(kept.open) as Fields, of.serials),
  )
  return own.length > 0 ? Math.max(...own.map(({ kept }) => kept.rowId)) : undefined
}

/** Those of the codes that stand in a block. */
function codesIn({ codes }: RecordFacts, { request, block }: { request: number; block: number }): Block['codes'] {
  return blocksOf(codes).find(one => one.request === request && one.block === block)?.codes ?? []
}

/** Rows of the newest version of each record that is mentioned. */
function newestVersions(mentions: readonly KeptContent[]): Set<number> {
  const newest = new Map<number, { version: number; rowId: number }>()
  for (const { open, rowId } of mentions) {
    const { record, version } = (JSON.parse(open) as Fields).record as unknown as SealedMention
    if (version >= (newest.get(record)?.version ?? 0)) newest.set(record, { version, rowId })
  }
  return new Set([...newest.values()].map(({ rowId }) => rowId))
}
