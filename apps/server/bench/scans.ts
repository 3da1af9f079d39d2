/** Scans over HTTP at 100 connections: written in groups against one statement for each, on the same server and database. */
import { completeRequest } from '../test/goods.ts'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { z } from 'zod'
import { createApp, registerRoutes, route } from '../src/platform/http/http.ts'
import { traceRoutes } from '../src/areas/trace/routes.ts'
import { judge } from '../src/areas/watch/judge.ts'
import type { Claim } from './bench.ts'
import { median, spread } from './bench.ts'
import { type BenchWorld, makeBatch, openBench, requestCodes } from './world.ts'

const connections = 100
const secondsEach = 4
const rounds = 3
const codesUsed = 500

interface Load {
  answered: number
  failed: number
  seconds: number
  p99: number
}

async function load(url: string, codes: readonly string[]): Promise<Load> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'scan-load.ts'), url, String(connections), String(secondsEach)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  child.stdin.end(codes.join('\n'))
  return JSON.parse(await text(child.stdout)) as Load
}

const logAndCount = `with logged as (insert into scan_log (tenant_id, request_number, serial, product_id, ip, device) values ($1, $2, $3, $4, $5, $6))`
const count = `insert into code_stat as s (tenant_id, request_number, serial, scans, first_scan_at) values ($1, $2, $3, 1, now())
  on conflict (tenant_id, request_number, serial) do update set scans = s.scans + 1, first_scan_at = least(s.first_scan_at, now()) returning scans, first_scan_at`
const sum = `, summed as (insert into scan_day as d (tenant_id, day, product_id, city, scans) values ($1, current_date, $4, '', 1)
  on conflict (tenant_id, day, product_id, city) do update set scans = d.scans + 1)`

/**
 * The plain way, as well as it can be done: the same checks before, then one prepared statement that commits by itself,
 * over a pool. `/plain/scan` does the same work; `/plain/short` is spared the sums of the day, whose one row per product
 * all its statements queue up for.
 */
async function plainServer(world: BenchWorld): Promise<{ url: string; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: world.services.database.workerUrl, max: 24 })
  const app = createApp(world.services)
  const plain = (name: string, statement: string) =>
    route({
      method: 'POST',
      path: `/plain/${name}`,
      access: 'public',
      summary: 'One statement for each scan',
      body: z.strictObject({ code: z.string().max(500), device: z.string().max(64).optional() }),
      handler: async ({ services, body, ip }) => {
        const opened = await services.directory.open(body.code)
        if (!opened.known) throw new Error('unknown')
        const values = [opened.entry.tenantId, opened.entry.requestNumber, opened.serial, 1, ip, body.device ?? null]
        const { rows } = await pool.query({ name, text: statement, values })
        return { scans: rows[0].scans, firstScanAt: rows[0].first_scan_at, first: rows[0].scans === 1 }
      },
    })
  const routes = [
    plain('scan', `${logAndCount}${sum} ${count}`),
    plain('short', `${logAndCount} ${count}`),
    ...traceRoutes,
  ]
  registerRoutes(app, { services: world.services, routes, authenticate: async () => undefined })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    close: async () => {
      await app.close()
      await pool.end()
    },
  }
}

/** Waits until what was cut off has ended in the database too. */
async function settled(world: BenchWorld): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const { rows } = await world.admin.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state not in ('idle')",
    )
    quiet = rows[0].n === 0 ? quiet + 1 : 0
    await new Promise(done => setTimeout(done, 50))
  }
}

/** Log, counters and sums say the same. Requests cut off when the time was up are counted, though nobody heard the answer. */
async function agrees(world: BenchWorld, answered: number, withSums: boolean): Promise<boolean> {
  const { rows } = await world.admin.query<{ logged: number; counted: number; summed: number }>(
    'select (select count(*)::int from scan_log) as logged, (select sum(scans)::int from code_stat) as counted, (select sum(scans)::int from scan_day) as summed',
  )
  const { logged, counted, summed } = rows[0]!
  return (
    logged === counted && (!withSums || logged === summed) && logged >= answered && logged <= answered + connections
  )
}

