import { connect, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { makeApp } from '../../src/app.ts'
import type { App } from '../../src/platform/http/http.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { png } from '../samples.ts'

const limits = {
  headersMs: 600,
  windowMs: 800,
  bytesPerSecond: 2000,
  bodyMs: 4000,
  uploadMs: 20_000,
  drainBytes: 4_000_000,
  checkMs: 50,
}

let world: World
let app: App
let port: number
let caller: Caller

beforeAll(async () => {
  world = await makeWorld()
  caller = await world.signIn(await world.makeTenant('SLOW'), ['enterpriseAdmin'])
  app = await makeApp(world.services, { senders: limits })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as { port: number }).port
  return () => app.close()
})

/**
 * A connection that sends `parts`, one after the other, until it is closed.
 * @returns all that was received
 */
async function sendSlowly(parts: Iterable<string | Buffer>, everyMs: number): Promise<{ text: string; ms: number }> {
  const started = performance.now()
  const socket: Socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', data => {
    text += data
  })
  socket.on('error', () => {})
  const closed = new Promise<void>(done => socket.once('close', () => done()))
  const sending = (async () => {
    for (const part of parts) {
      if (socket.destroyed) return
      socket.write(part)
      await new Promise(done => setTimeout(done, everyMs))
    }
  })()
  await Promise.race([closed, sending.then(() => closed)])
  return { text, ms: performance.now() - started }
}

function* letters(head: string, piece: string | Buffer): Generator<string | Buffer> {
  yield head
  for (;;) yield piece
}

const head = (path: string, length: number, type: string) =>
  [
    `POST /api${path} HTTP/1.1`,
    'host: localhost',
    `authorization: Bearer ${caller.token}`,
    'accept-language: fr',
    `content-type: ${type}`,
    `content-length: ${length}`,
    '',
    '',
  ].join('\r\n')

const chunkedHead = () =>
  head('/catalog/category', 0, 'application/json').replace('content-length: 0', 'transfer-encoding: chunked')

test('headers that do not come end the connection soon', async () => {
  const { ms } = await sendSlowly(letters('GET /healthz HTTP/1.1\r\nx-a: ', 'a'), 100)
  expect(ms).toBeGreaterThan(limits.headersMs - 100)
  expect(ms).toBeLessThan(20_000)
})

test('a connection that sends nothing at all is ended too', async () => {
  const { ms } = await sendSlowly(letters('', ''), 100)
  expect(ms).toBeLessThan(20_000)
})

test('a body that trickles is answered with 408 in the sender’s language, then closed', async () => {
  const { text, ms } = await sendSlowly(letters(head('/catalog/category', 5000, 'application/json'), ' '), 100)
  expect(text).toMatch(/^HTTP\/1.1 408 /)
  expect(text).toContain('"error":"bodyTooSlow"')
  expect(text).toContain('trop lentement')
  expect(ms).toBeLessThan(20_000)
})

test('an upload that stalls half way is ended, and nothing of it is stored', async () => {
  const { text } = await sendSlowly(
    (function* () {
      yield head('/common/upload', 500_000, 'multipart/form-data; boundary=cut')
      yield '--cut\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
      yield png
      for (;;) yield ''
    })(),
    100,
  )
  expect(text).toMatch(/^HTTP\/1.1 408 /)
  expect((await world.admin.query('select count(*)::int as n from file_object')).rows[0].n).toBe(0)
  expect((await world.admin.query('select count(*)::int as n from upload_use')).rows[0].n).toBe(0)
})

test('an upload that is slow but goes on is taken, for longer than a window', async () => {
  const tail = Buffer.from('\r\n--cut--\r\n')
  const part = Buffer.from('--cut\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n')
  const letters_ = Buffer.alloc(30_000, 'wood ')
  const body = Buffer.concat([part, letters_, tail])
  const size = 1000
  const { text, ms } = await sendSlowly(
    (function* () {
      yield `${head('/common/upload', body.length, 'multipart/form-data; boundary=cut').slice(0, -2)}connection: close\r\n\r\n`
      for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size)
    })(),
    80,
  )
  expect(ms).toBeGreaterThan(2 * limits.windowMs)
  expect(text).toMatch(/^HTTP\/1.1 200 /)
  expect(text).toContain('"code":200')
})

test('a body that is refused is read to its end, and the connection answers the next request', async () => {
  const next = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'
  const piece = Buffer.alloc(100_000, ' ')
  const sized = [head('/catalog/category', 3_000_000, 'application/json'), ...Array<Buffer>(30).fill(piece), next]
  const chunk = Buffer.concat([Buffer.from('186a0\r\n'), piece, Buffer.from('\r\n')])
  const chunked = [chunkedHead(), ...Array<Buffer>(30).fill(chunk), '0\r\n\r\n', next]
  for (const parts of [sized, chunked]) {
    const { text } = await sendSlowly(parts, 1)
    expect(text).toContain('"error":"bodyTooLarge"')
    expect(text).toContain('"status":"ok"')
  }
})

test('a refused body that is too large to be read on, or has no end, ends its connection', async () => {
  const { text } = await sendSlowly([head('/catalog/category', 1_000_000_000, 'application/json')], 1)
  expect(text).toContain('"error":"bodyTooLarge"')
  expect(text).toMatch(/^connection: close/im)
  const chunk = Buffer.concat([Buffer.from('186a0\r\n'), Buffer.alloc(100_000, ' '), Buffer.from('\r\n')])
  let sent = 0
  const endless = (function* () {
    yield chunkedHead()
    for (; ; sent++) yield chunk
  })()
  expect((await sendSlowly(endless, 1)).text).toContain('"error":"bodyTooLarge"')
  // Ended for its size: in the time allowed for a body it would have been ten times as large.
  expect(sent).toBeLessThan(400)
})

test('others are served meanwhile', async () => {
  const slow = Array.from({ length: 50 }, () =>
    sendSlowly(letters(head('/catalog/category', 5000, 'application/json'), ' '), 100),
  )
  const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
  expect(answer.status).toBe(200)
  for (const { text } of await Promise.all(slow)) expect(text).toMatch(/^HTTP\/1.1 408 /)
})
