/**
 * The public page at an even rate, and under 50 connections: ordinary codes, and codes of a batch with 1,000 records;
 * with the health check and memory meanwhile.
 */
import { completeRequest } from '../test/goods.ts'
import { text } from 'node:stream/consumers'
import { stages } from '@timbermark/contract/stages'
import { addHistory } from '../test/trace/history.ts'
import type { StageKey } from '@timbermark/contract'
import { type Claim, median, percentile, spread } from './bench.ts'
import { askEvenly, child } from './load.ts'
import { type BenchWorld, makeBatch, openBench, requestCodes } from './world.ts'

const connections = 50
const secondsEach = 4
const rounds = 3
const codesUsed = 200
const longHistory = 1000
const evenRate = 300
const evenBound = 15
/** A server that has just started compiles its hot code for this long, on a processor that its readers need. */
const warmUpSeconds = 20

interface Load {
  /** Answers per second. */
  rate: number
  failed: number
  p99: number
  /** 99th percentile of `/healthz` meanwhile, in milliseconds. */
  health: number
}

async function healthDuring<T>(url: string, work: () => Promise<T>): Promise<[T, number]> {
  const probe = child('health-probe.ts', url)
  const times = text(probe.stdout)
  const done = await work()
  probe.stdin.end()
  return [done, percentile(JSON.parse(await times) as number[], 0.99)]
}

async function load(url: string, paths: readonly string[]): Promise<Load> {
  const [{ answered, failed, seconds, p99 }, health] = await healthDuring(url, async () => {
    const readers = child('page-load.ts', url, String(connections), String(secondsEach))
    readers.stdin.end(paths.join('\n'))
    return JSON.parse(await text(readers.stdout)) as { answered: number; failed: number; seconds: number; p99: number }
  })
  return { rate: answered / seconds, failed, p99, health }
}

/** Codes of a batch of their own, with so many records of each of these stages. */
async function codesWith(world: BenchWorld, records: number, of: readonly StageKey[] = ['felling']): Promise<string[]> {
  const batchId = await makeBatch(world)
  const id = await requestCodes(world, batchId, 10_000)
  await completeRequest(world, id)
  if (records > 0)
    for (const stage of of) await addHistory(world.services, world.tenantId, { batchId, stage, count: records })
  const { rows } = await world.admin.query('select request_number from code_request where id = $1', [id])
  const entry = await world.services.directory.find(rows[0].request_number)
  if (!entry) throw new Error('The request is not in the directory')
  const requestedCodes = world.services.directory.codesOf(entry)
  return Array.from({ length: codesUsed }, (_, serial) => requestedCodes.code(serial))
}

/**
 * The promise for a page of 18 records, at an even rate: not as fast as possible, but as visitors come.
 * @param batches number of batches: what codes of one have in common is read once a second for all
 */
async function measureEvenly(world: BenchWorld, batches: number): Promise<Claim> {
  const codes: string[] = []
  for (let batch = 0; batch < batches; batch++) {
    const batchCodes = await codesWith(
      world,
      1,
      stages.map(({ key }) => key),
    )
    codes.push(...batchCodes.slice(0, codesUsed / batches))
  }
  // The database does this by itself a minute later.
  await world.admin.query('analyze')
  const p95s: number[] = []
  const medians: number[] = []
  let failures = 0
  for (let round = 0; round <= rounds; round++) {
    const { times, failed } = await askEvenly(
      world.url,
      evenRate,
      round === 0 ? warmUpSeconds : secondsEach,
      codes.map(code => ({ path: `/c/${code}` })),
    )
    failures += failed
    // The first round warms up.
    if (round === 0) continue
    p95s.push(percentile(times, 0.95))
    medians.push(median(times))
  }
  return {
    title: `pages of codes with ${stages.length} records, of ${batches === 1 ? 'one batch' : `${batches} batches`}, ${evenRate} a second, evenly`,
    found: `p95 ${spread(p95s)} ms, median ${spread(medians)} ms; ${failures} failed`,
    bound: `p95 under ${evenBound} ms, none failed`,
    held: median(p95s) < evenBound && failures === 0,
  }
}

const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20)

export async function measurePages(world: BenchWorld): Promise<Claim[]> {
  const evenly = [await measureEvenly(world, 1), await measureEvenly(world, 20)]
  const paths = (codes: readonly string[]) => codes.map(code => `/c/${code}`)
  const ordinary = paths(await codesWith(world, 0))
  const long = paths(await codesWith(world, longHistory))
  const [, idle] = await healthDuring(world.url, () => new Promise(done => setTimeout(done, 1000)))
  const loads = { ordinary: [] as Load[], long: [] as Load[] }
  const memory: number[] = []
  for (let round = 0; round < rounds; round++) {
    loads.ordinary.push(await load(world.url, ordinary))
    loads.long.push(await load(world.url, long))
    memory.push(megabytes())
  }
  const claim = (title: string, of: readonly Load[], least: number): Claim => {
    const rates = of.map(item => item.rate)
    const health = of.map(item => item.health)
    const failed = of.reduce((sum, item) => sum + item.failed, 0)
    return {
      title,
      found: `${spread(rates, 0)} pages a second at ${connections} connections over ${codesUsed} codes, p99 ${median(of.map(item => item.p99)).toFixed(0)} ms, ${failed} failed; health p99 ${spread(health)} ms against ${idle.toFixed(1)} when idle`,
      bound: `at least ${least} a second, none failed, health under 100 ms`,
      held: median(rates) >= least && failed === 0 && median(health) < 100,
    }
  }
  // The first round warms up: memory it takes is not returned, and need not be.
  const grown = memory.at(-1)! / memory[0]!
  return [
    ...evenly,
    claim('pages of ordinary codes', loads.ordinary, 300),
    claim(`pages of codes with ${longHistory} records`, loads.long, 50),
    {
      title: 'memory while pages are read',
      found: `${memory.join(', ')} MB after each round: ${grown.toFixed(2)} times`,
      bound: 'at most a quarter more after the last round than after the first',
      held: grown <= 1.25,
    },
  ]
}

if (import.meta.main) {
  const { print } = await import('./bench.ts')
  const world = await openBench()
  try {
    print(await measurePages(world))
  } finally {
    await world.close()
  }
  process.exit(0)
}
