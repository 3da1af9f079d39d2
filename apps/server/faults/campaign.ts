import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { aimOf, missed, shotText, strikeAimed } from './aim.ts'
import { Books, type Counts } from './books.ts'
import { type Breakable, breakableRoutes } from './broken-routes.ts'
import { judge } from './judge.ts'
import { clockFaults, clockSite } from './kinds/clock.ts'
import { embeddedFaults } from './kinds/embedded.ts'
import { failoverFaults, loseSignedHead } from './kinds/failover.ts'
import { mailFaults } from './kinds/mail.ts'
import { firstStartKilled } from './kinds/first-start.ts'
import { fullDisk, smallDisk } from './kinds/full-disk.ts'
import { restoreCopy } from './kinds/restore.ts'
import { pooledFaults } from './kinds/pooled.ts'
import { replicaFaults } from './kinds/replica.ts'
import { severalFaults } from './kinds/several.ts'
import { FailoverSite } from './failover.ts'
import { type Aimed, Load } from './load.ts'
import { Mailbox } from './mailbox.ts'
import { PooledSite } from './pooled.ts'
import { type Prepared, prepare } from './prepare.ts'
import { Chance } from './random.ts'
import { type Fault, recovery, type Scene } from './scene.ts'
import { SeveralSite } from './several.ts'
import { EmbeddedSite, litter, type Site } from './site.ts'
import { held, newRow, type Row } from './table.ts'
import { pause } from './wait.ts'
import { errorMessage } from '../src/platform/error-facts.ts'

export interface CampaignOptions {
  /** Names of faults; all when empty. */
  names: readonly string[]
  /** A selection that takes two minutes. */
  quick: boolean
  seed: number
  /** Calls per second. */
  rate: number
  /** How long an installation may take to recover before it gets manual help. */
  patienceMs: number
  /** Faults that have not begun by then are skipped and reported. */
  budgetMs: number
  /** How often each fault strikes, in place of its own number. */
  times?: number
  /** A kind of write whose route answers before its commit, as a trial of the campaign itself. */
  breakRoute?: Breakable
  say: (line: string) => void
}

/** Open sites and where their mail arrives, so that an interrupted campaign leaves nothing behind. */
const open = new Set<Site>()
let mailbox: Mailbox | undefined

export async function closeAll(): Promise<void> {
  for (const site of [...open]) await closeSite(site)
  const closed = mailbox
  mailbox = undefined
  await closed?.close()
}

async function closeSite(site: Site): Promise<void> {
  open.delete(site)
  await site.close()
}

export const faultNames = [
  ...embeddedFaults,
  ...mailFaults,
  fullDisk,
  ...clockFaults,
  ...severalFaults,
  ...pooledFaults,
  ...failoverFaults,
  ...replicaFaults,
]
  .map(fault => fault.name)
  .concat('failover-loss', 'restore', 'first-start')

