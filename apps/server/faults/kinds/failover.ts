/** A standby takes the place of its primary under load. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { must } from '../call.ts'
import { alarmsAt, type FailoverSite } from '../failover.ts'
import { judgeLedger } from '../judge-ledger.ts'
import { type Prepared, requestBody } from '../prepare.ts'
import { type Fault, recovery, type Scene } from '../scene.ts'
import { Verdict } from '../verdict.ts'
import { pause, until } from '../wait.ts'
import { untilMade } from './several.ts'

/** A head as a reader gets it. */
interface Head {
  size: number
  /** Name, size and root, as signed. */
  text: string
}

async function headAt(address: string, path = 'checkpoint'): Promise<Head | undefined> {
  const answer = await fetch(`${address}/ledger/${path}`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  const text = await answer?.text().catch(() => undefined)
  if (!answer?.ok || text === undefined) return undefined
  const lines = text.split('\n').slice(0, 3)
  return { size: Number(lines[1]), text: lines.join('\n') }
}

/** A reader who stores every head that is served, and finds each of them again later. */
class Reader {
  readonly #address: string
  readonly #heads = new Map<number, string>()
  #going = true
  readonly #running: Promise<void>

  constructor(address: string) {
    this.#address = address
    this.#running = this.#run()
  }

  async #run(): Promise<void> {
    while (this.#going) {
      const head = await headAt(this.#address)
      if (head) this.#heads.set(head.size, head.text)
      await pause(50)
    }
  }

  /** @returns heads that were served and are no part of the log any more */
  async stop(): Promise<string[]> {
    this.#going = false
    await this.#running
    const gone: string[] = []
    for (const [size, text] of this.#heads) {
      let again: Head | undefined
      await until(
        async () => {
          again = await headAt(this.#address, `checkpoint/${size}`)
          return again !== undefined
        },
        { patienceMs: 10_000, everyMs: 300 },
      )
      if (again?.text !== text) gone.push(`the head of ${size} leaves was served and is no part of the log any more`)
    }
    return gone
  }
}

/** The primary is lost, the standby that each commit waited for takes its place. */
async function failOver(scene: Scene<FailoverSite>): Promise<number | undefined> {
  const { site, object } = scene
  await site.setSynchronous(true)
  const reader = new Reader(site.addresses[0]!)
  await pause(1500)
  const since = performance.now()
  await site.failOver()
  const back = await recovery(scene, since)
  for (const server of site.servers)
    if (!server.alive) object(`${server.name} ended: ${server.said.trim().split('\n').at(-1)?.slice(0, 160)}`)
  for (const gone of await reader.stop()) object(gone)
  return back
}

export const synchronousFailover: Fault<FailoverSite> = {
  name: 'failover',
  title: 'primary lost, its synchronous standby promoted, the address moves',
  leavesHalves: true,
  times: 3,
  quick: 0,
  limitSeconds: 15,
  async strike(scene) {
    const back = await failOver(scene)
    await scene.site.follow()
    return back
  },
}

export const failoverInRequest: Fault<FailoverSite> = {
  name: 'failover-request',
  title: 'the same while a code request is being made',
  leavesHalves: true,
  times: 1,
  quick: 0,
  limitSeconds: 45,
  async strike(scene) {
    const { site, load } = scene
    const request = await load.longRequest()
    const begun = await until(async () => (await load.requestStatus(request)) === 'processing', {
      patienceMs: 30_000,
      everyMs: 20,
    })
    if (!begun) scene.object('the code request was not being made when the standby was promoted')
    const since = performance.now()
    if ((await failOver(scene)) === undefined) return undefined
    const elapsedMs = await untilMade(scene, request, since)
    await site.follow()
    return elapsedMs
  },
}

export const silentStandby: Fault<FailoverSite> = {
  name: 'standby-silent',
  title: 'the only synchronous standby silent for 15 s',
  leavesHalves: true,
  times: 1,
  quick: 0,
  // Writes wait for as long as their limits let them.
  rough: true,
  async strike(scene) {
    const { site, object } = scene
    await site.setSynchronous(true)
    site.standby.freeze()
    const until15s = performance.now() + 15_000
    const isTold = async () => (await alarmsAt(site.addresses[0]!)).includes('standbySilent')
    // On a busy machine it takes longer until a heartbeat of each process waits.
    const isSeen = await until(isTold, { patienceMs: 60_000, everyMs: 500 })
    if (!isSeen) object('commits waited for a standby, and no alarm said so')
    await pause(Math.max(0, until15s - performance.now()))
    site.standby.thaw()
    const since = performance.now()
    const back = await recovery(scene, since)
    if (!(await until(async () => !(await isTold()), { patienceMs: 30_000 }))) object('the alarm of the standby stays')
    return back
  },
}

export const failoverFaults = [synchronousFailover, failoverInRequest, silentStandby]

/** One report of a code that the load does not use. */
async function report(address: string, prepared: Prepared, place: number): Promise<string> {
  const reportId = randomUUID()
  const { stage, templateId, values } = prepared.templates[0]!
  await must(address, 'POST', '/stage/report', {
    token: prepared.field.token,
    body: {
      reportId,
      stage,
      templateId,
      circulationId: prepared.circulationId,
      documentCode: prepared.documentCode,
      operator: 'Campaign operator',
      time: new Date().toISOString(),
      codes: [prepared.codes[prepared.codes.length - 1000 + place]!.code],
      values,
      longitude: 9.45,
      latitude: 0.39,
    },
  })
  return reportId
}

/** A request for codes. @returns its number */
async function requestNumber(address: string, { admin: { token }, batchId }: Prepared, name: string): Promise<number> {
  const { id } = await must<{ id: number }>(address, 'POST', '/code/request', {
    token,
    body: requestBody(batchId, name),
  })
  return (await must<{ requestNumber: number }>(address, 'GET', `/code/request/${id}`, { token })).requestNumber
}

/** Size of the furthest head that a machine remembers. */
function rememberedBy(folder: string): number {
  const sizes = readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { head?: { size: number } }).head?.size ?? 0)
  return Math.max(0, ...sizes)
}

