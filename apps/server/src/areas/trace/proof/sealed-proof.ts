import { BLOCK_SIZE, blockSubject, requestSubject, spansContaining, toBase64Url } from '@timbermark/ledger/sealed'
import { sha256 } from '@timbermark/ledger/node'
import type {
  SealedChain,
  SealedContent,
  SealedEntry,
  SealedMention,
  SealedProof,
  SealedRanges,
} from '@timbermark/contract/trace'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { logOf } from '../../ledger/log/log.ts'
import { LedgerView, type LoggedEntry } from '../../ledger/log/proofs.ts'
import { isQueuedByUs } from '../../ledger/log/queue.ts'
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

/** A chain of at most this many entries is given whole; of a longer one what was asked for, and the newest. */
const mostWhole = 200

/** What a proof is wanted of. */
export interface ProofAsk {
  /** Records that the answer has to prove, where a chain is too long to be given whole. */
  records: () => Promise<readonly number[]>
  /** Each record with its own inclusion path, as a file that proves one record alone needs it. */
  paths: boolean
  /** Size of a head that the reader has seen. */
  since?: number
}

/** Where the way from a code leads: its batch, the subjects that it passes, and the key of its request's blocks. */
export interface Way extends Record<'enterprise' | 'batch' | 'product' | 'records' | 'blocks', Buffer | null> {
  batchId: number
}

/** The way from a code; undefined when its request is gone. */
export function loadWay(db: Db, { entry }: KnownCode): Promise<Way | undefined> {
  return db.maybe<Way>(sql`
    select b.id as "batchId", e.subject as enterprise, b.subject as batch, p.subject as product, b.records_subject as records, r.blocks_key as blocks
    from code_request r
    join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
    join product p on p.tenant_id = b.tenant_id and p.id = b.product_id
    join enterprise e on e.id = r.tenant_id
    where r.tenant_id = ${entry.tenantId} and r.id = ${entry.requestId}`)
}

/** A serial of a request: the code itself, or what it is packed in. */
interface Spot {
  request: number
  serial: number
}

/**
 * Everything a reader needs to check a code without trusting this server (docs/sealed-fields.md, "The way from a code").
 * In a transaction that sees one moment.
 */
