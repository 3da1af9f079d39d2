/**
 * A demonstration against the same installation with many enterprises, code requests and stage records, made by SQL. Every
 * figure is a ratio of the two in one run: start, memory, one code request, and each GET call.
 */
import { seedDemonstration } from '../../src/seed/demonstration.ts'
import { routes } from '../../src/routes.ts'
import { createAccount } from '../../src/areas/tenant/create.ts'
import { recordRequestNumber } from '../../src/areas/ledger/log/request-numbers.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { costOf, shortText, watchStatements } from '../../test/growth/watch-statements.ts'
import { type Claim, median, percentile, print } from '../bench.ts'
import { type BenchWorld, openBench } from '../world.ts'
import { type Growth, grow } from './grow.ts'
import { measureJobs } from './measure-jobs.ts'
import { measureProcess, type ProcessCost } from './run-process.ts'

const defaults: Growth = { requests: 200_000, enterprises: 2000, records: 2_000_000 }
/** Ratios above this miss the aim of the work. */
const most = 1.3
/** Every GET call answers this fast, 95 of 100, milliseconds. */
const mostMs = 100
const rounds = 16

interface Caller {
  name: string
  token: string
}

/** Reads `requests=…`, `enterprises=…` and `records=…`. @throws Error for anything else but `jobs` and `hold` */
export function readGrowth(args: readonly string[]): Growth {
  const growth = { ...defaults }
  for (const arg of args) {
    if (arg === 'hold' || arg === 'jobs') continue
    const [, name, value] = /^(requests|enterprises|records)=(\d{1,9})$/.exec(arg) ?? []
    if (!name) throw new Error(`${arg}: requests=, enterprises= or records= with a number are understood`)
    growth[name as keyof Growth] = Number(value)
  }
  return growth
}

/** The producer of the demonstration with the most stage records. */
const findPattern = async ({ admin }: BenchWorld): Promise<number> =>
  Number(
    (await admin.query(`select tenant_id as id from stage_record group by 1 order by count(*) desc, 1 limit 1`)).rows[0]
      .id,
  )

async function openSessions(world: BenchWorld, tenantId: number): Promise<Caller[]> {
  const open = (name: string, tenant: number, roleKeys: string[]) =>
    world.services.database.acrossTenants('seed', async db => {
      const id = await createAccount(db, tenant, {
        userName: `growth-${name}`,
        nickName: name,
        password: 'Growth-password-1',
        userType: 1,
        deptId: null,
        roleKeys,
      })
      return { name, token: await world.services.sessions.open(db, { id, tenantId: tenant }, '127.0.0.1', 'bench') }
    })
  return [await open('enterprise', tenantId, ['enterpriseAdmin']), await open('platform', 1, ['platformOperator'])]
}

/** Calls that need nothing but a session; exports and pages are measured elsewhere. */
const paths = routes
  .filter(({ method, path, file }) => method === 'GET' && !path.includes(':') && !file)
  .map(({ path }) => path)