/** Long enough for a signer to sign what it must not: more than the time that it waits after a promotion. */
const temptationMs = 15_000

/**
 * The standby is asynchronous, and behind when the primary is lost together with the machine of the worker: writes that
 * were answered are gone, a signed head among them, and only the web process knows of it. The ledger must not go on as
 * if nothing had been, and its way out must lead out.
 * @returns what is wrong
 */
export async function loseSignedHead(site: FailoverSite, prepared: Prepared, patienceMs: number): Promise<string[]> {
  const wrong: string[] = []
  const address = site.addresses[0]!
  const isSigned = async (after: number) => ((await headAt(address))?.size ?? 0) > after
  await site.setSynchronous(false)
  await report(address, prepared, 0)
  await pause(3000)
  await site.untilCaughtUp()
  const common = (await headAt(address))!
  await site.primary.holdSenders()

  const lostReport = await report(address, prepared, 1)
  const lostNumber = await requestNumber(address, prepared, 'lost with the primary')
  if (!(await until(() => isSigned(common.size), { patienceMs }))) return ['nothing was signed before the loss']
  const lostHead = (await headAt(address))!
  const webMemory = join(site.folder, 'web-memory')
  if (!(await until(() => rememberedBy(webMemory) >= lostHead.size, { patienceMs: 30_000 })))
    wrong.push(`the web process served the head of ${lostHead.size} leaves and does not remember it`)

  await site.worker.kill('SIGKILL')
  for (const name of ['worker', 'worker-memory']) rmSync(join(site.folder, name), { recursive: true, force: true })
  await site.failOver()
  site.worker = site.makeWorker('worker-2')
  site.worker.start()
  if (!(await until(async () => (await alarmsAt(address)).includes('ledgerBehind'), { patienceMs })))
    wrong.push('a signed head was lost, and no alarm says so')
  const waiting = await report(address, prepared, 2)
  const number = await requestNumber(address, prepared, 'after the loss')
  if (number <= lostNumber) wrong.push(`request ${number} after request ${lostNumber} had been answered`)
  await pause(temptationMs)
  const head = await headAt(address)
  if (head?.text !== common.text) wrong.push(`a second history was signed: ${head?.size} leaves after ${common.size}`)

  const admin = new pg.Client({ connectionString: site.adminUrl() })
  await admin.connect()
  const there = async (mark: string) =>
    (await admin.query('select 1 from stage_record where report_id = $1', [mark])).rowCount! > 0
  if (await there(lostReport)) wrong.push('nothing was lost: the standby was not behind')
  if (!(await there(waiting))) wrong.push('a report after the loss was not stored')
  const queued = async () => (await admin.query('select 1 from ledger_queue limit 1')).rowCount! > 0
  if (!(await queued())) wrong.push('a report after the loss does not wait for the ledger')

  for (const server of site.servers) await server.kill('SIGTERM')
  const declared = await declareBreak(site)
  if (declared) wrong.push(declared)
  await site.open(patienceMs)
  const goesOn = async () => !(await queued()) && ((await headAt(address))?.text ?? '').split('\n')[0]!.endsWith('/2')
  if (!(await until(goesOn, { patienceMs, everyMs: 200 }))) wrong.push('the ledger does not go on after the break')
  if ((await alarmsAt(address)).includes('ledgerBehind')) wrong.push('the alarm stays after the break')
  const verdict = new Verdict()
  await judgeLedger(admin, site.adminUrl(), site, verdict)
  await admin.end()
  return [...wrong, ...verdict.all]
}

/** `npm run ledger:recover -- --declare` on the machine of the web process. @returns what it said when it failed */
async function declareBreak(site: FailoverSite): Promise<string | undefined> {
  const command = join(import.meta.dirname, '../../src/ledger-recover.ts')
  const child = spawn(process.execPath, [command, '--declare', '--reason', 'A standby without it was promoted'], {
    env: { PATH: process.env.PATH ?? '', ...site.environment('web') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const code = await new Promise<number | null>(done => child.once('close', done))
  return code === 0 ? undefined : `the break could not be declared: ${output.slice(-500)}`
}
