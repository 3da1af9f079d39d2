import { entities, entityByKey, type FilesField, isOneOf } from '@timbermark/contract'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { removeUnusedBlobs } from '../../src/areas/file/unused-blobs.ts'
import { dailyBytes } from '../../src/platform/files/files.ts'
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

/** A picture that cannot be compressed: about three bytes per pixel. */
const noise = (side: number) =>
  sharp(Buffer.from(Uint8Array.from({ length: side * side * 3 }, () => Math.floor(Math.random() * 256))), {
    raw: { width: side, height: side, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()

/** Sets the size of a stored file in the database, without sending as much. */
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
      (field.kind === 'images' || field.kind === 'files') && isOneOf(entity.operations, 'add')
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

test('a file is served under a name whose extension fits its content', async () => {
  const named = async (name: string, content: Buffer) => {
    const answer = await admin.upload<{ name: string; url: string }>('/common/upload', { name, content })
    const file = await world.anonymous.get(answer.data.url)
    expect(decodeURIComponent(String(file.headers['content-disposition'])), name).toContain(answer.data.name)
    return answer.data.name
  }
  const text = Buffer.from('An invoice')
  for (const [uploadName, content, storedName] of [
    ['invoice.bat', text, 'invoice.bat.txt'],
    ['x.hta', text, 'x.hta.txt'],
    ['a.exe', png, 'a.exe.png'],
    ['photo', png, 'photo.png'],
    ['photo.PNG', png, 'photo.PNG'],
    ['permit.pdf', pdf, 'permit.pdf'],
    [`${'l'.repeat(230)}.js`, text, `${'l'.repeat(193)}.js.txt`],
  ] as const)
    expect(await named(uploadName, content)).toBe(storedName)
})

describe('what an account may upload in a day', () => {
  /** Leaves room for this many bytes. */
  const leave = (caller: Caller, bytes: number) =>
    world.admin.query('insert into upload_use (tenant_id, account_id, bytes) values ($1, $2, $3)', [
      caller.tenantId,
      caller.accountId,
      dailyBytes - bytes,
    ])
  const person = () => world.signIn({ id: admin.tenantId, deptId: null }, ['enterpriseAdmin'])

  test('holds for uploads at the same moment, and not for other people', async () => {
    const one = await person()
    await leave(one, 2 * png.length)
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => one.upload('/common/upload', { name: 'a.png', content: png })),
    )
    expect(answers.filter(answer => answer.code === 200)).toHaveLength(2)
    expect(answers.filter(answer => answer.code === 429 && answer.error === 'tooMany')).toHaveLength(5)
    expect((await (await person()).upload('/common/upload', { name: 'a.png', content: png })).code).toBe(200)
  })

  test('is not restored by removing a file, but by an upload that is refused', async () => {
    const one = await person()
    await leave(one, png.length)
    expect((await one.upload('/common/upload', { name: 'a.png', content: Buffer.alloc(png.length, 1) })).error).toBe(
      'fileType',
    )
    const id = await upload(one, 'a.png', png)
    await one.get(`/common/download?fileName=${id}&delete=true`)
    expect((await one.upload('/common/upload', { name: 'a.png', content: png })).error).toBe('tooMany')
  })

  test('counts pictures of oneself', async () => {
    const one = await person()
    await leave(one, png.length)
    expect((await one.upload('/system/user/profile/avatar', { name: 'a.png', content: png })).code).toBe(200)
    expect((await one.upload('/system/user/profile/avatar', { name: 'a.png', content: png })).error).toBe('tooMany')
  })
})

test('contents that no file of any enterprise refers to are removed, the others stay', async () => {
  const person = await world.signIn({ id: admin.tenantId, deptId: null }, ['enterpriseAdmin'])
  const hashesOf = async (id: string) =>
    (
      await world.admin.query<{ hash: string }>(
        'select unnest(array[sha256, public_sha256]) as hash from file_object where id = $1',
        [id],
      )
    ).rows.map(row => row.hash)
  const { blobs } = world.services.files
  const areStored = async (hashes: string[]) => (await Promise.all(hashes.map(hash => blobs.has(hash)))).every(Boolean)
  const soon = () => new Date(Date.now() + 60_000)

  const [alone, shared] = [await noise(20), await noise(21)]
  const first = await upload(person, 'alone.png', alone)
  const ownHashes = await hashesOf(first)
  const common = await hashesOf(await upload(person, 'shared.png', shared))
  const second = await upload(operator, 'shared.png', shared)
  await person.upload('/system/user/profile/avatar', { name: 'before.png', content: await noise(22) })
  const { rows } = await world.admin.query('select avatar from account where id = $1', [person.accountId])
  const avatar = await hashesOf(rows[0].avatar)
  await person.upload('/system/user/profile/avatar', { name: 'after.png', content: await noise(23) })
  await world.admin.query("delete from file_object where name = 'shared.png' and id <> $1", [second])
  expect((await person.get(`/common/download?fileName=${first}&delete=true`)).raw.equals(alone)).toBe(true)
  await expect.poll(() => hashesOf(first)).toEqual([])

  await removeUnusedBlobs(world.services)
  expect(await areStored([...ownHashes, ...common, ...avatar]), 'what is young may belong to an upload under way').toBe(
    true,
  )
  expect(await removeUnusedBlobs(world.services, soon())).toBeGreaterThanOrEqual(4)
  for (const hash of [...ownHashes, ...avatar]) expect(await blobs.has(hash)).toBe(false)
  expect(await areStored(common)).toBe(true)
  expect((await operator.get(`/common/download?fileName=${second}`)).raw.equals(shared)).toBe(true)
})

test('a picture is public as long as a product shows it, without a signature', async () => {
  const product = entityByKey('catalog/product')!
  const seen = async (id: string) => (await world.anonymous.get(`/file/${id}`)).code !== 404
  const [one, two, three] = [
    await upload(admin, '1.png', png),
    await upload(admin, '2.png', png),
    await upload(admin, '3.png', png),
  ]
  const add = async (images: string[]) =>
    (
      await admin.post<{ id: number }>('/catalog/product', {
        ...(await sampleBody(admin, product, unique('P'))),
        images,
      })
    ).data.id
  const edit = async (id: number, images: string[]) =>
    expect((await admin.put('/catalog/product', { id, images })).code).toBe(200)
  expect(await seen(one)).toBe(false)
  const first = await add([one, two, three])
  const second = await add([two])
  expect(await Promise.all([one, two, three].map(seen))).toEqual([true, true, true])
  const { url } = (await admin.get<{ images: { url: string }[] }>(`/catalog/product/${first}`)).data.images[0]!
  await edit(first, [three])
  expect(await Promise.all([one, two, three].map(seen))).toEqual([false, true, true])
  expect((await world.anonymous.get(url)).raw.equals(png), 'a signed address works until it runs out').toBe(true)
  await edit(first, [one, three])
  expect(await seen(one)).toBe(true)
  expect((await admin.delete(`/catalog/product/${first},${second}`)).code).toBe(200)
  expect(await Promise.all([one, two, three].map(seen))).toEqual([false, false, false])
})

test('a name is stored without marks that reverse its direction', async () => {
  const answer = await admin.upload<{ name: string }>('/common/upload', {
    name: 'photo\u202egpj\u2066.\u200f\u2028png',
    content: png,
  })
  expect(answer.data.name).toBe('photo_gpj_.__png.png')
})

test('the public copy of a film has no location; its enterprise keeps the original', async () => {
  const place = '+30.2741+120.1551/'
  const box = (type: string, content: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + content.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, content])
  }
  const film = Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isom')),
    box('moov', box('udta', box('\xa9xyz', Buffer.from(place)))),
    box('mdat', Buffer.from('PICTURES')),
  ])
  const sent = (await admin.upload<{ id: string; url: string }>('/common/upload', { name: 'a.mp4', content: film }))
    .data
  const product = entityByKey('catalog/product')!
  const created = await admin.post('/catalog/product', {
    ...(await sampleBody(admin, product, unique('F'))),
    video: [sent.id],
  })
  expect(created.code).toBe(200)
  const publicAnswer = await world.anonymous.get(`/api/file/${sent.id}`)
  expect(publicAnswer.raw.toString('latin1')).toContain('PICTURES')
  expect(publicAnswer.raw.includes(place)).toBe(false)
  expect((await world.anonymous.get(sent.url)).raw.equals(film)).toBe(true)
})