/** Strikes an installation under load with one fault after the other and judges after each. */
export async function runCampaign(options: CampaignOptions): Promise<Row[]> {
  mailbox ??= await Mailbox.open()
  const mail = mailbox.environment
  const rows: Row[] = []
  const ends = performance.now() + options.budgetMs
  const chance = new Chance(options.seed)
  const wanted = <S extends Site>(faults: readonly Fault<S>[]) =>
    faults.filter(fault =>
      options.names.length > 0 ? options.names.includes(fault.name) : !options.quick || fault.quick > 0,
    )
  const loses = options.names.length > 0 ? options.names.includes('failover-loss') : !options.quick
  const restores = options.names.length > 0 ? options.names.includes('restore') : !options.quick
  const at = async <S extends Site>(
    place: string,
    make: () => Promise<S | undefined>,
    faults: readonly Fault<S>[],
    { after, lacks = '' }: { after?: (stage: Stage<S>) => Promise<Row>; lacks?: string } = {},
  ) => {
    if (faults.length === 0 && !after) return
    const site = await make()
    if (!site) {
      for (const fault of faults) rows.push({ ...newRow(fault.name, fault.title), skipped: lacks })
      for (const row of rows.slice(rows.length - faults.length)) tell(row, options.say)
      return
    }
    open.add(site)
    // Each installation counts its mails from one.
    mailbox?.taken.clear()
    try {
      const stage = await setUp(site, options, chance)
      for (const fault of faults) {
        if (performance.now() > ends) rows.push({ ...newRow(fault.name, fault.title), skipped: 'the time was up' })
        else rows.push(await strikeAll(stage, fault, options, ends))
        tell(rows.at(-1)!, options.say)
        if (stage.broken) break
      }
      if (after && !stage.broken) {
        rows.push(await after(stage))
        tell(rows.at(-1)!, options.say)
      }
      if (stage.broken) options.say(`${place}: given up, ${stage.broken}`)
    } finally {
      await closeSite(site)
    }
  }
  await at(
    'embedded',
    () => EmbeddedSite.make(undefined, { ...mail, ...brokenBy(options.breakRoute) }),
    wanted([...embeddedFaults, ...mailFaults]),
    restores ? { after: restored(options) } : {},
  )
  await at('small disk', () => smallDisk(mail), wanted([fullDisk]), { lacks: 'no disk of its own may be made here' })
  await at('clock', () => clockSite(mail), wanted(clockFaults), {
    lacks: 'libfaketime is not installed (Debian: apt-get install faketime)',
  })
  await at('several', () => SeveralSite.make(mail), wanted(severalFaults))
  await at('pooled', () => PooledSite.makePooled(mail), wanted(pooledFaults), {
    lacks: 'PgBouncer is not installed and cannot be fetched (Debian: apt-get install pgbouncer)',
  })
  await at('replica', () => FailoverSite.make(mail, { reads: true }), wanted(replicaFaults))
  await at('failover', () => FailoverSite.make(mail), wanted(failoverFaults), loses ? { after: lostHead(options) } : {})
  if (options.names.length > 0 ? options.names.includes('first-start') : !options.quick) {
    if (performance.now() > ends)
      rows.push({ ...newRow('first-start', 'first start killed'), skipped: 'the time was up' })
    else rows.push(await firstStartKilled(options.say))
    tell(rows.at(-1)!, options.say)
  }
  return rows
}

/** What makes a server break one route; read by the module that it loads, and by nothing of the product. */
function brokenBy(kind: Breakable | undefined): Record<string, string> {
  if (!kind) return {}
  const file = pathToFileURL(join(import.meta.dirname, 'broken-route.ts')).href
  return { NODE_OPTIONS: `--import ${file}`, BROKEN_ROUTE: breakableRoutes[kind] }
}

/** An installation with its load and its record of writes. */
interface Stage<S extends Site> {
  site: S
  prepared: Prepared
  books: Books
  load: Load
  chance: Chance
  /** Stuck work that was reported; nothing waits for it again. */
  stuck: Set<string>
  /** Why nothing more can be done with it. */
  broken?: string
}

