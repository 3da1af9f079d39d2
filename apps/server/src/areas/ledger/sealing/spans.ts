import { canonicalize } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import { type Span, spansKey, splitIntoSpans, spanSubject, toBase64Url } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import { queueEntries } from '../log/queue.ts'
import type { RequestSerials } from './blocks.ts'
import { recomputeDigest, fieldsText, personalDigests, type Statement, parseFields } from './content.ts'
import type { AlteredRow, CompareBefore, SealedBefore, SealingServices } from './as-sealed.ts'
import { contentsOfRows, type StoredContent } from './contents.ts'
import { type EarlierTable, findEarlierRows } from './earlier-rows.ts'
import { storeContents } from './store-contents.ts'
import { ensureBlocksKeys } from './subjects.ts'

/** Statements in the chains of spans: about code ranges of any length. */
export type SpanKind = 'certification' | 'packing' | 'label' | 'custody'

/** A span of a request's codes, with those of its codes that the statement concerns. */
export interface SpanCodes extends Span {
  request: number
  /** Serials, from and to (exclusive), in order. */
  codes: [number, number][]
}

/** A row that is sealed in the chains of the spans that contain its codes. */
export interface SpanSealedRow {
  spans: readonly SpanCodes[]
  /** Statement of the entry in one span. It withholds `request`, so that its codes can be found again. */
  statement: (span: SpanCodes) => Statement & { withheld: { request: number } }
  /** Secret of its personal fields; null when it has none. */
  personalSalt: Buffer | null
}

/** The spans that cover these codes: at most nine per range. */
export function spansOfCodes(codes: readonly RequestSerials[]): SpanCodes[] {
  const pieces = codes.flatMap(([request, from, to]) =>
    splitIntoSpans({ from, to }).map(piece => ({ request, ...piece })),
  )
  const bySpan = Map.groupBy(pieces, ({ request, level, span }) => `${request}/${level}/${span}`)
  return [...bySpan.values()].map(group => {
    const { request, level, span } = group[0]!
    return { request, level, span, codes: group.map(({ from, to }) => [from, to]) }
  })
}

/** Keys of the spans of these requests of an enterprise, by request number. */
export async function spansKeys(
  db: Db,
  tenantId: number,
  requests: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const blocksKeys = await ensureBlocksKeys(db, tenantId, requests)
  return new Map([...blocksKeys].map(([request, key]) => [request, spansKey(key, sha256)]))
}

/**
 * Seals rows, each in the chains of the spans that contain its codes (docs/sealed-fields.md). Runs in the transaction that writes them.
 * @param loadKeys span keys of requests, by request number
 * @param compare as for `storeContents`, with the subjects of the spans (base64url)
 * @throws Refusal ledger.altered
 */
export async function sealInSpans(
  db: Db,
  services: SealingServices,
  owner: number,
  {
    kind,
    rows,
    loadKeys,
    compare,
  }: {
    kind: SpanKind
    rows: readonly (SpanSealedRow & { id: number })[]
    loadKeys: (requests: readonly number[]) => Promise<ReadonlyMap<number, Uint8Array>>
    compare: ((before: SealedBefore, subjects: readonly string[]) => ReturnType<CompareBefore>) | null
  },
): Promise<void> {
  const rowsBySpan = rows.flatMap(({ spans, ...row }) => spans.map(span => ({ ...row, span })))
  const keyOf = await loadKeys([...new Set(rowsBySpan.map(({ span }) => span.request))])
  const subjects = rowsBySpan.map(({ span }) => spanSubject(keyOf.get(span.request)!, span, sha256))
  const contents = await storeContents(
    db,
    services,
    owner,
    rowsBySpan.map(({ id, statement, personalSalt, span }, n) => ({
      kind,
      rowId: id,
      subject: subjects[n]!,
      statement: statement(span),
      personalSecret: personalSalt ?? undefined,
    })),
    compare && (before => compare(before, [...new Set(subjects.map(toBase64Url))])),
  )
  await queueEntries(
    db,
    services.secrets,
    owner,
    rowsBySpan.map(({ id }, n) => ({
      subject: subjects[n]!,
      content: contents[n]!.digest,
      ...(kind === 'certification' ? { step: id } : {}),
    })),
  )
}

/** Tables of the kinds that have rows from before their sealing. */
const earlierTables: Partial<Record<SpanKind, EarlierTable>> = {
  packing: 'packing',
  certification: 'certification_step',
}

/**
 * Finds those of these rows that are not as they were sealed: in every span of their codes, with contents that the log or the queue
 * contains.
 * @param rowOf the facts of a row as they are stored; undefined when it is gone
 */
export async function findAlteredInSpans(
  before: SealedBefore,
  kind: SpanKind,
  ids: readonly number[],
  rowOf: (id: number) => SpanSealedRow | undefined,
): Promise<AlteredRow[]> {
  const contents = await contentsOfRows(before.db, before.tenantId, kind, ids)
  const unsealed = new Set(await before.unsealed(contents))
  const ofRow = Map.groupBy(contents, ({ rowId }) => rowId)
  const table = earlierTables[kind]
  const without = ids.filter(id => !ofRow.has(id))
  // A job has not come to them yet.
  const { db, secrets, tenantId } = before
  const earlier = table ? await findEarlierRows(db, secrets, { table, tenantId, ids: without }) : new Set()
  return ids.flatMap(rowId => {
    if (earlier.has(rowId)) return []
    const row = rowOf(rowId)
    const rowContents = ofRow.get(rowId) ?? []
    const isAsSealed =
      row &&
      rowContents.length === row.spans.length &&
      rowContents.every(content => !unsealed.has(content) && recomputeSpanDigest(content, row).equals(content.digest))
    return isAsSealed ? [] : [{ kind, rowId, content: rowContents[0]?.id }]
  })
}

/** Refuses to seal rows from before their sealing when something in the same spans cannot be told. */
export const compareSpans =
  (kind: SpanKind, ids: readonly number[]) =>
  async (before: SealedBefore, subjects: readonly string[]): Promise<AlteredRow[]> =>
    (await before.hasEntryWithoutContent(subjects)) ? ids.map(rowId => ({ kind, rowId })) : []

/** Digest of a row's content in a span, recomputed from the current row; empty when the row no longer contains the codes. */
export function recomputeSpanDigest(content: StoredContent, { spans, statement, personalSalt }: SpanSealedRow): Buffer {
  const [first] = (JSON.parse(content.open) as { codes: [number, number][] }).codes
  const { request } = parseFields(content.withheld)
  const span = spans.find(one => one.request === request && one.codes[0]![0] === first?.[0])
  if (!span) return Buffer.alloc(0)
  const { open, withheld, personal } = statement(span)
  return recomputeDigest(content, {
    open: fieldsText(open),
    withheld: fieldsText(withheld),
    personal: canonicalize(personalSalt ? personalDigests(personal, personalSalt) : {}),
  })
}

/** Subjects of spans of a request. @param blocks block key of the request */
export const spanSubjects = (blocks: Uint8Array, spans: readonly Span[]): Uint8Array[] => {
  const key = spansKey(blocks, sha256)
  return spans.map(span => spanSubject(key, span, sha256))
}
