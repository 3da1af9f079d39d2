import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type DemoAccount, accountsFile } from '../src/seed/demo-accounts.ts'
import { call, postmasterOf, removeDataDir, type ServerProcess, startServer } from '../test/process/server-process.ts'
import { freePort } from '../src/platform/free-port.ts'

/** One interruption of a first start. */
export interface Interruption {
  /** The last output line of the server. */
  after: string
  victim: 'server' | 'database' | 'both'
  /** Its database was killed, and it ended by itself with a sentence instead of a stack trace. */
  sentence?: string
}

export interface FirstStartOutcome {
  interruptions: Interruption[]
  /** Accounts of the file that could sign in, and those that could not. */
  signedIn: number
  refused: string[]
  /** Accounts whose password in the file differed from an earlier one. */
  changedPasswords: string[]
  /** Tables whose number of rows differs from that of an undisturbed start: [disturbed, undisturbed]. */
  differing: Record<string, [number, number]>
  tables: number
  /** Days whose visit roll-ups differ from the logs, as `<tenant> <day>`; tenant 0 is all together. */
  miscounted: string[]
  /** Days of visits that were counted. */
  countedDays: number
  /** What interrupted starts left in the data folder. */
  left: string[]
}

/** Output of a first start, in order. */
const steps = [
  /^/,
  /Creating the database/,
  /Preparing the tables/,
  /Creating the demonstration/,
  /products and papers/,
  /batch ZJ-2026-018/,
  /batch ZJ-2026-027/,
  /batch ZJ-2026-041/,
  /batch GA-2026-007/,
  /batch GA-2026-012/,
  /visits and trade/,
  /Demonstration accounts/,
] as const
const ready = /is ready at/

/** Tables that are not compared, by reason: their numbers depend on the moment. Everything else has the same number of rows. */
const incomparable = new RegExp(
  `^(${[
    // Written by background work.
    'division|division_sync|ledger_.*',
    // By clone detection, which reads log entries when they are ten seconds old.
    'channel_case|case_visit|case_hint',
    // By each process about itself, by due schedules, and by notifications of these, of alarms and of clone detection.
    'server_process|server_sample|disk_probe|task_run|standing_alarm|alarm_told|operator_mail|message',
    // Roll-ups by the hour and the day: the demonstration's visits are relative to the moment of its creation, so that
    // they fall into other hours. Whether they agree with the logs is checked separately.
    'scan_day|visit_day|visit_count|visit_place',
    // By users who sign in.
    'login_log|oper_log|session|known_device',
  ].join('|')})$`,
)

/** Days that count as computed and whose roll-ups differ from the logs. */
const miscountedDays = `
  with logged as (
    select tenant_id, day, sum(scans) as scans, sum(checks) as checks from (
      select tenant_id, (scanned_at at time zone time_zone)::date as day, 1 as scans, 0 as checks
      from scan_log join enterprise t on t.id = tenant_id
      union all select tenant_id, (checked_at at time zone time_zone)::date, 0, 1
      from check_log join enterprise t on t.id = tenant_id) entries
    group by grouping sets ((tenant_id, day), (day)))
  select v.tenant_id || ' ' || v.day as day
  from visit_day v
  left join logged l on coalesce(l.tenant_id, 0) = v.tenant_id and l.day = v.day
  left join visit_count c on c.tenant_id = v.tenant_id and c.grain = 'day' and c.start = v.day::timestamptz and c.request_number = 0
  where v.state = 'counted' and (l.scans, l.checks) is distinct from (c.scans::numeric, c.checks::numeric)
    and not exists (select from visit_day open where open.day = v.day and open.state <> 'counted')
  order by 1`

/**
 * Kills a first start of the demonstration at moments spread over it, and starts again each time on the same folder,
 * without manual help. The last start is not disturbed, and compared with one that was never disturbed.
 * @param moments how many; the earlier parts of a start get more of them, because they change more in less time
 */
