import { createHash } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseCode } from '@timbermark/codes'
import { entityByKey } from '@timbermark/contract'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { unzipSync } from 'fflate'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { addSample } from '../samples.ts'
import { codeRequest } from '../code-request.ts'
import { until } from '../until.ts'

let world: World
let admin: Caller
let batchId: number
let id: number

const request = (change: Record<string, unknown> = {}) =>
  codeRequest(batchId, { name: 'Labels', codeRule: 'digits', securityLength: 12, factoryCode: 'F-1', ...change })

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

test('ST-04..08: submit generates the codes, the manifest is sealed in the ledger, the download matches it', async () => {
  id = (await admin.post<{ id: number }>('/code/request', request())).data.id
  expect(await admin.get(`/code/request/${id}/download`)).toMatchObject({ code: 500, error: 'code.notCompleted' })
  expect(await admin.put(`/code/request/${id}/submit`)).toMatchObject({ code: 200 })
  expect(await admin.put(`/code/request/${id}/submit`)).toMatchObject({ code: 500, error: 'stateRefused' })
  await until(async () => (await admin.get<{ status: string }>(`/code/request/${id}`)).data.status === 'completed')
  const { data } = await admin.get<{ manifest: { sha256: string; count: number }; progress: number; can: string[] }>(
    `/code/request/${id}`,
  )
  expect(data).toMatchObject({ progress: 1, manifest: { count: 10_000 } })
  const sealed = await world.admin.query(
    `select c.open from sealed_content c where c.kind = 'request' and c.row_id = $1
     and (exists (select from ledger_queue q where q.content = c.digest) or exists (select from ledger_entry e where e.content = c.content))`,
    [id],
  )
  expect(sealed.rows).toHaveLength(1)
  expect(JSON.parse(sealed.rows[0].open)).toMatchObject({ manifest: data.manifest.sha256, count: 10_000 })

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

test('rows of codes are computed on demand; the security code needs its own permission', async () => {
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

describe('a one-time link', () => {
  const url = async () =>
    (await admin.post<{ url: string }>(`/code/request/${id}/downloadLink`, { format: 'csv' })).data.url
  const from = async (address: string, link: string, range?: string) => {
    const answer = await world.app.inject({
      method: 'GET',
      url: link,
      remoteAddress: address,
      headers: range ? { range } : {},
    })
    const json = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, bytes: answer.rawPayload, error: json ? answer.json().error : undefined }
  }
  const size = 10_000 * 34

  test('downloads once without a token; an interrupted download can continue only from the same address', async () => {
    const link = await url()
    expect(await world.anonymous.get(`${link}x`)).toMatchObject({ code: 404 })
    expect((await world.app.inject({ method: 'HEAD', url: link })).statusCode).toBe(200)
    const download = await from('203.0.113.7', link)
    expect(download.bytes).toHaveLength(size)
    const rest = await from('203.0.113.7', link, 'bytes=1000-')
    expect(rest.status).toBe(206)
    expect(rest.bytes.equals(download.bytes.subarray(1000))).toBe(true)
    for (const [address, range] of [
      ['203.0.113.7', undefined],
      ['203.0.113.7', 'bytes=0-'],
      ['203.0.113.7', 'bytes=-340000'],
      ['203.0.113.8', 'bytes=1000-'],
    ] as const)
      expect((await from(address, link, range)).error, `${address} ${range}`).toBe('code.linkUsed')
    await world.admin.query("update download_link set expires_at = now() - interval '1 second'")
    expect((await from('203.0.113.7', link, 'bytes=1000-')).error).toBe('notFound')
  })

  test('of two concurrent uses one is served', async () => {
    const link = await url()
    const both = await Promise.all([from('203.0.113.7', link), from('203.0.113.7', link)])
    expect(both.map(answer => answer.error ?? answer.bytes.length).sort()).toEqual(['code.linkUsed', size].sort())
  })

  test('each use is in the operation log, with the name of its creator and without the token', async () => {
    await world.services.audit.whenSettled()
    await world.admin.query('truncate oper_log')
    const link = await url()
    await from('203.0.113.7', link)
    await from('203.0.113.7', link, 'bytes=1000-')
    await from('203.0.113.8', link)
    await world.services.audit.whenSettled()
    const { rows } = await world.admin.query(
      "select account_id, oper_url, oper_ip, oper_param, status, error_msg, business_type from oper_log where request_method = 'GET' order by id",
    )
    const common = { account_id: admin.accountId, oper_url: '/api/code/download/:token', business_type: 5 }
    expect(rows).toEqual([
      { ...common, oper_ip: '203.0.113.7', oper_param: `{"id":${id},"format":"csv"}`, status: 0, error_msg: null },
      {
        ...common,
        oper_ip: '203.0.113.7',
        oper_param: `{"id":${id},"format":"csv","range":"bytes=1000-"}`,
        status: 0,
        error_msg: null,
      },
      {
        ...common,
        oper_ip: '203.0.113.8',
        oper_param: `{"id":${id},"format":"csv"}`,
        status: 1,
        error_msg: 'code.linkUsed',
      },
    ])
    expect(JSON.stringify((await world.admin.query('select * from oper_log')).rows)).not.toContain(
      link.split('/').at(-1),
    )
  })

  test.each([
    ['the account is disabled', 'update account set status = $1 where id = $2', () => admin.accountId],
    ['the enterprise is disabled', 'update enterprise set status = $1 where id = $2', () => admin.tenantId],
  ])('opens nothing while %s', async (_what, statement, who) => {
    const link = await url()
    const opened = await url()
    await from('203.0.113.7', opened)
    await world.admin.query(statement, ['1', who()])
    try {
      expect((await from('203.0.113.7', link)).error).toBe('notFound')
      expect((await from('203.0.113.7', opened, 'bytes=1000-')).error).toBe('notFound')
    } finally {
      await world.admin.query(statement, ['0', who()])
    }
    expect((await from('203.0.113.7', link)).bytes).toHaveLength(size)
  })

  test('opens nothing when its creator may no longer download', async () => {
    const maker = await world.signIn({ id: admin.tenantId, deptId: null }, ['enterpriseAdmin'])
    const { data } = await maker.post<{ url: string }>(`/code/request/${id}/downloadLink`, { format: 'csv' })
    await world.admin.query('delete from account_role where account_id = $1', [maker.accountId])
    expect((await from('203.0.113.7', data.url)).error).toBe('notFound')
  })
})

test('VAL-25, COD-09: label pictures have the requested size and an independent decoder reads them', async () => {
  expect(await admin.get(`/code/request/${id}/labels?from=1&to=2&format=png&size=1001`)).toMatchObject({ code: 500 })
  expect(await admin.get(`/code/request/${id}/labels?from=1&to=10001&format=pdf`)).toMatchObject({ code: 500 })
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
  const pages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length
  const roll = await admin.get(`/code/request/${id}/labels?from=1&to=3&format=pdf&paper=60x40`)
  expect(pages(roll.raw)).toBe(3)
  const preview = await admin.get(`/code/request/${id}/labels?from=1&to=300&format=pdf&size=300&preview=true`)
  expect(pages(preview.raw)).toBe(1)
  expect(await admin.get(`/code/request/${id}/labels?from=1&to=3&paper=a3`)).toMatchObject({ error: 'invalid' })
})

test.each(['svg', 'png', 'pdf'])('hundreds of labels as %s keep no other request waiting for long', async format => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const begun = performance.now()
  const answer = await admin.get(`/code/request/${id}/labels?from=1&to=400&format=${format}&size=1000`)
  await new Promise(wake => setTimeout(wake, 20))
  delay.disable()
  const elapsed = performance.now() - begun
  expect(answer.status).toBe(200)
  expect(answer.raw.length).toBeGreaterThan(100_000)
  // About 15 ms on an idle machine; without yielding, nearly every wait is the whole time.
  expect(delay.percentile(95) / 1e6).toBeLessThan(elapsed / 5)
})

test('a user can print labels only once at a time', async () => {
  const labels = (caller: Caller) => caller.get(`/code/request/${id}/labels?from=1&to=300&format=png&size=600`)
  const other = await world.signIn({ id: admin.tenantId, deptId: null }, ['enterpriseAdmin'])
  const [mine, again, others] = await Promise.all([labels(admin), labels(admin), labels(other)])
  expect([mine, again].map(answer => answer.error ?? 'made').sort()).toEqual(['code.labelsRunning', 'made'])
  expect(others.raw.subarray(0, 2).toString()).toBe('PK')
  expect((await labels(admin)).raw.subarray(0, 2).toString()).toBe('PK')

  // A user who requests only the headers, or aborts, may start again.
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const gone = new AbortController()
  const headers = { authorization: `Bearer ${admin.token}` }
  const url = `${address}/api/code/request/${id}/labels?from=1&to=1000&format=png&size=1000`
  await fetch(url, { headers, method: 'HEAD' })
  await until(async () => !(await labels(admin)).error)
  await fetch(url, { headers, signal: gone.signal })
  expect((await labels(admin)).error).toBe('code.labelsRunning')
  gone.abort()
  await until(async () => !(await labels(admin)).error)
})

test('a submitted request cannot be edited or removed any more', async () => {
  expect(await admin.put('/code/request', { id, name: 'Other' })).toMatchObject({ code: 500, error: 'stateRefused' })
  expect(await admin.delete(`/code/request/${id}`)).toMatchObject({ code: 500, error: 'stateRefused' })
})