export async function sealedProofOf(
  services: Pick<Services, 'settings' | 'secrets' | 'directory'>,
  db: Db,
  { entry, serial }: KnownCode,
  way: Way,
  { records, paths, since }: ProofAsk,
): Promise<Omit<SealedProof, 'next'>> {
  const { tenantId } = entry
  // What does not wait for each other is asked for together: the database answers one while the other is worked on here.
  const [view, packed] = await Promise.all([
    LedgerView.open(db),
    packedIn(db, entry.tenantId, entry.requestNumber, serial),
  ])
  const spots = [{ request: entry.requestNumber, serial }, ...sealedOf(packed)]
  const subjects = await subjectsOnTheWay(services, db, tenantId, way, spots)
  const [index, waiting] = await Promise.all([
    view.indexPaths([...subjects.keys()]),
    waitingOf(services, db, tenantId, [...subjects.keys()]),
  ])
  const long = longOf(index, subjects)
  const asked = long.length > 0 || paths ? await saidOf(db, tenantId, await records()) : new Set<string>()
  const logged = await entriesOf(db, view, index, { long, asked })
  const ends = [...logged].flatMap(([subject, entries]) => {
    const newest = index.get(subject)!.end?.seq
    return entries.filter(({ seq, content }, at) => {
      const isLast = entries[at + 1]?.seq !== seq + 1
      return (isLast && (at < entries.length - 1 || seq === newest)) || (paths && asked.has(content))
    })
  })
  const [contents, inclusions] = await Promise.all([
    contentsByDigest(db, tenantId, [
      ...[...logged.values()].flat().map(({ content }) => content),
      ...[...waiting.values()].flat().map(({ content }) => content),
    ]),
    view.inclusions(ends.map(({ index }) => index)),
  ])
  const mentions = mentionedTo(subjects, [logged, waiting], contents)
  const [today, said] = await Promise.all([
    Today.read(db, tenantId, spots, subjects, logged, waiting, contents),
    saidBy(db, tenantId, mentions),
  ])
  const chains = [...subjects].map(
    ([subject, of]): SealedChain => ({
      subject,
      index: index.get(subject)!,
      entries: logged
        .get(subject)!
        .map(entry => sealedEntry(entry, of, contents.get(entry.content), today, inclusions)),
      waiting: (waiting.get(subject) ?? []).map(({ content, since }) => ({
        ...openingFor(contents.get(content), of, today),
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
    contents: said.map(content => ({
      ...openedWhole(content),
      forgotten: today.forgotten(content),
      today: today.of(content),
    })),
    consistency: since === undefined ? null : await view.consistency(since),
  }
}

/** Places as far as their packings are sealed: of what is not yet, a reader can be shown nothing. */
function sealedOf(places: readonly (Spot & { sealed: boolean })[]): Spot[] {
  const open = places.findIndex(({ sealed }) => !sealed)
  return places.slice(0, open < 0 ? undefined : open)
}

/** What a subject is of, for opening and comparing its entries. */
type Of =
  | { kind: GoodsKind }
  | { kind: 'records' }
  | { kind: 'block'; block: number; request: number; serials: readonly number[] }
  | { kind: 'span'; request: number; serials: readonly number[]; told: readonly SealedKind[] }

/** Subjects that the way from a code passes, base64url, in its order. */
async function subjectsOnTheWay(
  { directory }: Pick<Services, 'directory'>,
  db: Db,
  tenantId: number,
  way: Way,
  spots: readonly Spot[],
): Promise<Map<string, Of>> {
  const [own, ...others] = [...new Set(spots.map(({ request }) => request))] as [number, ...number[]]
  const keys = others.length > 0 ? await knownBlocksKeys(db, tenantId, others) : new Map<number, Buffer>()
  if (way.blocks) keys.set(own, way.blocks)
  const found = new Map<string, Of>()
  const add = (bytes: Uint8Array | null | undefined, of: Of) => {
    if (bytes) found.set(toBase64Url(bytes), of)
  }
  add(requestSubject(own, sha256), { kind: 'request' })
  for (const kind of ['enterprise', 'batch', 'product', 'records'] as const) add(way[kind], { kind })
  for (const [name, its] of Map.groupBy(
    spots,
    ({ request, serial }) => `${request}/${Math.floor(serial / BLOCK_SIZE)}`,
  )) {
    const [request, block] = name.split('/').map(Number) as [number, number]
    const key = keys.get(request)
    const serials = its.map(({ serial }) => serial)
    add(key && blockSubject(key, block, sha256), { kind: 'block', block, request, serials })
    add(requestSubject(request, sha256), { kind: 'request' })
  }
  for (const [at, { request, serial }] of spots.entries()) {
    const key = keys.get(request)
    // Of a request that this process has not heard of yet, spans of every size: more than are needed do no harm.
    const count = directory.get(request)?.count ?? Infinity
    // What a package is certified as is nothing to whoever holds what is in it.
    for (const subject of key ? spanSubjects(key, spansContaining(serial, count)) : [])
      add(subject, {
        kind: 'span',
        request,
        serials: [serial],
        told: at > 0 ? ['packing'] : ['certification', 'packing'],
      })
  }
  return found
}

/** What blocks and batches say of these records: digests of contents, base64url. */
async function saidOf(db: Db, tenantId: number, records: readonly number[]): Promise<Set<string>> {
  const rows = await db.query<{ digest: Buffer }>(
    sql`
      select digest from sealed_content
      where tenant_id = ${tenantId} and kind = 'mention' and row_id = any(${[...records]})`,
  )
  return new Set(rows.map(({ digest }) => digest.toString('base64url')))
}

/** Subjects with more entries than are given whole; what is told in spans always is, because none of it may be hidden. */
function longOf(index: ReadonlyMap<string, SealedChain['index']>, subjects: ReadonlyMap<string, Of>): string[] {
  return [...index].flatMap(([subject, { end }]) =>
    end?.subject === subject && end.seq > mostWhole && subjects.get(subject)!.kind !== 'span' ? [subject] : [],
  )
}

/** Entries by subject: whole chains, of long ones what was asked for and the newest. */
async function entriesOf(
  db: Db,
  view: LedgerView,
  index: ReadonlyMap<string, SealedChain['index']>,
  { long, asked }: { long: readonly string[]; asked: ReadonlySet<string> },
): Promise<Map<string, LoggedEntry[]>> {
  const isLong = new Set(long)
  const found = await view.entries([...index.keys()].filter(subject => !isLong.has(subject)))
  for (const subject of long) {
    const newest = index.get(subject)!.end!.seq
    const rows = await db.query<LoggedEntry>(sql`
      select index, text, seq, content from ledger_entry
      where subject = ${subject} and (seq = ${newest} or content = any(${[...asked]})) order by seq`)
    found.set(subject, rows)
  }
  return new Map([...index.keys()].map(subject => [subject, found.get(subject) ?? []]))
}

interface Waiting {
  /** Base64url. */
  content: string
  since: Date
}

/** What waits for its place, by subject; what the server did not queue itself is nobody's word. */
async function waitingOf(
  { secrets }: Pick<Services, 'secrets'>,
  db: Db,
  tenantId: number,
  subjects: readonly string[],
): Promise<Map<string, Waiting[]>> {
  const rows = await db.query<{ subject: Buffer; content: Buffer; mac: Buffer; since: Date }>(sql`
    select subject, content, mac, queued_at as since from ledger_queue
    where tenant_id = ${tenantId} and subject = any(${subjects.map(subject => Buffer.from(subject, 'base64url'))}::bytea[]) order by id`)
  const found = new Map<string, Waiting[]>()
  for (const row of rows) {
    if (!isQueuedByUs(secrets, tenantId, row)) continue
    const subject = row.subject.toString('base64url')
    found.set(subject, [
      ...(found.get(subject) ?? []),
      { content: row.content.toString('base64url'), since: row.since },
    ])
  }
  return found
}

function sealedEntry(
  { index, text }: LoggedEntry,
  of: Of,
  kept: KeptContent | undefined,
  today: Today,
  inclusions: ReadonlyMap<number, string[]>,
): SealedEntry {
  const path = inclusions.get(index)
  return { entry: text, ...openingFor(kept, of, today), inclusion: path ? { index, path } : null }
}

/** What is opened of a content. In a block or span, what does not concern the code stays closed but for the codes. */
function openingFor(kept: KeptContent | undefined, of: Of, today: Today): SealedContent {
  // What was sealed and is not kept any more cannot be opened: the reader sees that.
  if (!kept) return { opened: [], closed: [], forgotten: 0, today: '' }
  const concerns = !('serials' in of) || holds(JSON.parse(kept.open) as Fields, of.serials)
  const isTold = concerns && (of.kind !== 'span' || of.told.includes(kept.kind))
  const opening = isTold ? openedWhole(kept) : openingOf(kept, name => name === 'kind' || name === 'codes')
  return { ...opening, forgotten: 0, today: today.of(kept) }
}

const holds = ({ codes }: Fields, serials: readonly number[]) =>
  ((codes ?? []) as unknown as SealedRanges).some(([from, to]) => serials.some(serial => from <= serial && serial < to))

/** Mentions that concern the reader's code: in a block those that hold a serial by which he passes it. */
function mentionedTo(
  subjects: ReadonlyMap<string, Of>,
  given: readonly ReadonlyMap<string, readonly { content: string }[]>[],
  contents: ReadonlyMap<string, KeptContent>,
): Fields[] {
  return [...subjects].flatMap(([subject, of]) => {
    if (of.kind !== 'records' && of.kind !== 'block') return []
    return given
      .flatMap(chains => chains.get(subject) ?? [])
      .flatMap(({ content }) => contents.get(content) ?? [])
      .map(({ open }) => JSON.parse(open) as Fields)
      .filter(open => open.kind === 'mention' && (of.kind === 'records' || holds(open, of.serials)))
  })
}

/** What mentions name: contents of records. */
async function saidBy(db: Db, tenantId: number, mentions: readonly Fields[]): Promise<KeptContent[]> {
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
