/** Appending to the ledger against bare SHA-256 over the same entries and one insert per group. */
import { hash } from 'node:crypto'
import { encodeEntry } from '@timbermark/ledger/sealed'
import pg from 'pg'
import { type EntryToQueue, queueEntries } from '../src/areas/ledger/log/queue.ts'
import { groupSize } from '../src/areas/ledger/log/sequencer.ts'
import { makeSequencer } from '../src/areas/ledger/start.ts'
import { locks } from '../src/platform/database/locks.ts'
import type { Claim } from './bench.ts'
import { median, spread } from './bench.ts'
import { bytesNamed, fillLog, subjectOf } from './large-log.ts'
import { measureProofs } from './proofs.ts'
import { type BenchWorld, openBench } from './world.ts'

const groups = 5
const rounds = 5
const count = groups * groupSize
const subjects = Number(process.env.SUBJECTS ?? 1_000_000)
/** Entries a second that a busy day of the largest installation brings. */
const wanted = 2000

/** Contents as reports make them: each of a subject of its own. */
const makeEntries = (round: number): EntryToQueue[] =>
  Array.from({ length: count }, (_, n) => ({
    subject: bytesNamed(`bench ${round}/${n}`),
    content: bytesNamed(`content of bench ${round}/${n}`),
  }))

/** The next content of subjects all over the index, as years of records make them. */
export const makeNext = (round: number): EntryToQueue[] =>
  Array.from({ length: count }, (_, n) => ({
    subject: subjectOf(Math.floor(((n + round / rounds) * subjects) / count)),
    content: bytesNamed(`next content of ${round}/${n}`),
  }))

const textOf = ({ subject, content }: EntryToQueue) => encodeEntry({ subject, seq: 1, previous: null, content })

async function size(world: BenchWorld): Promise<number> {
  return Number((await world.admin.query('select coalesce(max(size), 0) as size from ledger_checkpoint')).rows[0].size)
}

/** The plain way: hash what is there and store it, group by group, each in one statement that commits by itself. */
async function plainly(client: pg.Client, entries: readonly EntryToQueue[]): Promise<number> {
  const texts = entries.map(textOf)
  const started = performance.now()
  for (let at = 0; at < texts.length; at += groupSize) {
    const group = texts.slice(at, at + groupSize)
    const hashes = group.map(text => hash('sha256', text, 'buffer'))
    await client.query('insert into plain_entry (text, hash) select * from unnest($1::text[], $2::bytea[])', [
      group,
      hashes,
    ])
  }
  return performance.now() - started
}

/** Time that it takes to enter all of these, from when they wait. */
export async function entering(world: BenchWorld, entries: readonly EntryToQueue[]): Promise<number> {
  const { services, tenantId } = world
  const sequencer = makeSequencer(services)
  const goal = (await size(world)) + entries.length
  // Nobody may begin before all of them wait; then it does not matter which sequencer of the server takes them.
  await world.admin.query('select pg_advisory_lock($1)', [locks.ledgerAppend])
  await services.database.withTenant(tenantId, db => queueEntries(db, services.secrets, tenantId, entries))
  await world.admin.query('select pg_advisory_unlock($1)', [locks.ledgerAppend])
  const started = performance.now()
  while ((await size(world)) < goal) await sequencer.append()
  return performance.now() - started
}

const rate = (times: readonly number[]) => times.map(time => (count / time) * 1000)

export async function measureLedger(world: BenchWorld): Promise<Claim[]> {
  const client = new pg.Client({ connectionString: world.services.database.workerUrl })
  await client.connect()
  await world.admin.query(
    'create table plain_entry (index bigint generated always as identity primary key, text text not null, hash bytea not null)',
  )
  await world.admin.query('grant all on plain_entry to timbermark_worker')
  const ours: number[] = []
  const plain: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const entries = makeEntries(round)
      plain.push(await plainly(client, entries))
      ours.push(await entering(world, entries))
    }
  } finally {
    await client.end()
    await world.admin.query('drop table plain_entry')
  }
  const ratio = median(plain) / median(ours)
  return [
    {
      title: `ledger: ${count} entries in groups of ${groupSize}`,
      found: `${spread(rate(ours), 0)} entries a second with tree, index, tiles and signature, against ${spread(rate(plain), 0)} of bare SHA-256 and one insert per group: ratio ${ratio.toFixed(2)}`,
      // The plain way has no index: that is most of the work.
      bound: `at least ${wanted} entries a second`,
      held: median(rate(ours)) >= wanted,
    },
    ...(await measureLarge(median(ours))),
  ]
}

/** The same in a log of many subjects, on a database of its own, and proofs out of it. @param small median time in the small one */
async function measureLarge(small: number): Promise<Claim[]> {
  // The log is filled from its first entry on: the server must not enter the hash of its script before.
  const world = await openBench({ background: false })
  try {
    const started = performance.now()
    await fillLog(world, subjects)
    const fillMs = performance.now() - started
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await entering(world, makeNext(round)))
    const ratio = small / median(times)
    const entered = {
      title: `ledger: the same with ${subjects.toLocaleString('en')} subjects in the index (made in ${(fillMs / 1000).toFixed(0)} s)`,
      found: `${spread(rate(times), 0)} entries a second: ${ratio.toFixed(2)} of the rate in a small log`,
      bound: `at least ${wanted} entries a second`,
      held: median(rate(times)) >= wanted,
    }
    return [entered, await measureProofs(world, subjects)]
  } finally {
    await world.close()
  }
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
