/** Scans and checks at an even rate, on an installation of 100,000,000 codes whose logs hold 10,000,000 rows: `node busy-logs.ts [million rows]`. */
import { completeRequest } from '../test/goods.ts'
import type { DirectoryEntry } from '../src/areas/code/directory/code-directory.ts'
import { loadPlaces } from '../src/areas/place/places.ts'
import type { PlannedRequest } from './even-rate.ts'
import { type Claim, percentile, spread } from './bench.ts'
import { askEvenly } from './load.ts'
import { bareServer, wholeWays } from './scans.ts'
import { type BenchWorld, makeBatch, openBench, requestCodes } from './world.ts'

const requests = 5
const codesEach = 20_000_000
/** Rows of the two logs, over the last ninety days. */
const rowsOf = { scan_log: 0.8, check_log: 0.2 } as const
/** Rows of each scanned code. */
const rowsEach = 5
const aSecond = 300
const bound = 300
const secondsEach = 8
const rounds = 3

/** The nth scanned code: its request among the five, and its serial. */
const requestOf = (n: number) => n % requests
const serialOf = (n: number) => (n * 7_919) % codesEach

/** Logs as visitors of the last ninety days would leave them, with their counters; already read by clone detection. */
async function fillLogs({ admin, tenantId }: BenchWorld, numbers: readonly number[], rows: number): Promise<void> {
  const codesMet = rows / rowsEach
  for (let months = 1; months <= 3; months++)
    await admin.query(`select ensure_log_partitions((current_date - make_interval(months => ${months}))::date)`)
  const code = `$1::bigint, ($2::int[])[1 + n % ${codesMet} % ${requests}], (n % ${codesMet} * 7919 % ${codesEach})::int`
  const place = `1, 120.15 + n % 97 / 10000.0, 30.27 + n % 89 / 10000.0, 'CN', '浙江省', '杭州市', '203.' || n % 200 || '.' || n % 250 || '.0'`
  const shared = 'tenant_id, request_number, serial, product_id, longitude, latitude, country, province, city, ip'
  const logColumns = {
    scan_log: ['device, scanned_at', `'device-' || n`],
    check_log: ['genuine, checked_at', 'true'],
  } as const
  for (const log of ['scan_log', 'check_log'] as const) {
    const [columns, value] = logColumns[log]
    const count = rows * rowsOf[log]
    const at = `now() - interval '1 hour' - n::float8 / ${count} * interval '89 days'`
    // Creating the index after all rows are inserted takes a fraction of the time.
    await admin.query(`drop index ${log}_code`)
    await admin.query(
      `insert into ${log} (${shared}, ${columns}) select ${code}, ${place}, ${value}, ${at} from generate_series(0::bigint, ${count - 1}) n`,
      [tenantId, numbers],
    )
    await admin.query(`create index ${log}_code on ${log} (tenant_id, request_number, serial)`)
    await admin.query(`update watch_mark set entry = (select coalesce(max(id), 0) from ${log}) where log = $1`, [
      log === 'scan_log' ? 'scan' : 'check',
    ])
  }
  await admin.query(
    `insert into code_stat (tenant_id, request_number, serial, scans, first_scan_at, checks, first_check_at, first_query_at)
     select ${code}, ${rowsEach * rowsOf.scan_log}, now() - interval '80 days', ${rowsEach * rowsOf.check_log}, now() - interval '80 days',
       now() - interval '80 days'
     from generate_series(0::bigint, ${codesMet - 1}) n`,
    [tenantId, numbers],
  )
  await admin.query('vacuum analyze')
}

/** @param rows of both logs */
export async function measureBusyLogs(world: BenchWorld, rows = 10_000_000): Promise<Claim[]> {
  const codesMet = rows / rowsEach
  const { admin, services } = world
  const batch = await makeBatch(world)
  const madeRequests: { entry: DirectoryEntry; codes: ReturnType<typeof services.directory.codesOf> }[] = []
  for (let n = 0; n < requests; n++) {
    const id = await requestCodes(world, batch, codesEach)
    await completeRequest(world, id)
    const { request_number } = (await admin.query('select request_number from code_request where id = $1', [id]))
      .rows[0]
    const entry = await services.directory.find(request_number)
    if (!entry) throw new Error('The request is not in the directory')
    madeRequests.push({ entry, codes: services.directory.codesOf(entry) })
  }
  const begun = performance.now()
  await fillLogs(
    world,
    madeRequests.map(({ entry }) => entry.requestNumber),
    rows,
  )
  const filled = Math.round((performance.now() - begun) / 1000)
  await loadPlaces()
  const server = await bareServer(wholeWays(services).limited)
  // Every other code has been scanned before. Nobody is near a limit.
  const visits = (path: string, from: number): PlannedRequest[] =>
    Array.from({ length: aSecond * secondsEach }, (_, n) => {
      const nth = (from + n) * 641
      const serial = n % 2 === 0 ? serialOf(nth % codesMet) : (nth * 104_729) % codesEach
      const { entry, codes } = madeRequests[requestOf(nth % codesMet)]!
      return {
        path,
        from: `203.${100 + ((from + n) >> 14)}.${((from + n) >> 6) & 255}.${1 + (n & 63)}`,
        body: {
          code: codes.code(serial),
          device: `bench-${from + n}`,
          longitude: 120.15 + (n % 97) / 10_000,
          latitude: 30.27 + (n % 89) / 10_000,
          ...(path.endsWith('check') && { securityCode: codes.security(serial, entry.codeRule, entry.securityLength) }),
        },
      }
    })
  const claims: Claim[] = []
  let from = 0
  try {
    for (const [what, path] of [
      ['scans', '/api/trace/scan'],
      ['checks', '/api/trace/check'],
    ] as const) {
      const p95s: number[] = []
      const medians: number[] = []
      let failures = 0
      for (let round = 0; round <= rounds; round++) {
        const { times, failed } = await askEvenly(server.url, aSecond, secondsEach, visits(path, from))
        from += aSecond * secondsEach
        failures += failed
        // The first round warms up.
        if (round === 0) continue
        p95s.push(percentile(times, 0.95))
        medians.push(percentile(times, 0.5))
      }
      claims.push({
        title: `${what} at ${aSecond} a second, each saying where it is, on ${(requests * codesEach) / 1e6} million codes whose logs hold ${rows / 1e6} million rows`,
        found: `p95 ${spread(p95s)} ms, median ${spread(medians)} ms; ${failures} failed (the logs were filled in ${filled} s)`,
        bound: `p95 under ${bound} ms, none failed`,
        held: Math.max(...p95s) < bound && failures === 0,
      })
    }
  } finally {
    await server.close()
  }
  return claims
}

if (import.meta.main) {
  const { print } = await import('./bench.ts')
  const world = await openBench()
  try {
    print(await measureBusyLogs(world, Number(process.argv[2] ?? 10) * 1e6))
  } finally {
    await world.close()
  }
  process.exit(0)
}
