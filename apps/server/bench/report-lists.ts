/** Lists of stage reports: 20,000 rows that make few and the most records, checked and stored. */
import { limits } from '@timbermark/contract'
import { certifyRequest, completeRequest } from '../test/goods.ts'
import { pdf } from '../test/samples.ts'
import { type Claim, seconds } from './bench.ts'
import { type BenchWorld, makeBatch, requestCodes } from './world.ts'

const rows = limits.listRows
const header =
  'Code;Document proof number;Operator;Happened at;Tree species;Felling date and time;Logging permit number;Volume (m³)'

async function upload<Answer>(
  world: BenchWorld,
  path: string,
  file: { name: string; content: Buffer<ArrayBuffer> },
  fields: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([file.content]), file.name)
  const response = await fetch(`${world.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.token}`, 'accept-language': 'en' },
    body: form,
  })
  const answer = (await response.json()) as { code: number; msg: string; data: Answer }
  if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
  return answer.data
}

/** Codes of a batch whose stages may come in any order. */
async function codesOf(world: BenchWorld, circulationId: string, count: number): Promise<string[]> {
  const batchId = await makeBatch(world)
  await world.admin.query('update batch set circulation_id = $1 where id = $2', [circulationId, batchId])
  const request = await requestCodes(world, batchId, count)
  await completeRequest(world, request)
  await certifyRequest(world, request)
  const { rows: requests } = await world.admin.query<{ number: number }>(
    'select request_number as number from code_request where id = $1',
    [request],
  )
  const { number } = requests[0]!
  const loaded = await world.services.directory.load([number])
  return Array.from({ length: count }, (_, serial) => loaded.codeAt(number, serial)!)
}

export async function measureReportLists(world: BenchWorld): Promise<Claim[]> {
  const { id } = await upload<{ id: string }>(world, '/common/upload', {
    name: 'permit.pdf',
    content: Buffer.from(pdf),
  })
  await world.call('POST', '/evidence/document', { code: 'LIST', name: 'Permit', type: 'certificate', file: [id] })
  const idOf = async (statement: string) => String((await world.admin.query<{ id: string }>(statement)).rows[0]!.id)
  const fields = {
    templateId: await idOf(`select id from stage_template where tenant_id = 1 and stage = 'felling'`),
    circulationId: await idOf(`select id from circulation where tenant_id = 1 and delivered_key = 'free'`),
  }
  const claims: Claim[] = []
  // The first list is what the statistics of the database come from, as in an installation that has been used.
  for (const records of [20, 100, limits.reportRows]) {
    const codes = await codesOf(world, fields.circulationId, rows)
    const lines = codes.map((code, n) =>
      [
        code,
        'LIST',
        'Bench',
        '2026-11-03 09:30',
        'Okoumé',
        '2026-11-02 07:00:00',
        'AAC-7',
        `${1 + (n % records)},5`,
      ].join(';'),
    )
    const content = Buffer.from([header, ...lines].join('\n'))
    const send = async (mode: string) => {
      const started = performance.now()
      const answer = await upload<{ records: number; errors: unknown[] }>(
        world,
        '/stage/record/importData',
        { name: 'list.csv', content },
        { ...fields, mode },
      )
      if (answer.records !== records || answer.errors.length > 0)
        throw new Error(`${answer.records} records, ${JSON.stringify(answer.errors.slice(0, 3))}`)
      return performance.now() - started
    }
    const checked = await send('check')
    const stored = await send('commit')
    await world.admin.query('analyze')
    claims.push({
      title: `list of ${rows} codes that makes ${records} reports`,
      found: `checked in ${seconds(checked)}, stored in ${seconds(stored)}`,
      bound: 'checked in 5 s, stored in 20 s',
      held: checked < 5000 && stored < 20_000,
    })
  }
  return claims
}
