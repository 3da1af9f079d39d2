import type { LabelAct } from '@timbermark/contract/calls'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { BeforeWire } from '../../../platform/http/http.ts'
import type { Services } from '../../../platform/services.ts'
import type { KnownCode } from '../directory/range-facts.ts'

/** At most this many acts are answered; a label rarely has more than three. */
const maxActs = 100

type ActRow = Omit<BeforeWire<LabelAct>, 'firstCode' | 'lastCode' | 'codes'> & { from: number; to: number }

/** Loads the acts on a label, the newest first. */
export async function loadLabelHistory(
  services: Services,
  db: Db,
  tenantId: number,
  { entry, serial }: KnownCode,
): Promise<BeforeWire<LabelAct>[]> {
  const rows = await db.query<ActRow>(sql`
    select a.id, a.verb, a.state, a.cause, a.reason, a.note, a.operator, a.recorded_at as "recordedAt",
      lower(a.serials) as "from", upper(a.serials) as "to"
    from label_act a
    where a.tenant_id = ${tenantId} and a.request_number = ${entry.requestNumber} and a.serials @> ${serial}::int
    order by a.id desc limit ${maxActs}`)
  const codes = services.directory.codesOf(entry)
  return rows.map(({ from, to, ...row }) => ({
    ...row,
    firstCode: codes.code(from),
    lastCode: codes.code(to - 1),
    codes: to - from,
  }))
}
