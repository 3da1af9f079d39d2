import { createHash, randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { limits } from '@timbermark/contract'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { removeUnusedBlobs } from '../../src/areas/file/unused-blobs.ts'
import { dailyBytes } from '../../src/platform/files/files.ts'
import { freePort } from '../../src/platform/free-port.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { refused } from '../system/people.ts'

let world: World
let admin: Caller
let port: number

beforeAll(async () => {
  world = await makeWorld()
  admin = await world.signIn(await world.makeTenant('PIECES'), ['enterpriseAdmin'])
  port = await freePort()
  await world.app.listen({ host: '127.0.0.1', port })
})

const pieceBytes = limits.uploadPiece
const path = '/common/upload/piece'
interface Progress {
  have: number
  file: { id: string; name: string; size: number; url: string } | null
}

/** A picture that cannot be compressed, hence of a known size. */
const photo = (side = 300) =>
  sharp(Buffer.from(Uint8Array.from({ length: side * side * 3 }, () => Math.floor(Math.random() * 256))), {
    raw: { width: side, height: side, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()

const wanted = (content: Buffer) =>
  `sha256=${createHash('sha256').update(content).digest('hex')}&bytes=${content.length}`
const state = async (caller: Caller, content: Buffer) => (await caller.get<Progress>(`${path}?${wanted(content)}`)).data
const send = (caller: Caller, content: Buffer, from: number, to: number, of = content) =>
  caller.upload<Progress>(`${path}?${wanted(of)}&offset=${from}&fileName=log.png`, {
    name: 'blob',
    content: content.subarray(from, to),
  })

/** The rest, as a phone sends it. */
async function sendRest(caller: Caller, content: Buffer): Promise<{ sent: number; file: Progress['file'] }> {
  let { have, file } = await state(caller, content)
  let sent = 0
  while (!file) {
    const answer = await send(caller, content, have, Math.min(content.length, have + pieceBytes))
    expect(answer.code, answer.msg).toBe(200)
    sent += Math.min(pieceBytes, content.length - have)
    ;({ have, file } = answer.data)
  }
  return { sent, file }
}

/** Sends a piece over a real connection that is cut after this many bytes. */
function cut(caller: Caller, content: Buffer, from: number, after: number): Promise<void> {
  const boundary = `----${randomUUID()}`
  const piece = content.subarray(from, from + pieceBytes)
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="blob"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const tail = `\r\n--${boundary}--\r\n`
  const request = [
    `POST /api${path}?${wanted(content)}&offset=${from}&fileName=log.png HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${caller.token}`,
    `content-type: multipart/form-data; boundary=${boundary}`,
    `content-length: ${head.length + piece.length + tail.length}`,
    '',
    head,
  ].join('\r\n')
  return new Promise((resolve, reject) => {
    const line = connect(port, '127.0.0.1', () => {
      line.write(request)
      // The connection is silent before it ends: by then the session has been looked up and the piece is being read.
      line.write(piece.subarray(0, after), () => setTimeout(() => line.end(() => resolve()), 150))
    })
    line.on('error', reject)
  })
}

test.each([1, 50, 99])('a photo whose connection is cut at %i percent continues where it stopped', async percent => {
  const content = await photo()
  const end = Math.floor((content.length * percent) / 100)
  let from = 0
  while (end - from > pieceBytes) from = (await send(admin, content, from, from + pieceBytes)).data.have
  await cut(admin, content, from, end - from)
  // The parser holds back what may be the beginning of the end.
  await expect.poll(async () => (await state(admin, content)).have).toBeGreaterThan(end - 200)
  const { have } = await state(admin, content)
  expect(have).toBeLessThanOrEqual(end)
  const { sent, file } = await sendRest(admin, content)
  expect(sent).toBe(content.length - have)
  expect(file).toMatchObject({ name: 'log.png', size: content.length })
  expect((await world.anonymous.get(file!.url)).raw.equals(content)).toBe(true)
  expect((await world.admin.query('select 1 from upload_piece')).rowCount).toBe(0)
})

test('the created file is answered again until a record claims it; then the same content becomes a new file', async () => {
  const content = await photo(40)
  const first = (await sendRest(admin, content)).file!
  // The phone did not receive the answer, and asks again.
  expect((await state(admin, content)).file?.id).toBe(first.id)
  expect((await send(admin, content, 0, content.length)).data.file?.id).toBe(first.id)
  await world.admin.query("update file_object set owner = 'stage_record/x' where id = $1", [first.id])
  expect(await state(admin, content)).toEqual({ have: 0, file: null })
  const second = (await sendRest(admin, content)).file!
  expect(second.id).not.toBe(first.id)
})

test('a server that was stopped before it created the file creates it on the next request', async () => {
  const content = await photo(40)
  await send(admin, content, 0, 1000)
  const { rows } = await world.admin.query('select id, have from upload where file_id is null')
  await world.admin.query(
    'insert into upload_piece (tenant_id, upload_id, first_byte, content) values ($1, $2, $3, $4)',
    [admin.tenantId, rows[0].id, 1000, content.subarray(1000)],
  )
  await world.admin.query('update upload set have = bytes where id = $1', [rows[0].id])
  const { sent, file } = await sendRest(admin, content)
  expect(sent).toBe(1)
  expect((await world.anonymous.get(file!.url)).raw.equals(content)).toBe(true)
})

test('two phones that send the same photo at once get one complete file each time', async () => {
  const content = await photo()
  const phones = await Promise.all([sendRest(admin, content), sendRest(admin, content), sendRest(admin, content)])
  expect(new Set(phones.map(phone => phone.file!.id)).size).toBe(1)
  expect((await world.anonymous.get(phones[0].file!.url)).raw.equals(content)).toBe(true)
  // Knowing the hash gives other accounts no access.
  const other = await world.signIn({ id: admin.tenantId, deptId: null }, ['enterpriseAdmin'])
  expect(await state(other, content)).toEqual({ have: 0, file: null })
  expect((await sendRest(other, content)).file!.id).not.toBe(phones[0].file!.id)
})

test('a piece that leaves a gap is ignored, and content with another hash makes no file', async () => {
  const content = await photo(40)
  expect((await send(admin, content, 500, 900)).data).toEqual({ have: 0, file: null })
  await send(admin, content, 0, 600)
  // Of an overlapping piece only the new bytes are stored.
  expect((await send(admin, content, 100, 900)).data.have).toBe(900)
  const spoilt = Buffer.from(content)
  spoilt[content.length - 1]! ^= 1
  expect(refused(await send(admin, spoilt, 900, content.length, content))).toBe('fileDamaged')
  expect(await state(admin, content)).toEqual({ have: 0, file: null })
  expect((await sendRest(admin, content)).file).not.toBeNull()
  const text = Buffer.alloc(600, 1)
  expect(refused(await send(admin, text, 0, 600))).toBe('fileType')
  expect((await state(admin, text)).have).toBe(0)
})

test('unfinished uploads count for the day, are limited in number, and are removed when nobody continues', async () => {
  const one = await world.signIn({ id: admin.tenantId, deptId: null }, ['enterpriseAdmin'])
  const content = await photo(40)
  const begun = async () =>
    Number(
      (await world.admin.query('select count(*) from upload where account_id = $1', [one.accountId])).rows[0].count,
    )
  for (let n = 0; n < 53; n++) await send(one, Buffer.from(`${n} of a file that never comes whole`), 0, 5)
  expect(await begun()).toBe(50)
  await world.admin.query('insert into upload_use (tenant_id, account_id, bytes) values ($1, $2, $3)', [
    one.tenantId,
    one.accountId,
    dailyBytes - content.length,
  ])
  expect((await send(one, content, 0, 100)).error).toBe('tooMany')
  await removeUnusedBlobs(world.services)
  expect(await begun(), 'a phone may come back tomorrow').toBe(50)
  await world.admin.query(`update upload set touched_at = now() - interval '4 days' where account_id = $1`, [
    one.accountId,
  ])
  await removeUnusedBlobs(world.services)
  expect(await begun()).toBe(0)
})
