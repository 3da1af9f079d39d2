/**
 * Scans and checks over HTTP at 100 connections: written in batches, compared with one statement each, on the same
 * server and database; and the same with everything else that is done, with and without clone detection.
 */
import { completeRequest } from '../test/goods.ts'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { checkSecurityCode } from '@timbermark/codes'
import { z } from 'zod'
import { createApp, registerRoutes, route } from '../src/platform/http/http.ts'
import { hintOf, traceRoutes } from '../src/areas/trace/page/routes.ts'
import type { Services } from '../src/platform/services.ts'
import { loadPlaces } from '../src/areas/place/places.ts'
import type { Claim } from './bench.ts'
import { median, spread } from './bench.ts'
import { child } from './load.ts'
import type { Scan } from './scan-load.ts'
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

async function load(url: string, scans: readonly Scan[]): Promise<Load> {
  const visitors = child('scan-load.ts', url, String(connections), String(secondsEach))
  visitors.stdin.end(scans.map(scan => JSON.stringify(scan)).join('\n'))
  return JSON.parse(await text(visitors.stdout)) as Load
}

const logAndCount = `with logged as (insert into scan_log (tenant_id, request_number, serial, product_id, ip, device) values ($1, $2, $3, $4, $5, $6))`
const count = `insert into code_stat as s (tenant_id, request_number, serial, scans, first_scan_at) values ($1, $2, $3, 1, now())
  on conflict (tenant_id, request_number, serial) do update set scans = s.scans + 1, first_scan_at = least(s.first_scan_at, now())
  returning scans, first_scan_at`
const logAndCountCheck = `with logged as (insert into check_log (tenant_id, request_number, serial, product_id, ip, given_hint, genuine)
  values ($1, $2, $3, $4, $5, $6, $7)),
  summed as (insert into scan_day as d (tenant_id, day, product_id, city, checks, wrong_checks) values ($1, current_date, $4, '', 1, 1 - $7::boolean::int)
    on conflict (tenant_id, day, product_id, city) do update set checks = d.checks + 1, wrong_checks = d.wrong_checks + excluded.wrong_checks)
  insert into code_stat as s (tenant_id, request_number, serial, checks, first_check_at, wrong_checks, first_query_at) values ($1, $2, $3,
    $7::boolean::int, now(), 1 - $7::boolean::int, now())
  on conflict (tenant_id, request_number, serial) do update set checks = s.checks + excluded.checks, wrong_checks = s.wrong_checks + excluded.wrong_checks,
    first_check_at = least(s.first_check_at, excluded.first_check_at), first_query_at = least(s.first_query_at, excluded.first_query_at)
  returning checks, first_check_at`
const sum = `, summed as (insert into scan_day as d (tenant_id, day, product_id, city, scans) values ($1, current_date, $4, '', 1)
  on conflict (tenant_id, day, product_id, city) do update set scans = d.scans + 1)`

/**
 * The simple way, as good as possible: the same checks before, then one prepared statement that commits by itself, over
 * a pool. `/plain/scan` does the same work; `/plain/short` omits the roll-up of the day, on whose one row per product
 * all statements queue.
 */
export async function bareServer(services: Services): Promise<{ url: string; close(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: services.database.workerUrl, max: 24 })
  const app = createApp(services)
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
  const plainCheck = route({
    method: 'POST',
    path: '/plain/check',
    access: 'public',
    summary: 'One statement for each check',
    body: z.strictObject({ code: z.string().max(500), securityCode: z.string().max(100), device: z.string().max(64) }),
    handler: async ({ services, body, ip }) => {
      const opened = await services.directory.open(body.code)
      if (!opened.known) throw new Error('unknown')
      const { codes, serial, entry } = opened
      const security = codes.security(serial, entry.codeRule, entry.securityLength)
      const genuine = checkSecurityCode(security, body.securityCode, entry.codeRule)
      const values = [entry.tenantId, entry.requestNumber, serial, 1, ip, hintOf(body.securityCode), genuine]
      const { rows } = await pool.query({ name: 'check', text: logAndCountCheck, values })
      return { genuine, checks: rows[0].checks, firstCheckAt: rows[0].first_check_at, first: rows[0].checks === 1 }
    },
  })
  const routes = [
    plainCheck,
    plain('scan', `${logAndCount}${sum} ${count}`),
    plain('short', `${logAndCount} ${count}`),
    ...traceRoutes,
  ]
  registerRoutes(app, { services, routes, authenticate: async () => undefined })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    close: async () => {
      await app.close()
      await pool.end()
    },
  }
}

