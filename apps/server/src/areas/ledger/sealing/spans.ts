import { canonicalize } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import { type Span, spansKey, splitIntoSpans, spanSubject } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { queueEntries } from '../log/queue.ts'
import type { RequestSerials } from './blocks.ts'
import { recomputeDigest, type Fields, fieldsText, personalDigests, type Statement } from './content.ts'
import { storeContents, type StoredContent } from './contents.ts'
import { ensureBlocksKeys } from './subjects.ts'

/** Statements in the chains of spans: about code ranges of any length. */
export type SpanKind = 'certification' | 'packing'

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
 */
export async function sealInSpans(
  db: Db,
  secrets: Secrets,
  owner: number,
  {
    kind,
    rows,
    loadKeys,
  }: {
    kind: SpanKind
    rows: readonly (SpanSealedRow & { id: number })[]
    loadKeys: (requests: readonly number[]) => Promise<ReadonlyMap<number, Uint8Array>>
  },
): Promise<void> {
  const rowsBySpan = rows.flatMap(({ spans, ...row }) => spans.map(span => ({ ...row, span })))
  const keyOf = await loadKeys([...new Set(rowsBySpan.map(({ span }) => span.request))])
  const contents = await storeContents(
    db,
    owner,
    rowsBySpan.map(({ id, statement, personalSalt, span }) => ({
      kind,
      rowId: id,
      statement: statement(span),
      personalSecret: personalSalt ?? undefined,
    })),
  )
  await queueEntries(
    db,
    secrets,
    owner,
    rowsBySpan.map(({ id, span }, n) => ({
      subject: spanSubject(keyOf.get(span.request)!, span, sha256),
      content: contents[n]!.digest,
      ...(kind === 'certification' ? { step: id } : {}),
    })),
  )
}

/** Digest of a row's content in a span, recomputed from the current row; empty when the row no longer contains the codes. */
export function recomputeSpanDigest(content: StoredContent, { spans, statement, personalSalt }: SpanSealedRow): Buffer {
  const [first] = (JSON.parse(content.open) as { codes: [number, number][] }).codes
  const { request } = JSON.parse(content.withheld) as Fields
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
