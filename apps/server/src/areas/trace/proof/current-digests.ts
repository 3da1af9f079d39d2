import { parseFields } from '../../ledger/sealing/content.ts'
import type { SealedMention } from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import { loadSteps, loadCurrentCertification, digestStepToday } from '../../certification/step-facts.ts'
import { maxDepth } from '../../code/packing/parents.ts'
import { codeRange } from '../../code/directory/range-facts.ts'
import { loadLabelRanges } from '../../code/label-life/label-ranges.ts'
import { loadHandovers, recomputeHandoverDigest } from '../../custody/seal-handover.ts'
import { loadLabelActs, recomputeLabelActDigest } from '../../code/label-life/seal-label-act.ts'
import { loadPackings, rebuildPackingDigest } from '../../code/packing/seal-packing.ts'
import { type Block, blocksOf } from '../../ledger/sealing/blocks.ts'
import type { StoredContent } from '../../ledger/sealing/contents.ts'
import { recomputeRowDigests } from '../../ledger/sealing/row-digests.ts'
import type { SealedRowKind } from '../../ledger/sealing/row-facts.ts'
import { rebuildMentionDigest, rebuildRecordDigest } from '../../stage/statement/rebuild-statement.ts'
import { codesDigest } from '../../stage/statement/record-statement.ts'
import { loadFacts, type RecordFacts } from '../../stage/statement/record-facts.ts'
import { includesSerial, type PathCode, type SubjectInfo } from './proof-path.ts'

/** More ranges of one record would make the answer long: then it says their number only. */
const maxRanges = 200

/** The contents of a proof, with the chains they are in. */
export interface ProofContents {
  codes: readonly PathCode[]
  subjects: ReadonlyMap<string, SubjectInfo>
  /** By subject. */
  entries: ReadonlyMap<string, readonly { content: string }[]>
  queued: ReadonlyMap<string, readonly { content: string }[]>
  /** By digest. */
  contents: ReadonlyMap<string, StoredContent>
}

/** Digests of the contents of a proof, recomputed from the current rows. */
export class CurrentDigests {
  readonly #digests = new Map<number, string>()
  readonly #facts: ReadonlyMap<number, RecordFacts>
  readonly #newestVersions: ReadonlySet<number>

  private constructor(facts: ReadonlyMap<number, RecordFacts>, newestVersions: ReadonlySet<number>) {
    this.#facts = facts
    this.#newestVersions = newestVersions
  }

  static async load(
    db: Db,
    tenantId: number,
    { codes, subjects, entries, queued, contents }: ProofContents,
  ): Promise<CurrentDigests> {
    const byKind = new Map<SealedRowKind, StoredContent[]>()
    const inSpans: SpanContent[] = []
    const inRecordChains: (readonly [StoredContent | undefined, SubjectInfo])[] = []
    for (const [subject, info] of subjects) {
      const chain = [...(entries.get(subject) ?? []), ...(queued.get(subject) ?? [])]
      if (info.kind === 'span') {
        inSpans.push(...chain.flatMap(({ content }) => spanContent(contents.get(content), info)))
        continue
      }
      if (info.kind === 'block' || info.kind === 'records') {
        inRecordChains.push(...chain.map(({ content }) => [contents.get(content), info] as const))
        continue
      }
      const newest = contents.get(chain.at(-1)?.content ?? '')
      if (newest) byKind.set(info.kind, [...(byKind.get(info.kind) ?? []), newest])
    }
    const mentions = [...contents.values()].filter(({ kind }) => kind === 'mention')
    const [facts, rowDigests] = await Promise.all([
      loadFacts(db, tenantId, [...new Set(mentions.map(({ rowId }) => rowId))]),
      Promise.all([...byKind].map(([kind, newest]) => recomputeRowDigests(db, tenantId, kind, newest))),
    ])
    const digests = new CurrentDigests(facts, newestVersionsOf(mentions))
    for (const [content, info] of inRecordChains) digests.#addMention(content, info)
    await digests.#addSteps(db, tenantId, codes[0]!, inSpans)
    await digests.#addPackings(db, tenantId, codes, inSpans)
    await digests.#addLabelActs(db, tenantId, codes[0]!, inSpans)
    await digests.#addHandovers(db, tenantId, inSpans)
    for (const [at, newest] of [...byKind.values()].entries())
      for (const content of newest) digests.#set(content, rowDigests[at]!.get(content.rowId))
    return digests
  }

  /** Current digest of a content, base64url; null for a content that a later one replaced. */
  of(content: StoredContent): string | null {
    if (content.kind !== 'record') return this.#digests.get(content.id) ?? null
    const facts = this.#facts.get(content.rowId)
    if (!facts) return ''
    return this.#newestVersions.has(content.rowId) ? rebuildRecordDigest(facts, content).toString('base64url') : null
  }

  /** The codes of a record, as its digest was sealed of them; undefined where there are too many, or they differ. */
  rangesOf(content: StoredContent): string[] | undefined {
    const facts = this.#facts.get(content.rowId)
    if (!facts || facts.codes.length > maxRanges) return undefined
    const ranges = facts.codes.map(([request, from, to]) => `${request}:${from}-${to}`)
    const { codes } = JSON.parse(content.open) as { codes?: { sha256: string } }
    return codes?.sha256 === codesDigest(ranges) ? ranges : undefined
  }