type Server = Awaited<ReturnType<typeof bareServer>>

/** The server as it runs for strangers behind a proxy, with their limits; and the same without clone detection. */
export function wholeWays(services: Services): { limited: Services; unwatched: Services } {
  const settings = { ...services.settings, mode: 'production' as const, trustProxy: 1 }
  const limited = { ...services, settings }
  const { cloneDetector: watch } = services
  const nobody = Object.assign(Object.create(watch) as typeof watch, {
    soon: () => Promise.resolve(),
    warnings: (code: Parameters<typeof watch.warnings>[0]) => watch.warnings(code),
  })
  return { limited, unwatched: { ...services, settings, cloneDetector: nobody } }
}

const readersEach = 10

/** Scans in one town with positions, from addresses and devices of their own: none is near a limit. */
function toldScans(codes: readonly string[]): Scan[] {
  return Array.from({ length: codes.length * readersEach }, (_, n) => ({
    body: {
      code: codes[n % codes.length],
      device: `bench-${n}`,
      longitude: 120.15 + (n % 97) / 10_000,
      latitude: 30.27 + (n % 89) / 10_000,
    },
    from: `203.${100 + (n >> 14)}.${(n >> 6) & 255}.${1 + (n & 63)}`,
  }))
}

/** Such clients, each of whom checks their own item: many who know the security code of one item would be a sign of copies. */
const toldChecks = (codes: readonly string[], securityOf: (serial: number) => object): Scan[] =>
  toldScans(codes)
    .slice(0, codes.length)
    .map(({ body, from }, serial) => ({ body: { ...body, ...securityOf(serial) }, from: from! }))

/** Waits until interrupted statements have ended in the database too. */
async function settled(world: BenchWorld): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const { rows } = await world.admin.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state not in ('idle')",
    )
    quiet = rows[0].n === 0 ? quiet + 1 : 0
    await new Promise(done => setTimeout(done, 50))
  }
}

/**
 * Whether log, counters and roll-ups agree; else the figures. Requests interrupted at the end may be counted, though
 * nobody received the answer.
 */
async function disagreement(
  world: BenchWorld,
  { answered, failed }: Load,
  withSums: boolean,
): Promise<string | undefined> {
  const { rows } = await world.admin.query<{ logged: number; counted: number; summed: number }>(
    `select (select count(*)::int from scan_log) + (select count(*)::int from check_log) as logged,
            (select sum(scans + checks + wrong_checks)::int from code_stat) as counted, (select sum(scans + checks)::int from scan_day) as summed`,
  )
  const { logged, counted, summed } = rows[0]!
  const agree =
    logged === counted &&
    (!withSums || logged === summed) &&
    logged >= answered &&
    logged <= answered + failed + connections
  return agree ? undefined : `${answered} answered, ${logged} logged, ${counted} counted, ${summed} summed`
}