async function setUp<S extends Site>(
  site: S,
  { rate, say, patienceMs }: CampaignOptions,
  chance: Chance,
): Promise<Stage<S>> {
  const began = performance.now()
  await site.open(Math.max(patienceMs, 120_000))
  const prepared = await prepare(site.addresses[0]!, site.servers[0]!.said)
  const books = new Books()
  const load = new Load({ books, prepared, addresses: () => site.addresses, seed: chance.below(2 ** 32), rate })
  say(`${site.name}: made ready in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return { site, prepared, books, load, chance, stuck: new Set() }
}

async function strikeAll<S extends Site>(
  stage: Stage<S>,
  fault: Fault<S>,
  options: CampaignOptions,
  ends: number,
): Promise<Row> {
  const { site, books, load, chance } = stage
  const row = newRow(fault.name, fault.title, fault.limitSeconds)
  const object = (objection: string) => void row.wrong.push(objection)
  const scene: Scene<S> = { site, load, chance, mailbox: mailbox!, patienceMs: options.patienceMs, object }
  load.takeTally()
  load.start()
  try {
    const times = options.quick ? Math.max(1, fault.quick) : (options.times ?? fault.times)
    for (let time = 0; time < times && (time === 0 || performance.now() < ends); time++) {
      await pause(chance.between(1200, 2500))
      const back = fault.aimed
        ? await strikeAt(stage, fault, scene, row, aimOf(time, times, options.breakRoute))
        : await fault.strike(scene)
      row.times++
      if (back !== undefined) row.recoveries.push(back / 1000)
      else {
        row.hands++
        await site.giveHand(options.patienceMs + 60_000)
        await recovery(scene, performance.now())
      }
    }
    await pause(1000)
  } catch (error) {
    stage.broken = `${fault.name}: ${errorMessage(error)}`
    row.wrong.push(stage.broken)
  }
  await load.stop(stage.broken ? 0 : 20_000)
  row.acknowledged = books.takeCounts()
  if (stage.broken) return row
  tellTally(row, load, fault)
  const { token } = stage.prepared.admin
  const verdict = await judge({
    books,
    adminUrl: site.adminUrl(),
    filesFolder: `${site.dataDir}/files`,
    ledger: site,
    goodsNumber: stage.prepared.goods.requestNumber,
    ...(mailbox && { mailbox }),
    interface: { address: site.addresses[0]!, token, hasSessions: !fault.lenient },
    known: stage.stuck,
  })
  for (const list of ['lost', 'doubled', 'stuck', 'wrong'] as const) row[list].push(...verdict[list])
  for (const item of verdict.stuck) stage.stuck.add(item)
  checkWorked(row.acknowledged, row)
  const left = fresh(stage, litter(site.dataDir))
  if (!fault.leavesHalves) for (const name of left) row.wrong.push(`left behind: ${name}`)
  return row
}

/** One strike while writes of the aimed kinds are in flight. */
async function strikeAt<S extends Site>(
  { load, books, chance }: Stage<S>,
  fault: Fault<S>,
  scene: Scene<S>,
  row: Row,
  kinds: readonly Aimed[],
): Promise<number | undefined> {
  const { shot, result } = await strikeAimed({ load, books, chance }, kinds, () => fault.strike(scene))
  row.shots.push(shot)
  // With all kinds at once, some may be between two writes at that moment.
  const away = missed(shot)
  if (away.length === kinds.length) row.wrong.push(`no write of ${away.join(', ')} was in flight`)
  return result
}

const seen = new WeakMap<object, Set<string>>()

/** The names that were not in the previous call. */
function fresh(stage: object, names: readonly string[]): string[] {
  const known = seen.get(stage) ?? new Set()
  seen.set(stage, known)
  const added = names.filter(name => !known.has(name))
  for (const name of added) known.add(name)
  return added
}

/** A campaign whose load did nothing proves nothing. */
function checkWorked({ report, scan, check, add, upload, request }: Counts, row: Row): void {
  for (const [kind, count] of Object.entries({ report, scan, check, add, upload, request }))
    if (count === 0) row.wrong.push(`not one ${kind} was acknowledged`)
}

/** The longest acceptable wait: 5 s, and what a busy machine adds. */
const longestMs = 7000

function tellTally(
  row: Row,
  load: Load,
  { rough = false, lenient = false }: { rough?: boolean; lenient?: boolean },
): void {
  const tally = load.takeTally()
  for (const [answer, times] of tally.odd)
    if (!lenient || !answer.includes(': refused ')) row.wrong.push(`${times} times ${answer}`)
  if (!rough && tally.longestMs > longestMs)
    row.wrong.push(`an answer took ${(tally.longestMs / 1000).toFixed(1)} s, ${tally.silent} never came`)
}

const restored =
  ({ patienceMs }: CampaignOptions) =>
  async ({ site, prepared }: Stage<EmbeddedSite>): Promise<Row> => {
    const row = newRow('restore', 'cold copy of the data folder put back', 120)
    try {
      row.wrong.push(...(await restoreCopy(site, prepared, patienceMs)))
    } catch (error) {
      row.wrong.push(errorMessage(error))
    }
    row.times = 2
    return row
  }

const lostHead =
  ({ patienceMs }: CampaignOptions) =>
  async ({ site, prepared }: Stage<FailoverSite>): Promise<Row> => {
    const row = newRow('failover-loss', 'asynchronous standby promoted without a signed head')
    try {
      row.wrong.push(...(await loseSignedHead(site, prepared, patienceMs)))
    } catch (error) {
      row.wrong.push(errorMessage(error))
    }
    row.times = 1
    return row
  }

function tell(row: Row, say: (line: string) => void): void {
  if (row.skipped) {
    say(`     ${row.title}: not done, ${row.skipped}`)
    return
  }
  const acknowledged = Object.values(row.acknowledged).reduce((sum, count) => sum + count, 0)
  const worst = row.recoveries.length > 0 ? `, back in ${Math.max(...row.recoveries).toFixed(1)} s at worst` : ''
  say(`${held(row) ? 'ok  ' : 'FAIL'} ${row.title}: ${row.times} times, ${acknowledged} acknowledged${worst}`)
  for (const shot of row.shots) say(`       in flight (acknowledged before): ${shotText(shot)}`)
  if (row.hands > 0) say(`       needed a hand ${row.hands} times`)
  for (const list of ['lost', 'doubled', 'stuck', 'wrong'] as const) {
    for (const item of row[list].slice(0, 4)) say(`       ${list}: ${item}`)
    if (row[list].length > 4) say(`       and ${row[list].length - 4} more ${list}`)
  }
}
