import { createHash, randomUUID } from 'node:crypto'
import { crockford, maxRequestNumber } from '@timbermark/codes'
import { beforeAll, expect, it } from 'vitest'
import { openForPublic } from '../../src/areas/trace/limits/open-code.ts'
import { makeScene, type Scene } from './scene.ts'

/** Approximate number of timed refusals of each kind. */
const timed = 6000
const each = 25_000

let scene: Scene
let genuine: string[]
let request: string

beforeAll(async () => {
  scene = await makeScene('GUESSED')
  const { directory } = scene.world.services
  directory.start()
  const opened = await directory.open(scene.goods.codes[0]!)
  if (!opened.known) throw new Error('unknown')
  genuine = Array.from({ length: 2000 }, (_, serial) => opened.codes.code(serial))
  request = genuine[0]!.slice(0, 5)
  // Until the directory has its notification listener, it looks up unknown numbers and reads changes by itself.
  for (let calm = 0, last = -1; calm < 3; calm = last === scene.world.services.database.statements ? calm + 1 : 0) {
    last = scene.world.services.database.statements
    await directory.open('ZZZZZZZZZZZZZZZZZZZZ')
    await new Promise(done => setTimeout(done, 50))
  }
})

/** Pseudo-random numbers, the same in each run, so that findings are reproducible. */
const numbers = (name: string) => createHash('sha256').update(name).digest()
const letters = (name: string, length: number) =>
  [...numbers(name).subarray(0, length)].map(byte => crockford[byte % 32]).join('')
const putAt = (code: string, at: number, letter: string) => code.slice(0, at) + letter + code.slice(at + 1)
const pick = (n: number, salt: string) => genuine[numbers(`${salt} ${n}`).readUInt32BE() % genuine.length]!

/** Guesses of somebody who knows nothing, who knows a request number, and who has labels. */
const ways: Record<string, (n: number) => string> = {
  anything: n => letters(`anything ${n}`, 20),
  'of a request that is there': n => request + letters(`request ${n}`, 15),
  'one character beside a genuine one': n => {
    const bytes = numbers(`near ${n}`)
    return putAt(pick(n, 'near'), bytes[0]! % 20, crockford[bytes[1]! % 32]!)
  },
  'two genuine ones put together': n => {
    const cut = 6 + (numbers(`cut ${n}`)[0]! % 13)
    return pick(n, 'front').slice(0, cut) + pick(n, 'back').slice(cut)
  },
}

it('100,000 random and near-miss codes find nothing, without any statement', async () => {
  const { services } = scene.world
  const printed = new Set(genuine)
  const tried = new Set<string>()
  const hits: string[] = []
  const before = services.database.statements
  for (const [method, guess] of Object.entries(ways)) {
    const upTo = tried.size + each
    for (let n = 0; tried.size < upTo; n++) {
      const code = guess(n)
      if (printed.has(code) || tried.has(code)) continue
      tried.add(code)
      const answer = await openForPublic(services, code, '127.0.0.1').catch((error: unknown) => error)
      if (!(answer instanceof Error) || !answer.message.includes('code.unknown')) hits.push(`${method}: ${code}`)
    }
  }
  expect(hits).toEqual([])
  expect(tried.size).toBe(4 * each)
  expect(services.database.statements).toBe(before)
  // A printed code is found.
  for (const code of genuine.slice(0, 50)) expect((await openForPublic(services, code, '127.0.0.1')).code).toBe(code)
})

it('every public call refuses them before any proof of work, captcha or position counts', async () => {
  const { services, anonymous } = scene.world
  const before = services.database.statements
  const more = { visit: randomUUID(), device: 'b'.repeat(32), longitude: 9.45, latitude: 0.39 }
  const work = { task: 'task', answer: '1' }
  for (const guess of Object.values(ways)) {
    for (let n = 0, count = 0; count < 25; n++) {
      const code = guess(n)
      if (genuine.includes(code)) continue
      count++
      const check = { code, securityCode: 'ABCDEFGH', ...more }
      for (const answer of [
        await anonymous.get(`/trace/${code}`),
        await anonymous.get(`/trace/${code}/records?stage=felling`),
        await anonymous.get(`/trace/${code}/proof`),
        await anonymous.post('/trace/scan', { code, ...more }),
        await anonymous.post('/trace/check', check),
        await anonymous.post('/trace/check', { ...check, work }),
        await anonymous.post('/trace/check', { ...check, captcha: { uuid: 'c'.repeat(32), text: '7' } }),
      ])
        expect(answer).toMatchObject({ status: 200, code: 404, error: 'code.unknown' })
    }
  }
  expect(services.database.statements).toBe(before)
})

/** The first five characters of a code of this request. */
const requestText = (number: number) =>
  Array.from({ length: 5 }, (_, n) => crockford[(number >> (5 * (4 - n))) & 31]).join('')

const median = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1]!

it('the time of a refusal does not reveal which requests exist', async () => {
  const { directory } = scene.world.services
  const absent = Array.from({ length: 200 }, (_, n) => requestText(maxRequestNumber - n))
  const guesses = Array.from({ length: 2 * timed }, (_, n) => {
    const there = numbers(`order ${n}`)[0]! % 2 === 0
    return { there, code: (there ? request : absent[n % absent.length]!) + letters(`timed ${n}`, 15) }
  })
  const times = { there: [] as number[], absent: [] as number[] }
  for (const [n, { there, code }] of guesses.entries()) {
    const start = performance.now()
    const opened = await directory.open(code)
    const took = performance.now() - start
    expect(opened.known).toBe(false)
    // Warm-up of the compiler slows both.
    if (n > timed / 3) times[there ? 'there' : 'absent'].push(took)
  }
  const ratio = median(times.there) / median(times.absent)
  // Alternates both, so that load on the machine affects both; without equal work the times differed by a multiple.
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})