export async function measureScans(world: BenchWorld): Promise<Claim[]> {
  const id = await requestCodes(world, await makeBatch(world), 10_000)
  await completeRequest(world, id)
  const entry = await world.services.directory.find(
    (await world.admin.query('select request_number from code_request where id = $1', [id])).rows[0].request_number,
  )
  if (!entry) throw new Error('The request is not in the directory')
  const requestedCodes = world.services.directory.codesOf(entry)
  const codes = Array.from({ length: codesUsed }, (_, serial) => requestedCodes.code(serial))
  const scans = codes.map((code): Scan => ({ body: { code, device: 'bench' } }))
  const securityOf = (serial: number) => ({
    securityCode: requestedCodes.security(serial, entry.codeRule, entry.securityLength),
  })
  const owned = Array.from({ length: 10_000 }, (_, serial) => requestedCodes.code(serial))
  const checks = owned.map((code, n): Scan => ({ body: { code, device: 'bench', ...securityOf(n) } }))
  const { limited, unwatched } = wholeWays(world.services)
  // The first position in a process loads the map, once.
  await loadPlaces()
  // All on the same minimal server, so that only the measured parts differ.
  const servers = await Promise.all([world.services, limited, unwatched].map(bareServer))
  const [server, watchedServer, unwatchedServer] = servers as [Server, Server, Server]
  const ways = {
    plain: { url: `${server.url}/api/plain/scan`, scans, withSums: true },
    grouped: { url: `${server.url}/api/trace/scan`, scans, withSums: true },
    short: { url: `${server.url}/api/plain/short`, scans, withSums: false },
    whole: { url: `${watchedServer.url}/api/trace/scan`, scans: toldScans(codes), withSums: true },
    unwatched: { url: `${unwatchedServer.url}/api/trace/scan`, scans: toldScans(codes), withSums: true },
    plainChecks: { url: `${server.url}/api/plain/check`, scans: checks, withSums: true },
    wholeChecks: {
      url: `${watchedServer.url}/api/trace/check`,
      scans: toldChecks(owned, securityOf),
      withSums: true,
    },
  }
  const loads = Object.fromEntries(Object.keys(ways).map(name => [name, [] as Load[]])) as Record<
    keyof typeof ways,
    Load[]
  >
  const wrong: string[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      // Each way begins with empty tables and a flushed log, so that none pays for the one before.
      for (const name of Object.keys(ways) as (keyof typeof ways)[]) {
        const { url, scans, withSums } = ways[name]
        await settled(world)
        await world.admin.query('truncate scan_log, check_log, code_stat, scan_day')
        await world.admin.query('checkpoint')
        const done = await load(url, scans)
        loads[name].push(done)
        await settled(world)
        const differs = await disagreement(world, done, withSums)
        if (differs) wrong.push(`${name}: ${differs}`)
      }
    }
  } finally {
    await Promise.all(servers.map(server => server.close()))
  }
  const rates = (name: keyof typeof ways) => loads[name].map(item => item.answered / item.seconds)
  const p99 = (name: keyof typeof ways) => median(loads[name].map(item => item.p99))
  const against = (name: keyof typeof ways, other: keyof typeof ways) => median(rates(name)) / median(rates(other))
  const failed = (names: readonly (keyof typeof ways)[]) =>
    names.flatMap(name => loads[name]).reduce((sum, item) => sum + item.failed, 0)
  const written = failed(['plain', 'grouped', 'short'])
  const wholeFailures = failed(['whole', 'unwatched'])
  const checked = failed(['plainChecks', 'wholeChecks'])
  return [
    {
      title: `scans at ${connections} connections over ${codesUsed} codes`,
      found: `${spread(rates('grouped'), 0)} a second in groups (p99 ${p99('grouped')} ms) against ${spread(rates('plain'), 0)} with a statement each (p99 ${p99('plain')} ms): ${against('grouped', 'plain').toFixed(1)} times; ${spread(rates('short'), 0)} when those are spared the sums of the day: ${against('grouped', 'short').toFixed(1)} times; ${written} failed, counts ${wrong.length === 0 ? 'exact' : `WRONG (${wrong.join('; ')})`}`,
      bound: 'at least 4 times as many, counted exactly, none failed',
      held: against('grouped', 'plain') >= 4 && wrong.length === 0 && written === 0,
    },
    {
      title: `the same with limits, and each saying where it is: places, and the watch of copies`,
      found: `${spread(rates('whole'), 0)} a second (p99 ${p99('whole')} ms), ${spread(rates('unwatched'), 0)} without the watch (p99 ${p99('unwatched')} ms): ${against('whole', 'unwatched').toFixed(2)} times; ${against('whole', 'plain').toFixed(1)} times as many as with a statement each, which does none of this; ${wholeFailures} failed`,
      bound: 'at least 3 times as many as with a statement each, none failed',
      held: against('whole', 'plain') >= 3 && wholeFailures === 0,
    },
    {
      title: `checks of ${owned.length} anti-counterfeit codes with limits, places, what was guessed before, and the watch of copies`,
      found: `${spread(rates('wholeChecks'), 0)} a second (p99 ${p99('wholeChecks')} ms) against ${spread(rates('plainChecks'), 0)} with a statement each, which does none of this (p99 ${p99('plainChecks')} ms): ${against('wholeChecks', 'plainChecks').toFixed(1)} times; ${checked} failed`,
      bound: 'at least 3 times as many as with a statement each, none failed',
      held: against('wholeChecks', 'plainChecks') >= 3 && checked === 0,
    },
  ]
}

/** What clone detection takes per code: next to the scans, on a connection of its own. */
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
     select $1, $2, n / 4, 120.15 + random() * 0.01, 30.27 + random() * 0.01, 'CN', '浙江省', '杭州市',
       '203.' || n % 200 || '.' || n % 250 || '.1', n::text, now() - n * interval '1 second'
     from generate_series(0, 3999) n`,
    [tenantId, requestNumber],
  )
  const codes = Array.from({ length: 1000 }, (_, serial) => ({ tenantId, requestNumber, serial }))
  const times: number[] = []
  for (let round = 0; round < 5; round++) {
    const begun = performance.now()
    await Promise.all(codes.map(code => world.services.cloneDetector.evaluateSoon(code)))
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
