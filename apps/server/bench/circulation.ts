/** The circulation of a batch with many records, and the board of all open batches. */
import { addHistory } from '../test/trace/history.ts'
import { type Claim, median, spread } from './bench.ts'
import { type BenchWorld, makeBatch } from './world.ts'

const records = 10_000
const open = 1000
const runs = 25

export async function measureCirculation(world: BenchWorld): Promise<Claim[]> {
  const { admin, services, tenantId } = world
  const batchId = await makeBatch(world)
  for (const stage of ['forestSurvey', 'felling', 'endTransport', 'packing'] as const)
    await addHistory(services, tenantId, { batchId, stage, count: records / 4 })
  await admin.query(
    `insert into batch (tenant_id, batch_number, product_id, circulation_id, dept_id, created_by)
     select tenant_id, 'OPEN' || n, product_id, circulation_id, dept_id, created_by from batch, generate_series(2, $2::int) n where id = $1`,
    [batchId, open],
  )
  await admin.query('vacuum analyze batch, stage_record')
  const timed = async (path: string) => {
    const times: number[] = []
    for (let n = -5; n < runs; n++) {
      const started = performance.now()
      await world.call('GET', path)
      if (n >= 0) times.push(performance.now() - started)
    }
    return times
  }
  const one = await timed(`/catalog/batch/${batchId}/stages`)
  const listed = await fetch(`${world.url}/api/stage/progress/list?page=1&limit=100`, {
    headers: { authorization: `Bearer ${world.token}` },
  })
  const { total } = (await listed.json()) as { total: number }
  if (total < open) throw new Error(`The board shows ${total} batches`)
  const board = await timed('/stage/progress/list?page=1&limit=100')
  return [
    {
      title: `circulation of a batch with ${records} records`,
      found: `${spread(one)} ms`,
      bound: 'under 50 ms',
      held: median(one) < 50,
    },
    {
      title: `board of ${open} open batches, the first 100`,
      found: `${spread(board)} ms`,
      bound: 'under 100 ms',
      held: median(board) < 100,
    },
  ]
}
