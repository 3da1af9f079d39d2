import { canonicalize } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import { type Span, spansKey, splitIntoSpans, spanSubject } from '@timbermark/ledger/sealed'
import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { queueEntries } from '../log/queue.ts'
import type { CodeSpan } from './blocks.ts'
import { digestNow, type Fields, fieldsText, personalDigests, type Statement } from './content.ts'
import { keepContents, type KeptContent } from './contents.ts'
import { blocksKeys } from './subjects.ts'

/** What is told in the chains of spans: what is done to ranges of codes, however long they are. */
export type SpanKind = 'certification' | 'packing'

/** A span of a request's codes with what of it was dealt with. */
export interface SpanCodes extends Span {
  request: number
  /** Serials, from and to (exclusive), in order. */
  codes: [number, number][]
}

/** What is told of a row in the chains of the spans that hold its codes. */
export interface ToldInSpans {
  spans: readonly SpanCodes[]
  /** What the entry of one of them says. `request` is among what it withholds, so that its codes are found again. */
  statement: (span: SpanCodes) => Statement & { withheld: { request: number } }
  /** What its personal fields hang on; null where it has none. */
  personalSalt: Buffer | null
}

/** The few spans that these codes are told in: nine at most for each range. */
export function spansOfCodes(codes: readonly CodeSpan[]): SpanCodes[] {
  const pieces = codes.flatMap(([request, from, to]) =>
    splitIntoSpans({ from, to }).map(piece => ({ request, ...piece })),
  )
  const bySpan = Map.groupBy(pieces, ({ request, level, span }) => `${request}/${level}/${span}`)
  return [...bySpan.values()].map(its => {
    const { request, level, span } = its[0]!
    return { request, level, span, codes: its.map(({ from, to }) => [from, to]) }
  })
}

/** Keys of the spans of these requests of an enterprise, by request number. */
export async function spansKeys(
  db: Db,
  tenantId: number,
  requests: readonly number[],
): Promise<Map<number, Uint8Array>> {
  const found = await blocksKeys(db, tenantId, requests)
  return new Map([...found].map(([request, key]) => [request, spansKey(key, sha256)]))
}

/**
 * Seals rows, each in the chains of the spans that hold its codes (docs/sealed-fields.md). In the transaction that writes them.
 * @param keys of the spans of their requests
 */
export async function sealInSpans(
  db: Db,
  secrets: Secrets,
  owner: number,
  kind: SpanKind,
  rows: readonly (ToldInSpans & { id: number })[],
  keys: (requests: readonly number[]) => Promise<ReadonlyMap<number, Uint8Array>>,
): Promise<void> {
  const told = rows.flatMap(({ spans, ...row }) => spans.map(span => ({ ...row, span })))
  const keyOf = await keys([...new Set(told.map(({ span }) => span.request))])
  const contents = await keepContents(
    db,
    owner,
    told.map(({ id, statement, personalSalt, span }) => ({
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
    told.map(({ id, span }, n) => ({
      subject: spanSubject(keyOf.get(span.request)!, span, sha256),
      content: contents[n]!.digest,
      ...(kind === 'certification' ? { step: id } : {}),
    })),
  )
}

/** Digest of what was sealed of a row in a span, made again from today's row; empty when it does not hold the codes any more. */
export function spanToday(kept: KeptContent, { spans, statement, personalSalt }: ToldInSpans): Buffer {
  const [first] = (JSON.parse(kept.open) as { codes: [number, number][] }).codes
  const { request } = JSON.parse(kept.withheld) as Fields
  const span = spans.find(one => one.request === request && one.codes[0]![0] === first?.[0])
  if (!span) return Buffer.alloc(0)
  const { open, withheld, personal } = statement(span)
  return digestNow(kept, {
    open: fieldsText(open),
    withheld: fieldsText(withheld),
    personal: canonicalize(personalSalt ? personalDigests(personal, personalSalt) : {}),
  })
}

/** Subjects of spans of a request. @param blocks key of its blocks */
export const spanSubjects = (blocks: Uint8Array, spans: readonly Span[]): Uint8Array[] => {
  const key = spansKey(blocks, sha256)
  return spans.map(span => spanSubject(key, span, sha256))
}
