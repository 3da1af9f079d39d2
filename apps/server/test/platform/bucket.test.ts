import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { languages } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SilenceWatch } from '../../src/platform/files/blobs/silence-watch.ts'
import { freePort } from '../../src/platform/free-port.ts'
import { tryBucket } from '../../src/start/bucket.ts'
import { explainStartFailure } from '../../src/start/failure.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { endAll, startServer } from '../process/server-process.ts'
import { png } from '../samples.ts'
import { type BucketStandIn, startBucket } from '../stand-ins/bucket.ts'

/** A bucket that refuses, is gone, or is read-only: at the start, and under a running server. */
let bucket: BucketStandIn
const folder = mkdtempSync(join(tmpdir(), 'timbermark-bucket-test-'))
const allowWrites = (allowed: boolean): void => {
  bucket.readOnly = !allowed
}

beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(async () => {
  await endAll()
  await bucket.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('a start', () => {
  const began = async (change: { url?: string; secret?: string } = {}) => {
    const lines: string[] = []
    const { url, key, secret } = { ...bucket, ...change }
    const refused = await tryBucket({ dataDir: folder, objectStore: { url, region: 'auto', key, secret } }, line => {
      lines.push(line)
    }).catch((error: unknown) => explainStartFailure(error, true))
    return { said: lines, refused }
  }

  test('prints nothing when everything works, and leaves nothing in the bucket', async () => {
    expect(await began()).toEqual({ said: [], refused: undefined })
  })

  test('with another secret, a read-only key or no such bucket ends with the setting’s name and the store’s message', async () => {
    expect((await began({ secret: 'another' })).refused).toMatch(
      /^FILES_S3_KEY, FILES_S3_SECRET: the bucket at http:.*refuses to be written with them \(403 SignatureDoesNotMatch\)/,
    )
    bucket.readOnly = true
    expect((await began()).refused).toMatch(/^FILES_S3_KEY, FILES_S3_SECRET: .*\(403 AccessDenied\)/)
    bucket.readOnly = false
    expect((await began({ url: bucket.url.replace(/timber$/, 'stone') })).refused).toMatch(
      /^FILES_S3_URL: there is no bucket at http:.*stone \(404 NoSuchBucket\)$/,
    )
  })

  test('continues when the store does not answer, and says what that means', async () => {
    const { said, refused } = await began({ url: `http://127.0.0.1:${await freePort()}/timber` })
    expect(refused).toBeUndefined()
    expect(said).toEqual([
      expect.stringMatching(/^FILES_S3_URL: the bucket at .* does not answer .*; uploads are refused until it does\.$/),
    ])
    bucket.fault = () => 'busy'
    expect((await began()).said).toEqual([expect.stringContaining('does not answer (503 SlowDown)')])
    bucket.fault = undefined
  })

  test('as an operator sees it: one sentence without the secret, and an end before the database is begun', async () => {
    const dataDir = join(folder, 'data')
    const server = startServer({
      dataDir,
      port: await freePort(),
      environment: { FILES_S3_URL: bucket.url, FILES_S3_KEY: bucket.key, FILES_S3_SECRET: 'not-the-secret' },
    })
    expect(await server.ended).toBe(1)
    const [, sentence] = server.said().split('Timbermark cannot start:\n')
    expect(sentence!.trim().split('\n')).toHaveLength(1)
    expect(sentence).toContain('FILES_S3_SECRET')
    expect(server.said()).not.toContain('not-the-secret')
    expect(readdirSync(dataDir)).not.toContain('postgres')
  })
})

describe('under a server that runs', () => {
  let world: World
  let admin: Caller

  beforeAll(async () => {
    world = await makeWorld({
      environment: { FILES_S3_URL: bucket.url, FILES_S3_KEY: bucket.key, FILES_S3_SECRET: bucket.secret },
    })
    admin = await world.signIn(await world.makeTenant('BUCKET'), ['enterpriseAdmin'])
  })

  const upload = (caller = admin) => caller.upload<{ url: string }>('/common/upload', { name: 'a.png', content: png })
  const countStored = async () =>
    (
      await world.admin.query(
        'select (select count(*) from file_object)::int as files, (select count(*) from upload_use)::int as uses',
      )
    ).rows[0]
  const ready = async () => {
    const answer = await world.app.inject('/readyz')
    return { status: answer.statusCode, alarms: answer.json().alarms.map((alarm: { key: string }) => alarm.key) }
  }
  test('one that holds connections and does not answer: uploads are refused soon, then at once, it is reported, and it recovers by itself', async () => {
    const { data } = await upload()
    const before = await countStored()
    bucket.fault = () => 'silent'
    const began = performance.now()
    expect(await upload()).toMatchObject({ status: 503, error: 'unavailable' })
    const first = performance.now() - began
    // A try may last half a minute, and there are four: it was given up because the store answers nothing at all.
    expect(first).toBeLessThan(15_000)
    expect(await ready()).toEqual({ status: 503, alarms: ['filesSilent'] })
    const again = performance.now()
    for (let times = 0; times < 5; times++) expect((await upload()).status).toBe(503)
    expect((await admin.get(data.url)).status).toBe(503)
    expect(performance.now() - again, 'six calls together against one that had to notice it').toBeLessThan(first)
    expect(await countStored()).toEqual(before)
    expect(onItsWay()).toEqual([])
    bucket.fault = undefined
    await expect.poll(ready).toEqual({ status: 200, alarms: [] })
    expect((await upload()).code).toBe(200)
    expect((await admin.get(data.url)).status).toBe(200)
  })

  test('is noticed without any upload, and a call that is only long goes on', async () => {
    bucket.fault = () => 'silent'
    await expect.poll(ready).toEqual({ status: 503, alarms: ['filesSilent'] })
    bucket.fault = undefined
    await expect.poll(ready).toEqual({ status: 200, alarms: [] })
    const watch = new SilenceWatch(async () => {}, { askAfterMs: 10, answerMs: 10 })
    expect(await watch.during(() => new Promise(done => setTimeout(() => done('long'), 300)))).toBe('long')
  })

  const onItsWay = (): string[] => readdirSync(join(world.services.settings.dataDir, 'files', 'tmp'))

  test.each([
    ['may only be read', async () => allowWrites(false), async () => allowWrites(true), true],
    ['is gone', () => bucket.leave(), () => bucket.comeBack(), false],
  ] as const)(
    'one that %s: uploads are refused in the reader’s language, nothing is stored, it is reported, and it recovers by itself',
    async (_what, begin, end, readable) => {
      const { data } = await upload()
      const before = await countStored()
      await begin()
      for (const language of languages) {
        const answer = await upload(world.caller(admin.token, language))
        expect(answer).toMatchObject({
          status: 503,
          code: 503,
          error: 'unavailable',
          msg: phrase(language, 'error.unavailable'),
        })
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      }
      expect(await countStored()).toEqual(before)
      expect(onItsWay()).toEqual([])
      // It stays raised as long as nothing can be written, however often the state is read.
      for (let look = 0; look < 3; look++) {
        expect(await ready()).toEqual({ status: 503, alarms: ['filesUnwritable'] })
        await new Promise(wake => setTimeout(wake, 1100))
      }
      const read = await admin.get(data.url)
      expect(read.status).toBe(readable ? 200 : 503)
      // A browser would cache the refusal in place of the picture.
      if (!readable)
        expect([read.headers.etag, read.headers['cache-control'], read.error]).toEqual([
          undefined,
          undefined,
          'unavailable',
        ])
      // Calls that need no file still work.
      expect((await admin.post('/catalog/category', { name: `Meanwhile ${readable}`, orderNum: 1 })).code).toBe(200)
      await end()
      await expect.poll(ready).toEqual({ status: 200, alarms: [] })
      expect((await upload()).code).toBe(200)
      expect((await admin.get(data.url)).status).toBe(200)
    },
  )
})