  /** Number of personal fields whose secret was deleted, so that nothing opens them any more. */
  forgottenFields(content: StoredContent): number {
    return this.#facts.get(content.rowId)?.personalSalt === null
      ? Object.keys(JSON.parse(content.personal) as object).length
      : 0
  }

  #addMention(content: StoredContent | undefined, info: SubjectInfo): void {
    if (content?.kind !== 'mention' || !this.#newestVersions.has(content.rowId)) return
    const facts = this.#facts.get(content.rowId)
    const codes = info.kind === 'block' && facts ? codesInBlock(facts, info) : undefined
    this.#digests.set(content.id, facts ? rebuildMentionDigest(facts, content, codes).toString('base64url') : '')
  }

  /** Steps of certification. The last step of the code must equal its current certification. */
  async #addSteps(
    db: Db,
    tenantId: number,
    { request, serial }: PathCode,
    inSpans: readonly SpanContent[],
  ): Promise<void> {
    const stepContents = inSpans.filter(({ content }) => content.kind === 'certification')
    const steps = await loadSteps(db, tenantId, rowIdsOf(stepContents))
    const last = lastRowOf(stepContents, request)
    const certification = last === undefined ? undefined : await loadCurrentCertification(db, tenantId, request, serial)
    for (const { content } of stepContents) {
      const facts = steps.get(content.rowId)
      this.#set(content, facts && digestStepToday(facts, content, content.rowId === last ? certification : undefined))
    }
  }

  /** Packings. The last packing of each code on the path must have put it into its current parent. */
  async #addPackings(
    db: Db,
    tenantId: number,
    codes: readonly PathCode[],
    inSpans: readonly SpanContent[],
  ): Promise<void> {
    const packingContents = inSpans.filter(({ content }) => content.kind === 'packing')
    const packings = await loadPackings(db, tenantId, rowIdsOf(packingContents))
    for (const [depth, { request }] of codes.entries()) {
      const last = lastRowOf(packingContents, request)
      // Parents are only looked up to this depth, so that the parent of the last one is not known.
      const parent = depth < maxDepth ? { now: codes[depth + 1] ?? null } : undefined
      for (const { content, info } of packingContents) {
        if (info.request !== request) continue
        const facts = packings.get(content.rowId)
        this.#set(content, facts && rebuildPackingDigest(facts, content, content.rowId === last ? parent : undefined))
      }
    }
  }

  /** Acts on labels. The last act on the code must have led to its current state. */
  async #addLabelActs(
    db: Db,
    tenantId: number,
    { request, serial }: PathCode,
    inSpans: readonly SpanContent[],
  ): Promise<void> {
    const actContents = inSpans.filter(({ content }) => content.kind === 'label')
    const acts = await loadLabelActs(db, tenantId, rowIdsOf(actContents))
    const last = lastRowOf(actContents, request)
    const current =
      last === undefined
        ? undefined
        : (await loadLabelRanges(db, tenantId, [codeRange(request, { from: serial, to: serial + 1 })]))[0]
    for (const { content } of actContents) {
      const facts = acts.get(content.rowId)
      const isReplaced = content.rowId === last && current?.state !== facts?.state
      this.#set(content, facts && !isReplaced ? recomputeLabelActDigest(facts, content) : undefined)
    }
  }

  /** Handovers of the code to another enterprise. */
  async #addHandovers(db: Db, tenantId: number, inSpans: readonly SpanContent[]): Promise<void> {
    const contents = inSpans.filter(({ content }) => content.kind === 'custody')
    const handovers = await loadHandovers(db, tenantId, rowIdsOf(contents))
    for (const { content } of contents) {
      const facts = handovers.get(content.rowId)
      this.#set(content, facts && recomputeHandoverDigest(facts, content))
    }
  }

  #set(content: StoredContent, digest: Buffer | undefined): void {
    this.#digests.set(content.id, digest ? digest.toString('base64url') : '')
  }
}

/** A content in a span that contains a code on the path. */
interface SpanContent {
  content: StoredContent
  info: SubjectInfo & { kind: 'span' }
}

const spanContent = (content: StoredContent | undefined, info: SpanContent['info']): SpanContent[] =>
  content ? [{ content, info }] : []

const rowIdsOf = (contents: readonly SpanContent[]) => [...new Set(contents.map(({ content }) => content.rowId))]

/** The highest row id that concerns the code of this request; undefined when none does. */
function lastRowOf(contents: readonly SpanContent[], request: number): number | undefined {
  const ofCode = contents.filter(
    ({ content, info }) => info.request === request && includesSerial(parseFields(content.open), info.serials),
  )
  return ofCode.length > 0 ? Math.max(...ofCode.map(({ content }) => content.rowId)) : undefined
}

/** Those of a record's codes that are in a block. */
function codesInBlock({ codes }: RecordFacts, { request, block }: { request: number; block: number }): Block['codes'] {
  return blocksOf(codes).find(one => one.request === request && one.block === block)?.codes ?? []
}

/** Row ids of the newest version of each mentioned record. */
function newestVersionsOf(mentions: readonly StoredContent[]): Set<number> {
  const newest = new Map<number, { version: number; rowId: number }>()
  for (const { open, rowId } of mentions) {
    const { record, version } = parseFields(open).record as unknown as SealedMention
    if (version >= (newest.get(record)?.version ?? 0)) newest.set(record, { version, rowId })
  }
  return new Set([...newest.values()].map(({ rowId }) => rowId))
}
