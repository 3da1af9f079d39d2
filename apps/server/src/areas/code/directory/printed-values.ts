import type { SerialRange } from '@timbermark/codes'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import type { DirectoryEntry } from './code-directory.ts'
import { findFirstPlaces } from './custody-chain.ts'

type PrintingRequest = Pick<DirectoryEntry, 'foreign' | 'received' | 'tenantId' | 'requestId' | 'requestNumber'>

/** Loads what is printed on the goods in place of these codes, by serial; none where the codes themselves are printed. */
export async function loadPrintedValues(
  { database, directory }: Pick<Services, 'database' | 'directory'>,
  { foreign, received, tenantId, requestId, requestNumber }: PrintingRequest,
  serials: readonly number[],
): Promise<Map<number, string>> {
  if (!foreign) return new Map()
  if (received) {
    const places = await findFirstPlaces(database, { tenantId, request: requestNumber }, serials)
    const requests = await directory.load([...places.values()].map(({ request }) => request))
    return new Map(
      [...places].flatMap(([serial, place]) => {
        const code = requests.codeAt(place.request, place.serial)
        return code === null ? [] : [[serial, code]]
      }),
    )
  }
  const rows = await database.withTenant(tenantId, db =>
    db.query<{ serial: number; value: string }>(sql`
      select serial, value from foreign_code
      where tenant_id = ${tenantId} and request_id = ${requestId} and serial = any(${[...serials]})`),
  )
  return new Map(rows.map(({ serial, value }) => [serial, value]))
}

/** Loads what is printed in place of the codes in ranges of a request, in serial order. */
export async function loadPrintedValuesInRanges(
  services: Pick<Services, 'database' | 'directory'>,
  entry: PrintingRequest,
  ranges: readonly SerialRange[],
): Promise<string[]> {
  const serials = ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, n) => from + n))
  const values = await loadPrintedValues(services, entry, serials)
  return serials.flatMap(serial => values.get(serial) ?? [])
}
