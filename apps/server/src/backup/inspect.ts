import { createHash } from 'node:crypto'
import type { Services } from '../platform/services.ts'
import { sql } from '../platform/database/sql.ts'

/** What was checked and what was wrong with it, in words for the person at the terminal. */
export interface CheckResult {
  what: string
  count: number
  wrong: string[]
}

/** How many codes and files are opened: a sample that shows whether key, rows and files belong together. */
const choice = 5

const timed = () => AbortSignal.timeout(60_000)

/** Is the server on the copy ready? Alarms that only degrade the service become remarks. */
export async function checkReadiness(url: string): Promise<CheckResult & { remarks: string[] }> {
  const answer = await fetch(`${url}/readyz`, { signal: timed() })
  const { alarms = [] } = (await answer.json()) as { alarms?: { key: string; grade: string }[] }
  const keys = alarms.map(({ key }) => key)
  return {
    what: 'server starts and is ready',
    count: 1,
    wrong: answer.ok ? [] : [`the server is not ready: ${keys.join(', ') || answer.status}`],
    remarks: answer.ok ? keys : [],
  }
}

/** Opens pages of codes as a buyer would: codes are computed from the key and the restored rows. */
export async function checkCodePages(url: string, { directory, database }: Services): Promise<CheckResult> {
  directory.forgetAll()
  const requests = await database.acrossTenants('jobs', db =>
    db.query<{ number: number; serial: number }>(sql`
      select r.request_number as number, coalesce(min(c.first_serial), 0)::int as serial
      from code_request r join enterprise e on e.id = r.tenant_id
      left join stage_record_code c on c.tenant_id = r.tenant_id and c.request_number = r.request_number and c.current
      where r.status in ('completed', 'downloaded') and e.status = '0'
      group by r.request_number order by count(c.id) desc, r.request_number desc limit ${choice}`),
  )
  const looked: CheckResult = { what: 'pages of codes', count: requests.length, wrong: [] }
  for (const { number, serial } of requests) {
    const entry = await directory.find(number)
    if (!entry) {
      looked.wrong.push(`code request ${number} is not in the directory`)
      continue
    }
    const code = directory.codesOf(entry).code(serial)
    const page = await fetch(`${url}/c/${code}`, { signal: timed() })
    const html = await page.text()
    const trace = (await (await fetch(`${url}/api/trace/${code}`, { signal: timed() })).json()) as {
      code: number
      error?: string
    }
    if (page.status !== 200 || !html.includes('</html>'))
      looked.wrong.push(`the page of code ${code} answers ${page.status}`)
    // A code that is not activated yet is known, and refused for that reason.
    else if (trace.code !== 200 && trace.error !== 'trace.notActivated')
      looked.wrong.push(`code ${code} is answered with ${trace.error ?? trace.code}`)
  }
  return looked
}

/** Fetches files through the server and compares their bytes with their rows. */
export async function checkFileBytes(url: string, { files, database }: Services): Promise<CheckResult> {
  const rows = await database.acrossTenants('jobs', db =>
    db.query<{ id: string; name: string; type: string; size: number; sha256: string }>(
      sql`select id, name, type, size, sha256 from file_object order by created_at desc limit ${choice}`,
    ),
  )
  const looked: CheckResult = { what: 'files fetched', count: rows.length, wrong: [] }
  for (const { sha256, ...row } of rows) {
    const answer = await fetch(`${url}${files.info(row).url}`, { signal: timed() })
    const content = Buffer.from(await answer.arrayBuffer())
    if (!answer.ok) looked.wrong.push(`the file ${row.id} answers ${answer.status}`)
    else if (createHash('sha256').update(content).digest('hex') !== sha256)
      looked.wrong.push(`the file ${row.id} has other bytes than its row says`)
  }
  return looked
}
