/**
 * What a buyer's phone does with /c: when the largest thing is painted, how long the page's thread is blocked, whether what
 * they read jumps, and when their own browser has checked the proof. The page is that of the demonstration's code with 18
 * records; the line is the usual "slow 4G" and the processor four times slower than this machine's, as in `measure-phone-page.ts`.
 * Every visit is in a context of its own: nothing is cached, and nothing is compiled already.
 */
import type { Browser } from 'playwright-core'
import { type Claim, median, spread } from '../../apps/server/bench/bench.ts'
import type { BenchWorld } from '../../apps/server/bench/world.ts'
import { seedDemonstration } from '../../apps/server/src/seed/demonstration.ts'
import { openBrowser, phone } from './browser.ts'
import { slow4g, slower } from './measure-phone-page.ts'

/** What one visit came to, in milliseconds since it began; `blocked` is total blocking time, `shift` a sum of layout shifts (CLS). */
interface Reading {
  largest: number
  blocked: number
  shift: number
  /** When the page has its own verdict. */
  proven: number
  /** When the proof has been walked, since its last byte came; and when the page drawn from it has its verdict. */
  checked: number
  shown: number
}

interface Reader {
  /** The slow line. */
  line: boolean
  slowed: boolean
  webCrypto: boolean
}

const visits = 7
const checks = 15
const recordCount = 18
const batch = 'ZJ-2026-018'

const mark = 'has its own verdict'

/**
 * Runs in the page before its own script. Observers of changes run only after the page has been drawn again, so the
 * verdict is noted where it is written.
 */
const noter = `{
  const reading = (globalThis.reading = { largest: 0, shift: 0, proven: 0 })
  const tasks = (globalThis.tasks = [])
  const each = (type, note) => new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type, buffered: true })
  each('largest-contentful-paint', entry => (reading.largest = entry.startTime))
  each('longtask', entry => tasks.push([entry.startTime, entry.duration]))
  each('layout-shift', entry => (reading.shift += entry.hadRecentInput ? 0 : entry.value))
  const dataset = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'dataset')
  Object.defineProperty(HTMLElement.prototype, 'dataset', { ...dataset, get() {
    const data = dataset.get.call(this)
    if (this !== document.documentElement) return data
    return new Proxy(data, { set(_, name, value) {
      data[name] = value
      if (name === 'verdict' && value === 'proven' && !reading.proven) {
        reading.proven = performance.now()
        console.debug('${mark}')
      }
      return true
    } })
  } })
}`

const withoutWebCrypto = `Object.defineProperty(Crypto.prototype, 'subtle', { get: () => undefined })`

/** What was noted, with the times when the proof came and had been walked. Nothing is blocked before there is anything to touch. */
const report = `({ ...reading,
  blocked: tasks.filter(([begun]) => begun >= performance.getEntriesByName('first-contentful-paint')[0].startTime)
    .reduce((sum, [, took]) => sum + Math.max(0, took - 50), 0),
  walked: performance.getEntriesByName('proof-checked')[0].startTime,
  arrived: performance.getEntriesByType('resource').find(({ name }) => /\\/proof$/.test(name)).responseEnd })`

/** One visit of a person who was never here. */
async function readOnce(browser: Browser, address: string, reader: Reader): Promise<Reading> {
  const context = await browser.newContext({ ...phone, locale: 'zh-CN' })
  try {
    const page = await context.newPage()
    if (!reader.webCrypto) await page.addInitScript(withoutWebCrypto)
    await page.addInitScript(noter)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    if (reader.line) await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4g })
    if (reader.slowed) await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const proven = page.waitForEvent('console', { predicate: message => message.text() === mark, timeout: 60_000 })
    await page.goto(address, { waitUntil: 'commit' })
    await proven
    // Pictures that are drawn from the checked bytes come after the verdict.
    await page.waitForLoadState('networkidle')
    // Through the debugger: the page's content policy forbids evaluating a text.
    const { result } = await session.send('Runtime.evaluate', { expression: report, returnByValue: true })
    const { arrived, walked, ...told } = result.value as Omit<Reading, 'checked' | 'shown'> & {
      arrived: number
      walked: number
    }
    return { ...told, checked: walked - arrived, shown: told.proven - arrived }
  } finally {
    await context.close()
  }
}

/** The demonstration's code with a record of every stage. */
export async function provenCode(world: BenchWorld): Promise<string> {
  await seedDemonstration(world.services, () => {})
  world.services.directory.forgetAll()
  const { rows } = await world.admin.query<{ request_number: number }>(
    `select r.request_number from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
     where b.batch_number = $1 and r.status in ('completed', 'downloaded') and r.code_type = 'item' order by r.id limit 1`,
    [batch],
  )
  const entry = rows[0] && (await world.services.directory.find(rows[0].request_number))
  if (!entry) throw new Error(`The demonstration has no codes of ${batch}`)
  const code = world.services.directory.codesOf(entry).code(5)
  const { stages } = await world.call<{ stages: unknown[] }>('GET', `/trace/${code}`)
  if (stages.length !== recordCount) throw new Error(`${code} has ${stages.length} records`)
  return code
}

/** The claims about the public page on a phone. */
export async function measureTracePage(world: BenchWorld): Promise<Claim[]> {
  const address = `${world.url}/c/${await provenCode(world)}`
  const browser = await openBrowser()
  const slowVisits: Reading[] = []
  const swift: Reading[] = []
  const without: Reading[] = []
  try {
    await readOnce(browser, address, { line: false, slowed: false, webCrypto: true })
    for (let visit = 0; visit < visits; visit++)
      slowVisits.push(await readOnce(browser, address, { line: true, slowed: true, webCrypto: true }))
    for (let visit = 0; visit < checks; visit++) {
      swift.push(await readOnce(browser, address, { line: false, slowed: false, webCrypto: true }))
      without.push(await readOnce(browser, address, { line: false, slowed: true, webCrypto: false }))
    }
  } finally {
    await browser.close()
  }
  const of = (readings: readonly Reading[], name: keyof Reading) => readings.map(one => one[name])
  const claim = (title: string, values: readonly number[], most: number, unit: string, digits: number): Claim => ({
    title,
    found: `${spread(values, digits)}${unit}`,
    bound: `under ${most}${unit}`,
    held: median(values) < most,
  })
  const visit = `/c of a code with ${recordCount} records, first visit over slow 4G, processor slowed ${slower} times`
  const check = 'its proof, from the last byte to the end of the walk, in a page that never ran the check'
  const checked = (title: string, readings: readonly Reading[], most: number): Claim => {
    const claimed = claim(title, of(readings, 'checked'), most, ' ms', 0)
    return {
      ...claimed,
      found: `${claimed.found}; the page drawn from it stands after ${spread(of(readings, 'shown'), 0)} ms`,
    }
  }
  return [
    claim(`${visit}: largest paint`, of(slowVisits, 'largest'), 1300, ' ms', 0),
    claim(`${visit}: blocking time`, of(slowVisits, 'blocked'), 200, ' ms', 0),
    claim(`${visit}: layout shift`, of(slowVisits, 'shift'), 0.01, '', 4),
    claim(`${visit}: its own verdict`, of(slowVisits, 'proven'), 4000, ' ms', 0),
    checked(check, swift, 30),
    checked(`${check}, slowed ${slower} times, without WebCrypto`, without, 150),
  ]
}
