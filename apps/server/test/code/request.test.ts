import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { parseCode } from '@timbermark/codes'
import { entityByKey } from '@timbermark/contract'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { unzipSync } from 'fflate'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample } from '../samples.ts'

let world: World
let admin: Caller
let batchId: number
let id: number

const request = (change: Record<string, unknown> = {}) => ({
  name: 'Labels',
  batchId,
  count: 10_000,
  codeRule: 'digits',
  securityLength: 12,
  codeType: 'item',
  stageType: 'inStock',
  updateStage: 'felling',
  countryCode: 'GA',
  factoryCode: 'F-1',
  batchDate: '2026-11-01',
  species: 'OKO',
  ...change,
})

async function until(done: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await done()) return
    await new Promise(wake => setTimeout(wake, 50))
  }
  throw new Error('did not come')
}

beforeAll(async () => {
  world = await makeWorld({ background: true })
  admin = await world.signIn(await world.makeTenant('CODES'), ['enterpriseAdmin'])
  batchId = (await addSample(admin, entityByKey('catalog/batch')!, 'B')).id
})

test.each([
  [9999, false],
  [10_000, true],
  [15_000, false],
  [20_000_000, true],
  [20_010_000, false],
  [-10_000, false],
  [0, false],
  ['1e7', false],
])('VAL-14..17: %s codes: allowed %s', async (count, allowed) => {
  const answer = await admin.post<{ issues: { error: string }[] }>('/code/request', request({ count }))
  if (allowed) return expect(answer.code).toBe(200)
  expect(answer.code).toBe(500)
  if (typeof count === 'number')
    expect(answer.msg).toContain('must be >= 10000, <= 20000000 or an integer multiple of 10000')
})

test('a security code shorter than its alphabet allows is refused', async () => {
  expect(await admin.post('/code/request', request({ codeRule: 'digits', securityLength: 8 }))).toMatchObject({
    code: 500,
    error: 'code.securityLength',
  })
  expect(await admin.post('/code/request', request({ codeRule: 'alnum', securityLength: 6 }))).toMatchObject({
    code: 200,
  })
})

test('ST-04..08: submit makes the codes, the manifest goes into the ledger, the download is what it says', async () => {
  id = (await admin.post<{ id: number }>('/code/request', request())).data.id
  expect(await admin.get(`/code/request/${id}/download`)).toMatchObject({ code: 500, error: 'code.notCompleted' })
  expect(await admin.put(`/code/request/${id}/submit`)).toMatchObject({ code: 200 })
  expect(await admin.put(`/code/request/${id}/submit`)).toMatchObject({ code: 500, error: 'stateRefused' })
  await until(async () => (await admin.get<{ status: string }>(`/code/request/${id}`)).data.status === 'completed')
  const { data } = await admin.get<{ manifest: { sha256: string; count: number }; progress: number; can: string[] }>(
    `/code/request/${id}`,
  )
  expect(data).toMatchObject({ progress: 1, manifest: { count: 10_000 } })
  const leaf = await world.admin.query(
    'select leaf from ledger_queue where subject = $1 union all select leaf from ledger_leaf where subject = $1',
    [`code_request/${id}`],
  )
  expect(JSON.parse(leaf.rows[0].leaf)).toMatchObject({ sha256: data.manifest.sha256, count: 10_000 })

  const file = await admin.get(`/code/request/${id}/download?format=csv`)
  expect(createHash('sha256').update(file.raw).digest('hex')).toBe(data.manifest.sha256)
  const lines = file.raw.toString('ascii').trimEnd().split('\n')
  expect(lines).toHaveLength(10_000)
  expect(new Set(lines.map(line => line.split(',')[0])).size).toBe(10_000)
  for (const line of lines.slice(0, 50)) expect(line).toMatch(/^[0-9A-HJKMNP-TV-Z]{20},\d{12}$/)
  expect((await admin.get<{ status: string }>(`/code/request/${id}`)).data.status).toBe('downloaded')
  const part = await admin.get(`/code/request/${id}/download?format=csv`, { range: 'bytes=1000-1999' })
  expect(part.status).toBe(206)
  expect(part.raw.equals(file.raw.subarray(1000, 2000))).toBe(true)
  expect((await admin.get(`/code/request/${id}/download?format=csv`, { range: 'bytes=99999999-' })).status).toBe(416)
  const txt = await admin.get(`/code/request/${id}/download?format=txt`, { range: 'bytes=0-80' })
  expect(txt.raw.toString('ascii')).toContain('HTTP://TRACE.EXAMPLE/C/')
})

