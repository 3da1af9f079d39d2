import {
  certificationStates,
  type CertificationState,
  type codeByState,
  type CodeType,
  type LabelState,
  labelStates,
  type RowOf,
  type Texts,
} from '@timbermark/contract'
import { nameIn } from '../../../entity/names.ts'
import type { Reader } from '../../../entity/read-rows.ts'
import { noRights } from '../../../entity/rights.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { BeforeWire } from '../../../platform/http/http.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { loadPrintedValues } from '../directory/printed-values.ts'
import { type CodeRange, rangesAsRows, rowsInRanges } from '../directory/range-facts.ts'

/** A code as the list answers it. */
export type CodeByStateRow = BeforeWire<RowOf<typeof codeByState>>

/** Ids of rows are numbers: a request number and a serial below 2^25, which is more than the most codes of a request. */
const serialsPerRequest = 2 ** 25

/** Something that is known of consecutive codes of a request. */
interface Piece {
  request: number
  from: number
  to: number
}

/** Finds what is known of one code among pieces that do not overlap. */
class PieceLookup<T extends Piece> {
  readonly pieces: readonly T[]
  readonly #byRequest: Map<number, T[]>

  constructor(pieces: readonly T[]) {
    this.pieces = pieces
    this.#byRequest = Map.groupBy(pieces, ({ request }) => request)
    for (const group of this.#byRequest.values()) group.sort((a, b) => a.from - b.from)
  }

  at(request: number, serial: number): T | undefined {
    const pieces = this.#byRequest.get(request) ?? []
    let [low, high] = [0, pieces.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pieces[middle]!.to <= serial) low = middle + 1
      else high = middle
    }
    const piece = pieces[low]
    return piece && piece.from <= serial ? piece : undefined
  }
}

interface RequestRow {
  request: number
  id: number
  name: string
  codeType: CodeType
  batchId: number
  batchNumber: string
  productId: number
  productName: string
  productTexts: Texts
  recalled: boolean
}

const loadRequests = (db: Db, tenantId: number, requests: readonly number[]) =>
  db.query<RequestRow>(sql`
    select r.request_number as request, r.id, r.name, r.code_type as "codeType", b.id as "batchId", b.batch_number as "batchNumber",
      p.id as "productId", p.name as "productName", p.name_texts as "productTexts", exists (
        select from recall c where c.tenant_id = ${tenantId} and c.batch_id = b.id and c.status = 'standing') as recalled
    from code_request r
    join batch b on b.tenant_id = ${tenantId} and b.id = r.batch_id
    join product p on p.tenant_id = ${tenantId} and p.id = b.product_id
    where r.tenant_id = ${tenantId} and r.request_number = any(${[...requests]})`)

/** Loads what a table of ranges, as `f`, knows of these codes. */
async function loadPieces<T extends object = object>(
  db: Db,
  tenantId: number,
  ranges: readonly CodeRange[],
  table: Parameters<typeof rowsInRanges>[0],
  columns?: Sql,
): Promise<PieceLookup<Piece & T>> {
  const rows = await db.query<Piece & T>(sql`
    select distinct f.request_number as request, lower(f.serials) as "from", upper(f.serials) as "to"${columns ? sql`, ${columns}` : sql``}
    from ${rangesAsRows(ranges)} cross join ${rowsInRanges(table, tenantId)} f`)
  return new PieceLookup(rows)
}

async function loadFacts(db: Db, tenantId: number, ranges: readonly CodeRange[]) {
  const stats = await db.query<Piece & { scans: number; firstScan: Date | null }>(sql`
    select f.request_number as request, f.serial as "from", f.serial + 1 as "to", f.scans, f.first_scan_at as "firstScan"
    from unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ from }) => from)}::int[],
      ${ranges.map(({ to }) => to)}::int[]) as g (request, first, beyond)
    join code_stat f on f.request_number = g.request and f.serial >= g.first and f.serial < g.beyond
    where f.tenant_id = ${tenantId} and f.scans > 0`)
  return {
    stats: new PieceLookup(stats),
    labels: await loadPieces<{ state: LabelState }>(db, tenantId, ranges, 'label_state', sql`f.state`),
    certifications: await loadPieces<{ state: CertificationState }>(
      db,
      tenantId,
      ranges,
      'certification',
      sql`f.state`,
    ),
    links: await loadPieces<{ parentRequest: number; parentSerial: number }>(
      db,
      tenantId,
      ranges,
      'code_link',
      sql`f.parent_request as "parentRequest", f.parent_serial as "parentSerial"`,
    ),
    assignments: await loadPieces<{ dealer: string }>(
      db,
      tenantId,
      ranges,
      'code_assignment',
      sql`(select d.name from dealer d where d.tenant_id = ${tenantId} and d.id = f.dealer_id) as dealer`,
    ),
    recalls: await loadPieces(db, tenantId, ranges, 'recalled_code'),
  }
}

/** Rows of all codes of these ranges, in their order. Each table is read once, whatever the number of codes. */
export async function describeCodes(
  db: Db,
  { services, actor, language }: Reader,
  ranges: readonly CodeRange[],
): Promise<CodeByStateRow[]> {
  if (ranges.length === 0) return []
  const { tenantId } = actor
  const numbers = [...new Set(ranges.map(({ request }) => request))]
  const requests = new Map((await loadRequests(db, tenantId, numbers)).map(row => [row.request, row]))
  const facts = await loadFacts(db, tenantId, ranges)
  const parents = facts.links.pieces.map(({ parentRequest }) => parentRequest)
  const entries = await services.directory.load([...numbers, ...parents])
  const rows: CodeByStateRow[] = []
  for (const { request, from, to } of ranges) {
    const about = requests.get(request)
    const entry = entries.get(request)
    // The request was removed since its codes were found.
    if (!about || !entry) continue
    const serials = Array.from({ length: to - from }, (_, n) => from + n)
    const printed = await loadPrintedValues(services, entry, serials)
    for (const serial of serials) {
      const link = facts.links.at(request, serial)
      const stat = facts.stats.at(request, serial)
      rows.push({
        id: request * serialsPerRequest + serial,
        code: entries.codeAt(request, serial)!,
        printed: printed.get(serial) ?? null,
        state: facts.labels.at(request, serial)?.state ?? labelStates.initial,
        certification: facts.certifications.at(request, serial)?.state ?? certificationStates.initial,
        codeType: about.codeType,
        requestId: about.id,
        requestName: about.name,
        serial: serial + 1,
        batchId: about.batchId,
        batchName: about.batchNumber,
        productId: about.productId,
        productName: nameIn(language, about.productName, about.productTexts),
        parentCode: link ? entries.codeAt(link.parentRequest, link.parentSerial) : null,
        dealerName: facts.assignments.at(request, serial)?.dealer ?? null,
        recalled: about.recalled || facts.recalls.at(request, serial) !== undefined,
        scanCount: stat?.scans ?? 0,
        firstScanTime: stat?.firstScan ?? null,
        ...noRights(),
      })
    }
  }
  return rows
}
