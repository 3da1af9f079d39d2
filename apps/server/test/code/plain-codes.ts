import type pg from 'pg'

/** What the tables know of one code, read in the plainest way. */
export interface CodeByState {
  requestId: number
  /** From 1, as printed. */
  serial: number
  codeType: string
  state: string
  certification: string
  packed: boolean
  assigned: boolean
  recalled: boolean
  scanned: boolean
}

/** Every code of an enterprise: the newest request first, codes of a request by serial. */
export async function readPlainCodes(admin: pg.Client, tenantId: number): Promise<CodeByState[]> {
  const query = async <T extends object>(text: string) => (await admin.query<T>(text, [tenantId])).rows
  const requests = await query<{ id: string; number: number; count: number; codeType: string; recalled: boolean }>(
    `select r.id, r.request_number as number, r.count, r.code_type as "codeType", exists (
       select from recall c where c.tenant_id = $1 and c.batch_id = r.batch_id and c.status = 'standing') as recalled
     from code_request r where r.tenant_id = $1 and r.status in ('completed', 'downloaded') order by r.request_number desc`,
  )
  const codes = new Map<string, CodeByState>()
  for (const { id, number, count, codeType, recalled } of requests)
    for (let serial = 0; serial < count; serial++)
      codes.set(`${number}:${serial}`, {
        requestId: Number(id),
        serial: serial + 1,
        codeType,
        state: 'made',
        certification: 'notAuthorized',
        packed: false,
        assigned: false,
        recalled,
        scanned: false,
      })
  const mark = async (text: string, change: (code: CodeByState, value: string) => void) => {
    const rows = await query<{ number: number; first: number; beyond: number; value: string }>(text)
    for (const { number, first, beyond, value } of rows)
      for (let serial = first; serial < beyond; serial++) change(codes.get(`${number}:${serial}`)!, value)
  }
  const ranges = (table: string, value: string, where = 'true') =>
    `select request_number as number, lower(serials) as first, upper(serials) as beyond, ${value} as value
     from ${table} where tenant_id = $1 and ${where}`
  await mark(ranges('label_state', 'state'), (code, value) => (code.state = value))
  await mark(ranges('certification', 'state'), (code, value) => (code.certification = value))
  await mark(ranges('code_link', `''`, 'upper_inf(during)'), code => (code.packed = true))
  await mark(ranges('code_assignment', `''`, 'upper_inf(during)'), code => (code.assigned = true))
  await mark(ranges('recalled_code', `''`, 'current'), code => (code.recalled = true))
  await mark(
    `select request_number as number, serial as first, serial + 1 as beyond, '' as value from code_stat
     where tenant_id = $1 and scans > 0`,
    code => (code.scanned = true),
  )
  return [...codes.values()]
}