/** @returns the code of the answer */
async function get(world: BenchWorld, path: string, { token }: Caller): Promise<number> {
  const response = await fetch(`${world.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  return ((await response.json().catch(() => ({ code: response.status }))) as { code: number }).code
}

/** What the machine's other work adds to the smallest call: every time is to be read beside this one. */
const plain = 'a row by its key'

/** Times of each GET call that answers, by caller and path, milliseconds. */
async function timeCalls(world: BenchWorld, callers: readonly Caller[]): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>()
  const note = (key: string, began: number) => {
    const noted = times.get(key)
    if (noted) noted.push(performance.now() - began)
    else times.set(key, [performance.now() - began])
  }
  for (let round = 0; round < rounds; round++)
    for (const caller of callers)
      for (const path of paths) {
        const plainBegan = performance.now()
        await world.services.database.acrossTenants('monitor', db => db.one(sql`select 1 from enterprise where id = 1`))
        note(plain, plainBegan)
        const began = performance.now()
        // The first round fills caches and plans.
        if ((await get(world, path, caller)) === 200 && round > 0) note(`${path} (${caller.name})`, began)
      }
  return times
}

/** The statements of a call that read most, run once more. */
async function readingOf(world: BenchWorld, callers: readonly Caller[], call: string): Promise<string> {
  const [, path, name] = /^(.*) \((.*)\)$/.exec(call)!
  const watch = watchStatements()
  try {
    const sent = await watch.during(() => get(world, path!, callers.find(caller => caller.name === name)!))
    const costs = []
    for (const statement of sent) costs.push({ statement, ...(await costOf(world.admin, statement)) })
    return costs
      .sort((a, b) => b.pages - a.pages)
      .slice(0, 2)
      .map(({ statement, pages, ms }) => `\n           ${pages} pages, ${ms.toFixed(0)} ms: ${shortText(statement)}`)
      .join('')
  } finally {
    watch.stop()
  }
}

/** Adds a request to the enterprise and lets a fresh process make its codes. */
async function measureOnce(world: BenchWorld, tenantId: number): Promise<ProcessCost> {
  const { rows } = await world.admin.query<{ id: string; number: number }>(`
    insert into code_request (tenant_id, name, batch_id, count, code_rule, security_length, code_type, stage_type, update_stage,
      country_code, factory_code, batch_date, species)
    select tenant_id, 'Measured', batch_id, 10000, code_rule, security_length, code_type, stage_type, update_stage,
      country_code, factory_code, batch_date, species
    from code_request where tenant_id = ${tenantId} and origin = 'own' order by id limit 1
    returning id, request_number as number`)
  const { id, number } = rows[0]!
  await world.services.database.acrossTenants('seed', db => recordRequestNumber(db, tenantId, number))
  return measureProcess({
    serverUrl: world.urls.serverUrl,
    workerUrl: world.urls.workerUrl,
    dataDir: world.services.settings.dataDir,
    admin: world.admin,
    tenantId,
    requestId: Number(id),
  })
}

/**
 * Prints what an installation of this size costs beside the demonstration. With `jobs` it measures those
 * over all rows too, with `hold` it stays until SIGTERM, to be looked at.
 */
export async function measureGrowth(args: readonly string[]): Promise<void> {
  const growth = readGrowth(args)
  const world = await openBench()
  try {
    await seedDemonstration(world.services, () => {})
    const tenantId = await findPattern(world)
    const callers = await openSessions(world, tenantId)
    // The measured process makes the codes, and no worker of this one takes them away from it.
    await world.services.jobs.stop()
    await measureOnce(world, tenantId)
    const small = await measureOnce(world, tenantId)
    const smallTimes = await timeCalls(world, callers)
    const began = performance.now()
    await grow(world, tenantId, growth)
    const { size } = await world.services.database.acrossTenants('monitor', db =>
      db.one<{ size: string }>(sql`select pg_size_pretty(pg_database_size(current_database())) as size`),
    )
    console.log(
      `${growth.enterprises} enterprises, ${growth.requests} code requests, ${growth.records} stage records made in ${((performance.now() - began) / 1000).toFixed(0)} s, ${size}\n`,
    )
    world.services.directory.forgetAll()
    const large = await measureOnce(world, tenantId)
    print(compareProcesses(small, large))
    const largeTimes = await timeCalls(world, callers)
    print(await compareCalls(smallTimes, largeTimes, call => readingOf(world, callers, call)))
    const installation = { ...world.urls, dataDir: world.services.settings.dataDir, admin: world.admin }
    if (args.includes('jobs')) print(await measureJobs(installation))
    if (args.includes('hold')) {
      const tokens = callers.map(({ name, token }) => `${name} ${token}`).join(', ')
      console.log(`held at ${world.url}, database ${world.urls.ownerUrl}, sessions: ${tokens}`)
      await new Promise<void>(resolve => process.once('SIGTERM', () => resolve()))
    }
  } finally {
    await world.close()
  }
}

function compareProcesses(small: ProcessCost, large: ProcessCost): Claim[] {
  const figures: [string, (cost: ProcessCost) => number, string, number][] = [
    ['processor time of the start', ({ start }) => start.processorMs, 'ms', 1],
    ['heap after the start', ({ afterStart }) => afterStart.heap, 'MB', 2 ** 20],
    ['resident memory after the start', ({ afterStart }) => afterStart.rss, 'MB', 2 ** 20],
    ['processor time of one request of 10,000 codes', ({ request }) => request.processorMs, 'ms', 1],
    ['one request of 10,000 codes, submit to completed', ({ request }) => request.ms, 'ms', 1],
    ['heap after that request', ({ afterRequest }) => afterRequest.heap, 'MB', 2 ** 20],
  ]
  return figures.map(([title, of, unit, scale]) => {
    const [before, after] = [of(small) / scale, of(large) / scale]
    return {
      title,
      found: `${(after / before).toFixed(2)} times the demonstration (${before.toFixed(0)} → ${after.toFixed(0)} ${unit})`,
      bound: `at most ${most} times`,
      held: after / before <= most,
    }
  })
}

async function compareCalls(
  small: ReadonlyMap<string, number[]>,
  large: ReadonlyMap<string, number[]>,
  readings: (call: string) => Promise<string>,
): Promise<Claim[]> {
  const rows = [...large]
    .filter(([call]) => call !== plain)
    .map(([call, times]) => {
      // Of medians: the slowest of a few calls says what else the machine did.
      const before = median(small.get(call) ?? [])
      const after = median(times)
      return { call, before, after, p95: percentile(times, 0.95), ratio: after / before }
    })
  const slow = rows.filter(({ p95 }) => p95 > mostMs).sort((a, b) => b.p95 - a.p95)
  const grown = rows.filter(({ after, ratio }) => ratio > 3 && after > 20).sort((a, b) => b.ratio - a.ratio)
  const read = new Map<string, string>()
  for (const { call } of [...slow, ...grown]) if (!read.has(call)) read.set(call, await readings(call))
  const line = ({ call, before, after, p95, ratio }: (typeof rows)[number]) =>
    `\n         ${call}: median ${before.toFixed(0)} → ${after.toFixed(0)} ms, ${ratio.toFixed(1)} times; p95 ${p95.toFixed(0)} ms${read.get(call)}`
  const quiet = large.get(plain) ?? []
  return [
    {
      title: `p95 of ${rows.length} GET calls`,
      found:
        `median ratio ${median(rows.map(({ ratio }) => ratio)).toFixed(2)}; ${plain} beside them: median ${median(quiet).toFixed(1)}, ` +
        `p95 ${percentile(quiet, 0.95).toFixed(0)} ms; above ${mostMs} ms: ${slow.length}${slow.map(line).join('')}`,
      bound: `each under ${mostMs} ms`,
      held: slow.length === 0,
    },
    {
      title: 'GET calls that take more than three times as long, and more than 20 ms',
      found: `${grown.length}${grown.map(line).join('')}`,
      bound: 'none',
      held: grown.length === 0,
    },
  ]
}
