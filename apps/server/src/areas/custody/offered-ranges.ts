import type { CodeType } from '@timbermark/contract'
import { subtractRanges } from '@timbermark/codes'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/services.ts'
import { earlierParts, receivedRanges } from '../code/directory/custody-chain.ts'
import { type CodeRange, codeRange } from '../code/directory/range-facts.ts'

interface OfferId {
  giver: number
  id: number
}

interface RangeRow {
  request: number
  from: number
  to: number
}

const toCodeRanges = (rows: readonly RangeRow[]): CodeRange[] =>
  rows.map(({ request, from, to }) => codeRange(request, { from, to }))

/** Loads the codes of an offer as its giver knows them. */
export const loadOfferedRanges = async (db: Db, { giver, id }: OfferId): Promise<CodeRange[]> =>
  toCodeRanges(
    await db.query<RangeRow>(sql`
      select request_number as request, lower(serials) as "from", upper(serials) as "to" from custody_offer_range
      where tenant_id = ${giver} and offer_id = ${id} order by 1, 2`),
  )

/** Loads those codes of an accepted offer that the receiver took over, as the giver knows them. */
export const loadHandedRanges = async (db: Db, { giver, id }: OfferId): Promise<CodeRange[]> =>
  toCodeRanges(
    await db.query<RangeRow>(sql`
      select request_number as request, lower(serials) as "from", upper(serials) as "to" from custody_handover
      where tenant_id = ${giver} and offer_id = ${id} order by 1, 2`),
  )

/** Loads the codes of an invitation as its holder knows them. */
export const loadInvitedRanges = async (db: Db, holder: number, id: number): Promise<CodeRange[]> =>
  toCodeRanges(
    await db.query<RangeRow>(sql`
      select request_number as request, lower(serials) as "from", upper(serials) as "to" from custody_invitation_range
      where tenant_id = ${holder} and invitation_id = ${id} order by 1, 2`),
  )

/** The ranges of one request. */
export const ofRequest = (ranges: readonly CodeRange[], request: number): CodeRange[] =>
  ranges.filter(range => range.request === request)

/** What remains of ranges without others. */
export const rangesWithout = (ranges: readonly CodeRange[], others: readonly CodeRange[]): CodeRange[] =>
  ranges.flatMap(range =>
    subtractRanges([range], ofRequest(others, range.request)).map(rest => codeRange(range.request, rest)),
  )

/** Consecutive codes as they are printed on the goods. */
export interface PrintedRange {
  codeType: CodeType
  first: string
  last: string
  count: number
}

/** Serials of the request whose codes are printed, which follow each other; `request` and `serial` are the first one at the enterprise. */
interface Piece {
  request: number
  serial: number
  printedRequest: number
  from: number
  to: number
}

/**
 * Describes codes of an enterprise by what is printed on the goods. Received codes that follow each other may stand for printed
 * ones that do not: such a range is described in pieces.
 */
export async function describeRanges(
  services: Services,
  tenantId: number,
  ranges: readonly CodeRange[],
): Promise<PrintedRange[]> {
  const received = await receivedRanges(services, ranges)
  const pieces = ranges
    .filter(range => !received.includes(range))
    .map(({ request, from, to }): Piece => ({ request, serial: from, printedRequest: request, from, to }))
  if (received.length > 0) {
    const parts = await services.database.readAcrossTenants<Piece>(
      'custody',
      sql`
        with ${earlierParts(tenantId, received)}
        select p.own as request, p.first + p.shift as serial, p.request as "printedRequest", p.first as "from", p.beyond as "to"
        from part p
        where not exists (
          select from custody_handover h where h.receiver_tenant_id = p.tenant_id and h.received_request = p.request)`,
    )
    pieces.push(...parts)
  }
  const joined = joinPieces(pieces)
  const requests = await services.directory.load(joined.map(({ printedRequest }) => printedRequest))
  return joined.map(({ printedRequest, from, to }) => ({
    codeType: requests.get(printedRequest)!.codeType,
    first: requests.codeAt(printedRequest, from)!,
    last: requests.codeAt(printedRequest, to - 1)!,
    count: to - from,
  }))
}

/** Sorts pieces as the enterprise numbers its codes, and joins those whose printed codes follow each other. */
function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  for (const piece of pieces.toSorted((a, b) => a.request - b.request || a.serial - b.serial)) {
    const last = joined.at(-1)
    if (
      last &&
      last.request === piece.request &&
      last.printedRequest === piece.printedRequest &&
      last.to === piece.from
    )
      last.to = piece.to
    else joined.push({ ...piece })
  }
  return joined
}
