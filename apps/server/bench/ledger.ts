/** Appending to the ledger against bare SHA-256 over the same leaves and one insert per group. */
import { hash } from 'node:crypto'
import pg from 'pg'
import { leafOf } from '../src/areas/ledger/queue.ts'
import { groupSize } from '../src/areas/ledger/sequencer.ts'
import { makeSequencer } from '../src/areas/ledger/start.ts'
import type { Claim } from './bench.ts'
import { median, spread } from './bench.ts'
import { type BenchWorld, openBench } from './world.ts'

const groups = 5
const rounds = 5

/** Leaves as reports make them: some 900 bytes each. */
function makeLeaves(round: number): { leaf: string; hash: Buffer }[] {
  return Array.from({ length: groups * groupSize }, (_, n) => {
    const { leaf, hash } = leafOf({
      type: 'timbermark/stage-record@1',
      enterprise: 'BENCH',
      batch: `B-${round}`,
      stage: 'felling',
      record: n,
      version: 1,
      report: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
      happenedAt: '2026-11-01T08:00:00.000Z',
      recordedAt: '2026-11-01T08:00:01.000Z',
      values: Object.fromEntries(Array.from({ length: 16 }, (_, key) => [`value${key}`, `text of value ${key} ${n}`])),
      personal: { operator: 'ab'.repeat(32) },
    })
    return { leaf, hash: Buffer.from(hash, 'hex') }
  })
}

async function queueAll(world: BenchWorld, leaves: readonly { leaf: string; hash: Buffer }[]): Promise<void> {
  await world.admin.query(
    "insert into ledger_queue (tenant_id, subject, leaf, leaf_hash) select $1, 'bench/' || n, leaf, hash from unnest($2::text[], $3::bytea[]) with ordinality as g (leaf, hash, n)",
    [world.tenantId, leaves.map(item => item.leaf), leaves.map(item => item.hash)],
  )
}

async function size(world: BenchWorld): Promise<number> {
  return Number((await world.admin.query('select coalesce(max(size), 0) as size from ledger_checkpoint')).rows[0].size)
}

/** The plain way: hash what is there and store it, group by group, each in one statement that commits by itself. */
async function plainly(client: pg.Client, leaves: readonly { leaf: string }[]): Promise<number> {
  const started = performance.now()
  for (let at = 0; at < leaves.length; at += groupSize) {
    const group = leaves.slice(at, at + groupSize).map(item => item.leaf)
    const hashes = group.map(leaf => hash('sha256', leaf, 'buffer'))
    await client.query('insert into plain_leaf (leaf, leaf_hash) select * from unnest($1::text[], $2::bytea[])', [
      group,
      hashes,
    ])
  }
  return performance.now() - started
}

export async function measureLedger(world: BenchWorld): Promise<Claim[]> {
  const client = new pg.Client({ connectionString: world.services.database.workerUrl })
  await client.connect()
  await world.admin.query(
    'create table plain_leaf (index bigint generated always as identity primary key, leaf text not null, leaf_hash bytea not null)',
  )
  await world.admin.query('grant all on plain_leaf to timbermark_worker')
  const sequencer = makeSequencer(world.services)
  const ours: number[] = []
  const plain: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const leaves = makeLeaves(round)
      plain.push(await plainly(client, leaves))
      // Nobody may begin before all leaves wait; then it does not matter which sequencer of the server takes them.
      await world.admin.query('select pg_advisory_lock(727203)')
      await queueAll(world, leaves)
      await world.admin.query('select pg_advisory_unlock(727203)')
      const goal = (round + 1) * leaves.length
      const started = performance.now()
      while ((await size(world)) < goal) await sequencer.append()
      ours.push(performance.now() - started)
    }
  } finally {
    await client.end()
    await world.admin.query('drop table plain_leaf')
  }
  const count = groups * groupSize
  const rate = (times: readonly number[]) => times.map(time => (count / time) * 1000)
  const ratio = median(plain) / median(ours)
  return [
    {
      title: `ledger: ${count} leaves in groups of ${groupSize}`,
      found: `${spread(rate(ours), 0)} leaves a second with tree, tiles and signature, against ${spread(rate(plain), 0)} of bare SHA-256 and one insert per group: ratio ${ratio.toFixed(2)}`,
      bound: 'at least half the plain rate',
      held: ratio >= 0.5,
    },
  ]
}

if (import.meta.main) {
  const { print } = await import('./bench.ts')
  const world = await openBench()
  try {
    print(await measureLedger(world))
  } finally {
    await world.close()
  }
  process.exit(0)
}
