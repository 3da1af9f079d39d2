import type { CodeRow } from '@timbermark/contract/calls'
import { groupCode, toRanges, traceAddress } from '@timbermark/codes'
import { findRequestsWithVisibleSecurity } from './security-code-scope.ts'
import type { Call, BeforeWire } from '../../../platform/http/http.ts'
import { sql } from '../../../platform/database/sql.ts'
import { loadCertifications } from './certified-ranges.ts'
import { loadPrintedValues } from './printed-values.ts'
import { codeRange } from './range-facts.ts'

/** Computes rows of the codes screen on demand; codes are not stored. */
export async function loadCodeRows(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  requestNumber: number,
  requested: readonly number[],
): Promise<BeforeWire<CodeRow>[]> {
  const entry = await services.directory.find(requestNumber)
  if (!entry) return []
  const codes = services.directory.codesOf(entry)
  const serials = requested.filter(serial => serial < entry.count)
  if (serials.length === 0) return []
  return services.database.withTenant(actor.tenantId, async db => {
    const showsSecurity = (await findRequestsWithVisibleSecurity(db, actor, [requestNumber])).has(requestNumber)
    const stats = new Map(
      (
        await db.query<{
          serial: number
          scans: number
          first_scan_at: Date | null
          checks: number
          wrong_checks: number
          first_query_at: Date | null
        }>(
          sql`
            select serial, scans, first_scan_at, checks, wrong_checks, first_query_at from code_stat
            where tenant_id = ${actor.tenantId} and request_number = ${entry.requestNumber} and serial = any(${serials})`,
        )
      ).map(stat => [stat.serial, stat]),
    )
    // Links of one request never overlap, so the last link that starts at or before the serial is the only candidate.
    const links = await db.query<{ serial: number; parent_request: number; parent_serial: number }>(sql`
      select g.serial, l.parent_request, l.parent_serial
      from unnest(${serials}::int[]) g (serial)
      cross join lateral (
        select c.parent_request, c.parent_serial, upper(c.serials) as beyond from code_link c
        where c.tenant_id = ${actor.tenantId} and c.request_number = ${entry.requestNumber} and c.current and c.first_serial <= g.serial
        order by c.first_serial desc limit 1) l
      where l.beyond > g.serial`)
    const pieces = await loadCertifications(
      db,
      actor.tenantId,
      toRanges(serials).map(range => codeRange(entry.requestNumber, range)),
    )
    const printedValues = await loadPrintedValues(services, entry, serials)
    const parents = await services.directory.load(links.map(link => link.parent_request))
    const linkOf = new Map(links.map(link => [link.serial, link]))
    return serials.map(serial => {
      const stat = stats.get(serial)
      const link = linkOf.get(serial)
      return {
        id: serial + 1,
        serial: serial + 1,
        code: codes.code(serial),
        grouped: groupCode(codes.code(serial)),
        url: traceAddress(services.settings.publicUrl, codes.code(serial)),
        printed: printedValues.get(serial) ?? null,
        ...(showsSecurity && !entry.foreign
          ? { securityCode: codes.security(serial, entry.codeRule, entry.securityLength) }
          : {}),
        codeType: entry.codeType,
        state: entry.status === 'completed' || entry.status === 'downloaded' ? 'active' : 'notActivated',
        certification: pieces.find(piece => serial >= piece.from && serial < piece.to)!.state,
        scanCount: stat?.scans ?? 0,
        firstScanTime: stat?.first_scan_at ?? null,
        checkCount: (stat?.checks ?? 0) + (stat?.wrong_checks ?? 0),
        wrongCheckCount: stat?.wrong_checks ?? 0,
        firstCheckTime: stat?.first_query_at ?? null,
        parentCode: link ? parents.codeAt(link.parent_request, link.parent_serial) : null,
      }
    })
  })
}