test('codes are rows made as they are asked for; the security code needs its own permission', async () => {
  const list = await admin.get(`/code/qr/list?requestId=${id}&page=500&limit=20`)
  expect(list.total).toBe(10_000)
  expect(list.rows).toHaveLength(20)
  expect(list.rows[0]).toHaveProperty('securityCode')
  const clerk = await world.signIn({ id: admin.tenantId, deptId: null }, ['auditor'])
  const seen = await clerk.get(`/code/qr/list?requestId=${id}&limit=10`)
  expect(seen.rows).toHaveLength(10)
  expect(JSON.stringify(seen.rows)).not.toContain('securityCode')
  expect(await clerk.get(`/code/request/${id}/download`)).toMatchObject({ code: 403 })
})

test('forged, mistyped, foreign and out-of-range codes', async () => {
  const [row] = (await admin.get(`/code/qr/list?requestId=${id}&limit=10`)).rows
  const code = row!.code as string
  const known = async (text: string) =>
    (await admin.get<{ code?: string }>(`/code/qr/${encodeURIComponent(text)}`)).data?.code
  expect(await known(code)).toBe(code)
  expect(await known(code.toLowerCase())).toBe(code)
  expect(await known(code.replaceAll('0', 'O').replaceAll('1', 'I'))).toBe(code)
  expect(await known(`${code.slice(0, 5)} ${code.slice(5, 10)}-${code.slice(10)}`)).toBe(code)
  expect(await known([...code].map(c => String.fromCodePoint(c.codePointAt(0)! + 0xfee0)).join(''))).toBe(code)
  for (const wrong of [
    code.slice(0, -1),
    `${code}0`,
    `${code.slice(0, 19)}${code[19] === '7' ? '8' : '7'}`,
    `00000${code.slice(5)}`,
    `ZZZZZ${code.slice(5)}`,
  ])
    expect(await known(wrong), wrong).toBeUndefined()
})

test('a one-time link downloads without a token, and no other', async () => {
  const { data } = await admin.post<{ url: string }>(`/code/request/${id}/downloadLink`, { format: 'csv' })
  const file = await world.anonymous.get(data.url)
  expect(file.raw).toHaveLength(10_000 * 34)
  expect(await world.anonymous.get(`${data.url}x`)).toMatchObject({ code: 404 })
})

test('VAL-25, COD-09: label pictures have the asked size and are read by a foreign decoder', async () => {
  expect(await admin.get(`/code/request/${id}/labels?from=1&to=2&format=png&size=1001`)).toMatchObject({ code: 500 })
  expect(await admin.get(`/code/request/${id}/labels?from=1&to=1001&format=pdf`)).toMatchObject({ code: 500 })
  expect(await admin.get(`/code/request/${id}/labels?from=0&to=5&format=pdf`)).toMatchObject({ code: 500 })
  const zip = await admin.get(`/code/request/${id}/labels?from=3&to=5&format=png&size=600`)
  const pictures = Object.entries(unzipSync(zip.raw))
  expect(pictures).toHaveLength(3)
  const decode =
    (jsqr as unknown as { default?: typeof import('jsqr').default }).default ??
    (jsqr as unknown as typeof import('jsqr').default)
  for (const [name, picture] of pictures) {
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([600, 600])
    const text = decode(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
    const read = parseCode(text)
    expect(read).toMatchObject({ ok: true })
    expect(name).toContain(read.ok ? read.code : 'nothing')
  }
  const sheet = await admin.get(`/code/request/${id}/labels?from=1&to=30&format=pdf`)
  expect(sheet.raw.subarray(0, 5).toString()).toBe('%PDF-')
})

test('a submitted request cannot be edited or removed any more', async () => {
  expect(await admin.put('/code/request', { id, name: 'Other' })).toMatchObject({ code: 500, error: 'stateRefused' })
  expect(await admin.delete(`/code/request/${id}`)).toMatchObject({ code: 500, error: 'stateRefused' })
})