export async function measureScans(world: BenchWorld): Promise<Claim[]> {
  const id = await requestCodes(world, await makeBatch(world), 10_000)
  await completeRequest(world, id)
  const entry = world.services.directory.get(
    (await world.admin.query('select request_number from code_request where id = $1', [id])).rows[0].request_number,
  )
  if (!entry) throw new Error('The request is not in the directory')
  const made = world.services.directory.codesOf(entry)
  const codes = Array.from({ length: codesUsed }, (_, serial) => made.code(serial))
  // Both ways on one bare server, so that nothing but the writing differs.
  const server = await plainServer(world)
  const grouped: Load[] = []
  const plain: Load[] = []
  const short: Load[] = []
  let exact = true
  try {
    for (let round = 0; round < rounds; round++) {
      // Each way begins with empty tables and a written-out log, so that none pays for the one before.
      for (const [loads, path] of [
        [plain, 'plain/scan'],
        [grouped, 'trace/scan'],
        [short, 'plain/short'],
      ] as const) {
        await settled(world)
        await world.admin.query('truncate scan_log, code_stat, scan_day')
        await world.admin.query('checkpoint')
        loads.push(await load(`${server.url}/api/${path}`, codes))
        await settled(world)
        exact &&= await agrees(world, loads.at(-1)!.answered, path !== 'plain/short')
      }
    }
  } finally {
    await server.close()
  }
  const rate = (loads: readonly Load[]) => loads.map(item => item.answered / item.seconds)
  const ratio = median(rate(grouped)) / median(rate(plain))
  const shortRatio = median(rate(grouped)) / median(rate(short))
  const failed = [...grouped, ...plain, ...short].reduce((sum, item) => sum + item.failed, 0)
  return [
    {
      title: `scans at ${connections} connections over ${codesUsed} codes`,
      found: `${spread(rate(grouped), 0)} a second in groups (p99 ${median(grouped.map(item => item.p99))} ms) against ${spread(rate(plain), 0)} with a statement each (p99 ${median(plain.map(item => item.p99))} ms): ${ratio.toFixed(1)} times; ${spread(rate(short), 0)} when those are spared the sums of the day: ${shortRatio.toFixed(1)} times; ${failed} failed, counts ${exact ? 'exact' : 'WRONG'}`,
      bound: 'at least 4 times as many, counted exactly, none failed',
      held: ratio >= 4 && exact && failed === 0,
    },
  ]
}

/** What the watch takes for a code: beside the scans, on a connection of its own. */
export async function measureWatch(world: BenchWorld): Promise<Claim[]> {
  const id = await requestCodes(world, await makeBatch(world), 10_000)
  await completeRequest(world, id)
  const { rows } = await world.admin.query<{ tenant_id: string; request_number: number }>(
    'select tenant_id, request_number from code_request where id = $1',
    [id],
  )
  const { tenant_id, request_number: requestNumber } = rows[0]!
  const tenantId = Number(tenant_id)
  await world.admin.query(
    `insert into scan_log (tenant_id, request_number, serial, longitude, latitude, country, province, city, ip, device, scanned_at)
     select $1, $2, n / 4, 120.15 + random() * 0.01, 30.27 + random() * 0.01, 'CN', '浙江省', '杭州市', '203.' || n % 200 || '.' || n % 250 || '.1', n::text, now() - n * interval '1 second'
     from generate_series(0, 3999) n`,
    [tenantId, requestNumber],
  )
  const codes = Array.from({ length: 1000 }, (_, serial) => ({ tenantId, requestNumber, serial }))
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const begun = performance.now()
    await world.services.database.acrossTenants('watch', async db => {
      for (let from = 0; from < codes.length; from += 200) await judge(db, codes.slice(from, from + 200))
    })
    times.push((performance.now() - begun) / codes.length)
  }
  return [
    {
      title: 'the watch over scans, 1,000 codes with four visits each that say where they were',
      found: `${spread(times, 3)} ms for a code, beside the scans`,
      bound: 'under 1 ms',
      held: median(times) < 1,
    },
  ]
}

if (import.meta.main) {
  const { print } = await import('./bench.ts')
  const world = await openBench()
  try {
    print(await measureWatch(world))
    print(await measureScans(world))
  } finally {
    await world.close()
  }
  process.exit(0)
}