export async function killFirstStart(
  moments: number,
  tell: (line: string) => void = () => {},
): Promise<FirstStartOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'timbermark-first-start-'))
  const dataDir = join(folder, 'killed')
  const calmDir = join(folder, 'calm')
  const servers: ServerProcess[] = []
  const begin = async (where: string) => {
    const server = startServer({ dataDir: where, port: await freePort() })
    servers.push(server)
    return server
  }
  try {
    const calm = await begin(calmDir)
    const pace = timesOf(calm)
    const undisturbed = calm.hear(ready)
    undisturbed.catch(() => {})
    const interruptions: Interruption[] = []
    const passwords = new Map<string, string>()
    for (let moment = 0; moment < moments; moment++) {
      const where = steps.length * ((moment + 0.5) / moments) ** 1.4
      const step = Math.floor(where)
      const server = await begin(dataDir)
      await Promise.race([server.hear(steps[step]!), server.hear(ready)])
      await new Promise(wake => setTimeout(wake, (where - step) * pace(step)))
      const interruption = await interrupt(server, dataDir, moment)
      interruptions.push(interruption)
      rememberPasswords(dataDir, passwords)
      tell(`first start killed after "${interruption.after}" (${interruption.victim})`)
    }
    const last = await begin(dataDir)
    await last.hear(ready)
    await undisturbed
    const differing = await settled(() => compareRows(dataDir, calmDir))
    const { counted: countedDays, miscounted } = await checkVisitSums(dataDir)
    rememberPasswords(dataDir, passwords)
    const accounts = JSON.parse(readFileSync(join(dataDir, accountsFile), 'utf8')) as DemoAccount[]
    const refused: string[] = []
    for (const { username, password } of accounts)
      if ((await call(last, 'POST', '/login', { username, password })).code !== 200) refused.push(username)
    return {
      interruptions,
      signedIn: accounts.length - refused.length,
      refused,
      changedPasswords: accounts.flatMap(({ username, password }) =>
        passwords.get(username) === password ? [] : [username],
      ),
      differing,
      tables: Object.keys(await countRows(dataDir)).length,
      miscounted,
      countedDays,
      // A serving process writes such files too, for a moment each.
      left: await settled(async () =>
        readdirSync(dataDir).filter(name => /\.new$|\.making-|\.half-made|^\.probe/.test(name)),
      ),
    }
  } finally {
    for (const server of servers) server.kill('SIGTERM')
    await Promise.all(servers.map(({ ended }) => ended))
    for (const one of [dataDir, calmDir]) removeDataDir(one)
    removeDataDir(folder)
  }
}

/** How long each step takes on this machine now, in milliseconds, as far as the undisturbed start has come. */
function timesOf(calm: ServerProcess): (step: number) => number {
  const stepTimes: number[] = [Date.now()]
  for (const [index, words] of steps.entries()) {
    calm.hear(words).then(
      () => (stepTimes[index] = Date.now()),
      () => {},
    )
  }
  return step => Math.min((stepTimes[step + 1] ?? Date.now()) - (stepTimes[step] ?? Date.now()), 4000) || 100
}

async function interrupt(server: ServerProcess, dataDir: string, moment: number): Promise<Interruption> {
  const after = server.said().trim().split('\n').at(-1)?.trim() ?? ''
  const postmaster = postmasterOf(dataDir)
  const victim = (['server', 'both', 'database'] as const)[postmaster ? moment % 3 : 0]!
  if (victim === 'server' || !postmaster) server.kill('SIGKILL')
  else if (victim === 'both') {
    server.kill('SIGKILL')
    killIfThere(postmaster)
  } else {
    killIfThere(postmaster)
    // A server that is ready already restarts its database; one that was starting ends.
    const code = await Promise.race([server.ended, server.hear(ready).then(() => undefined)])
    if (code === undefined) server.kill('SIGKILL')
    else {
      const sentence = server.said().split('Timbermark cannot start:\n')[1]?.trim()
      if (!sentence || /\n\s+at /.test(sentence)) throw new Error(`A start without its database said: ${server.said()}`)
      return { after, victim, sentence }
    }
  }
  await server.ended
  return { after, victim: postmaster ? victim : 'server' }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended at this very moment.
  }
}

/** Passwords in the file; the first one of each account is remembered. */
function rememberPasswords(dataDir: string, known: Map<string, string>): void {
  const file = join(dataDir, accountsFile)
  if (!existsSync(file)) return
  for (const { username, password } of JSON.parse(readFileSync(file, 'utf8')) as DemoAccount[])
    if (!known.has(username)) known.set(username, password)
}

async function withDatabase<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { adminUrl } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as { adminUrl: string }
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function countRows(dataDir: string): Promise<Record<string, number>> {
  return withDatabase(dataDir, async client => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of rows) {
      if (incomparable.test(name)) continue
      const counted = await client.query<{ n: number }>(
        `select count(*)::int as n from ${client.escapeIdentifier(name)}`,
      )
      counts[name] = counted.rows[0]!.n
    }
    return counts
  })
}

/** Tables whose numbers of rows differ, as [disturbed, undisturbed]. */
async function compareRows(disturbed: string, undisturbed: string): Promise<Record<string, [number, number]>> {
  const [actual, wanted] = await Promise.all([countRows(disturbed), countRows(undisturbed)])
  return Object.fromEntries(
    [...new Set([...Object.keys(actual), ...Object.keys(wanted)])]
      .filter(table => actual[table] !== wanted[table])
      .map(table => [table, [actual[table] ?? -1, wanted[table] ?? -1]]),
  )
}

/** The result of a comparison once both have finished their pending work: nothing, or the differences after a minute. */
async function settled<T extends object>(compare: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + 60_000; ; ) {
    const differing = await compare()
    if (Object.keys(differing).length === 0 || Date.now() > until) return differing
    await new Promise(wake => setTimeout(wake, 500))
  }
}

/** Compares the visit roll-ups with the logs in one snapshot, since both continue. */
function checkVisitSums(dataDir: string): Promise<{ counted: number; miscounted: string[] }> {
  return withDatabase(dataDir, async client => {
    await client.query('begin isolation level repeatable read')
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from visit_day where state = 'counted'`,
    )
    const wrong = await client.query<{ day: string }>(miscountedDays)
    return { counted: rows[0]!.n, miscounted: wrong.rows.map(({ day }) => day) }
  })
}
