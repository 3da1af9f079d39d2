import { entities, entityByKey, type FilesField } from '@timbermark/contract'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { pdf, png, sampleBody } from '../samples.ts'
import { refused, unique } from '../system/people.ts'

let world: World
let operator: Caller
let admin: Caller

beforeAll(async () => {
  world = await makeWorld()
  operator = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  admin = await world.signIn(await world.makeTenant('UPLOADS'), ['enterpriseAdmin'])
})

const upload = async (caller: Caller, name: string, content: Buffer) =>
  (await caller.upload<{ id: string }>('/common/upload', { name, content })).data.id

/** A picture that nothing can pack: about three bytes a pixel. */
const noise = (side: number) =>
  sharp(Buffer.from(Uint8Array.from({ length: side * side * 3 }, () => Math.floor(Math.random() * 256))), {
    raw: { width: side, height: side, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()

/** Makes a stored file as large as a test needs it, without sending as much. */
const weigh = (id: string, size: number) =>
  world.admin.query('update file_object set size = $2 where id = $1', [id, size])

test('ENT-48: an upload answers fileName, url and code, and the url opens the file', async () => {
  const answer = await admin.upload('/common/upload', { name: 'stack.png', content: png })
  const body = JSON.parse(answer.raw.toString()) as Record<string, unknown>
  expect(body).toMatchObject({ code: 200, fileName: expect.stringMatching(/^[\w-]{22,}$/), url: expect.any(String) })
  expect((await world.anonymous.get(String(body.url))).raw.equals(png)).toBe(true)
})

describe('VAL-58: a file above the limit of its field is refused, one at the limit is taken', () => {
  const limited = entities.flatMap(entity =>
    Object.entries(entity.fields).flatMap(([key, field]) =>
      (field.kind === 'images' || field.kind === 'files') && (entity.operations as readonly string[]).includes('add')
        ? [[`${entity.area}/${entity.name}`, key, field as FilesField] as const]
        : [],
    ),
  )

  test.each(limited)('%s %s', async (path, key, field) => {
    const caller = entityByKey(path)!.tenancy === 'platform' ? operator : admin
    const body = await sampleBody(caller, entityByKey(path)!, unique('U'))
    const wantsPicture = field.types.includes('png')
    const id = await upload(caller, wantsPicture ? 'a.png' : 'a.pdf', wantsPicture ? png : pdf)
    const limit = field.maxMegabytes * 1024 * 1024
    await weigh(id, limit + 1)
    const answer = await caller.post(`/${path}`, { ...body, [key]: [id] })
    expect(refused(answer)).toBe(`${key}: fileTooLarge`)
    expect(answer.msg).toContain(`${field.maxMegabytes} MB`)
    await weigh(id, limit)
    expect((await caller.post(`/${path}`, { ...body, [key]: [id] })).code).toBe(200)
  })
})

describe('VAL-60: a picture inside a text has at most 5 MB', () => {
  const limit = 5 * 1024 * 1024
  const textWith = (id: string) => `<p>Before <img src="/api/file/${id}"> after</p>`
  const kinds: [string, string, () => Promise<Record<string, unknown>>][] = [
    ['news/article', 'content', () => sampleBody(operator, entityByKey('news/article')!, unique('N'))],
    ['system/notice', 'noticeContent', async () => ({ noticeTitle: unique('N'), noticeType: '1' })],
  ]

  test.each(kinds)('%s: a real picture of more is refused, on adding and on editing', async (path, field, body) => {
    const large = await noise(1400)
    expect(large.length).toBeGreaterThan(limit)
    const id = await upload(operator, 'large.png', large)
    const answer = await operator.post(`/${path}`, { ...(await body()), [field]: textWith(id) })
    expect(refused(answer)).toBe(`${field}: fileTooLarge`)
    expect(answer.msg).toContain('5 MB')
    const small = await upload(operator, 'small.png', await noise(1300))
    const added = await operator.post<{ id: number }>(`/${path}`, { ...(await body()), [field]: textWith(small) })
    expect(added.code).toBe(200)
    expect(refused(await operator.put(`/${path}`, { id: added.data.id, [field]: textWith(id) }))).toBe(
      `${field}: fileTooLarge`,
    )
    expect((await operator.get(`/${path}/${added.data.id}`)).data[field]).toContain(small)
    expect((await world.anonymous.get(`/file/${id}`)).code, 'what was refused is not shown to anybody').toBe(404)
  })

  test.each(kinds)(
    '%s: exactly 5 MB is taken, one byte more is not; neither is what is no picture',
    async (path, field, body) => {
      const id = await upload(operator, 'a.png', png)
      const outcome = async (file: string) =>
        refused(await operator.post(`/${path}`, { ...(await body()), [field]: textWith(file) }))
      await weigh(id, limit + 1)
      expect(await outcome(id)).toBe(`${field}: fileTooLarge`)
      await weigh(id, limit)
      expect(await outcome(id)).toBe('accepted')
      expect(await outcome(await upload(operator, 'a.pdf', pdf))).toBe(`${field}: fileType`)
    },
  )
})
