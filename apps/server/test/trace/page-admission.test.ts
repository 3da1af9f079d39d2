import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { languages } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PageAdmission, pageAdmission, setPageAdmission } from '../../src/areas/trace/page/page-admission.ts'
import { addHistory } from './history.ts'
import { makeScene, type Scene } from './scene.ts'

const records = 1000

let scene: Scene
let url: string

beforeAll(async () => {
  scene = await makeScene('READERS')
  const { batchId } = scene.goods
  await addHistory(scene.world.services, scene.tenant.id, { batchId, stage: 'felling', count: records })
  setPageAdmission(scene.world.services, new PageAdmission(scene.world.services, 60_000))
  url = await scene.world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => scene?.world.app.server.closeAllConnections())

/** Blocks every read at its first statement until `open` is called. */
async function closed(): Promise<{ open(): Promise<void>; held(): Promise<number> }> {
  const { admin } = scene.world
  await admin.query('begin')
  await admin.query('lock table product in access exclusive mode')
  return {
    open: async () => void (await admin.query('commit')),
    held: async () => {
      const { rows } = await admin.query(
        "select count(*)::int as n from pg_locks where not granted and relation = 'product'::regclass",
      )
      return rows[0].n
    },
  }
}
const until = (reached: () => Promise<boolean>) => expect.poll(reached, { interval: 20 }).toBe(true)

const ask = async (path: string, remoteAddress: string, language = 'en') =>
  scene.world.app.inject({ method: 'GET', url: path, remoteAddress, headers: { 'accept-language': language } })

describe('more readers than can be served at once', () => {
  it('wait their turn, and are refused at once beyond the limit, without affecting another client', async () => {
    const { codes } = scene.goods
    const gate = await closed()
    // 16 places and 60 waiting: the limits of one address.
    const crowd = Array.from({ length: 76 }, (_, i) => ask(`/api/trace/${codes[i % 40]}`, '203.0.113.7'))
    await until(async () => (await gate.held()) >= 4)
    const refused = await ask(`/api/trace/${codes[0]}`, '203.0.113.7', 'fr')
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('3')
    expect(refused.json()).toMatchObject({ error: 'trace.busy', msg: phrase('fr', 'error.trace.busy') })
    for (const path of ['proof', 'records?stage=felling'])
      expect((await ask(`/api/trace/${codes[0]}/${path}`, '203.0.113.7')).json().error, path).toBe('trace.busy')
    for (const language of languages) {
      const page = await ask(`/c/${codes[0]}`, '203.0.113.7', language)
      expect(page.statusCode).toBe(503)
      expect(page.headers['retry-after']).toBe('3')
      expect(page.payload).toContain(phrase(language, 'trace.busy.heading'))
      expect(page.payload).not.toMatch(/data-verdict="(stated|proven|waiting|suspicious)"/)
    }
    // At most four of the eight reads belong to one client, so that this one runs in parallel.
    const other = ask(`/api/trace/${codes[45]}`, '198.51.100.7')
    await until(async () => (await gate.held()) === 5)
    await gate.open()
    expect((await other).json().code).toBe(200)
    expect((await Promise.all(crowd)).map(answer => answer.json().code)).toEqual(crowd.map(() => 200))
  })

  it('cost nothing once they are gone', async () => {
    const { services } = scene.world
    const gate = await closed()
    const leaving = new AbortController()
    const left = scene.goods.codes
      .slice(0, 40)
      .flatMap(code => [`/c/${code}`, `/api/trace/${code}/proof`])
      .map(path =>
        fetch(url + path, { signal: leaving.signal }).then(
          () => 'answered',
          () => 'left',
        ),
      )
    const arrived = () => pageAdmission(services).load.running + pageAdmission(services).load.waiting
    await until(async () => (await gate.held()) === 8 && arrived() === left.length)
    const sent = services.database.statements
    leaving.abort()
    expect(new Set(await Promise.all(left))).toEqual(new Set(['left']))
    await until(async () => pageAdmission(services).load.waiting === 0 && pageAdmission(services).load.running <= 8)
    await gate.open()
    await until(async () => pageAdmission(services).load.running === 0)
    await until(async () => services.database.poolState.idle === services.database.poolState.total)
    expect(services.database.statements).toBe(sent)
    expect((await fetch(`${url}/c/${scene.goods.codes[0]}`)).status).toBe(200)
  })

  it('share reads and rendering, each with its own nonce', async () => {
    const { services } = scene.world
    const [code] = scene.goods.codes
    await fetch(`${url}/c/${code}`)
    const alone = services.database.statements
    await fetch(`${url}/c/${code}`)
    const cost = services.database.statements - alone
    const gate = await closed()
    let arrived = 0
    const countArrived = () => void arrived++
    scene.world.app.server.on('request', countArrived)
    const crowd = Array.from({ length: 20 }, () => fetch(`${url}/c/${code}`))
    await until(async () => arrived === 20 && (await gate.held()) === 1)
    scene.world.app.server.off('request', countArrived)
    // All of them have joined the read once no further statement is made.
    let before = -1
    while (before !== services.database.statements) {
      before = services.database.statements
      await new Promise(done => setTimeout(done, 100))
    }
    await gate.open()
    const pages = await Promise.all(
      (await Promise.all(crowd)).map(async answer => {
        const html = await answer.text()
        const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')![1]!
        expect(html.split(`nonce="${nonce}"`).length).toBeGreaterThan(3)
        return nonce
      }),
    )
    expect(new Set(pages).size).toBe(20)
    // One read in progress, and one for all others.
    expect(services.database.statements - before).toBeLessThanOrEqual(2 * cost)
  })
})

describe('readers of a long history', () => {
  const bench = join(import.meta.dirname, '../../bench')
  const child = (script: string, ...args: string[]) =>
    spawn(process.execPath, [join(bench, script), ...args], { stdio: ['pipe', 'pipe', 'inherit'] })

  /** 95th percentile of the time of `/healthz` while 50 readers read these pages, and the number of pages. */
  async function health(paths: readonly string[]): Promise<{ slow: number; answered: number; failed: number }> {
    const probe = child('health-probe.ts', url)
    const times = text(probe.stdout)
    const readers = child('page-load.ts', url, '50', '4')
    readers.stdin.end(paths.join('\n'))
    const { answered, failed } = JSON.parse(await text(readers.stdout)) as { answered: number; failed: number }
    probe.stdin.end()
    const sorted = (JSON.parse(await times) as number[]).sort((a, b) => a - b)
    return { slow: sorted[Math.floor(sorted.length * 0.95)]!, answered, failed }
  }

  it('delay others no more than readers of a page without history, and keep memory flat', async () => {
    const long = scene.goods.codes.map(code => `/c/${code}`)
    const welcome = ['/c', '/c?lang=fr', '/c?lang=en']
    await health(long)
    const memory = process.memoryUsage().rss
    const [with1000, without] = [await health(long), await health(welcome)]
    expect(with1000.failed).toBe(0)
    expect(with1000.answered).toBeGreaterThan(50)
    // One page is rendered per turn of the event loop; both cases are measured in the same run.
    expect(with1000.slow).toBeLessThan(Math.max(without.slow * 8, 250))
    expect(process.memoryUsage().rss - memory).toBeLessThan(200 * 2 ** 20)
  })
})
