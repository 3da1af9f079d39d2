import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { parseCode } from '@timbermark/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addKeyVersions } from '../../src/areas/code/request/new-key-version.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'

/** New keys for codes, while another server keeps running. */
let world: World
let admin: Caller
let tenant: { id: number; deptId: number }
let before: Goods
let after: Goods

const makeVersions = (identification?: string) =>
  world.services.database.acrossTenants('directory', db => addKeyVersions(db, world.services.secrets, identification))
const versionOf = async ({ requestId }: Goods) =>
  (await world.admin.query<{ v: number }>('select key_version as v from code_request where id = $1', [requestId]))
    .rows[0]!.v
const newestOf = async (tenantId: number) =>
  (await world.admin.query<{ v: number }>('select max(version) as v from tenant_key where tenant_id = $1', [tenantId]))
    .rows[0]!.v
const open = (code: string) => world.services.directory.open(code)

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('ROTATES')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  before = await makeGoods(world, admin)
  world.services.directory.start()
})
afterAll(() => world.services.directory.stop())

test('a new version is used by requests that are added from then on, and by no other', async () => {
  expect(await versionOf(before)).toBe(1)
  expect(await makeVersions('rotates')).toMatchObject([{ identification: 'ROTATES', version: 2 }])
  expect(await versionOf(before)).toBe(1)
  after = await makeGoods(world, admin, { batchId: before.batchId })
  expect(await versionOf(after)).toBe(2)
})

test('codes of the former and the new key are read, each with its own key', async () => {
  for (const [goods, keyVersion] of [[before, 1] as const, [after, 2] as const])
    for (const [serial, code] of goods.codes.slice(0, 3).entries())
      expect(await open(code)).toMatchObject({ known: true, serial, entry: { keyVersion, requestId: goods.requestId } })
})

test('the codes are those that the page of the format describes for this version and this key', async () => {
  for (const [goods, version] of [[before, 1] as const, [after, 2] as const]) {
    const { rows } = await world.admin.query<{ wrapped: Buffer; number: number; salt: Buffer }>(
      `select k.wrapped, r.request_number as number, r.key_salt as salt from code_request r
       join tenant_key k on k.tenant_id = r.tenant_id and k.version = r.key_version where r.id = $1`,
      [goods.requestId],
    )
    const { wrapped, number, salt } = rows[0]!
    const key = unwrapped(wrapped, `tenant/${tenant.id}/${version}`)
    const parsed = parseCode(goods.codes[1]!)
    expect(parsed).toMatchObject({ ok: true, tag: tagOf(key, version, number, salt, 1) })
  }
})

test('tells every process, so that none goes on without the new key', async () => {
  const channels: string[] = []
  world.admin.on('notification', ({ channel }) => channels.push(channel))
  await world.admin.query('listen code_directory')
  await makeVersions('ROTATES')
  await expect.poll(() => channels).toEqual(['code_directory'])
  await world.admin.query('unlisten code_directory')
})

test('makes one for every enterprise when all are asked for, and none for a name that nobody has', async () => {
  const other = await world.makeTenant('OTHER')
  const was = [await newestOf(tenant.id), await newestOf(other.id)]
  expect(await makeVersions('NOBODY')).toEqual([])
  expect([await newestOf(tenant.id), await newestOf(other.id)]).toEqual(was)
  const renewed = await makeVersions()
  expect(renewed.map(({ identification }) => identification)).toEqual(expect.arrayContaining(['ROTATES', 'OTHER']))
  expect([await newestOf(tenant.id), await newestOf(other.id)]).toEqual(was.map(version => version + 1))
  expect(await open(before.codes[0]!)).toMatchObject({ known: true, serial: 0 })
})

test('two who make one at once make two', async () => {
  const was = await newestOf(tenant.id)
  await Promise.all([makeVersions('ROTATES'), makeVersions('ROTATES')])
  expect(await newestOf(tenant.id)).toBe(was + 2)
})

/** The wrapping as packages/codes/FORMAT.md describes it. */
function unwrapped(wrapped: Buffer, context: string): Buffer {
  const opener = createDecipheriv('aes-256-gcm', world.services.secrets.derive('tenant-keys'), wrapped.subarray(1, 13))
  opener.setAAD(Buffer.from(`timbermark/key-wrap/v1\0${context}`)).setAuthTag(wrapped.subarray(-16))
  return Buffer.concat([opener.update(wrapped.subarray(13, -16)), opener.final()])
}

/** The tag of a serial as packages/codes/FORMAT.md describes it, format 2 and derivation 2. */
function tagOf(key: Buffer, version: number, request: number, salt: Buffer, serial: number): number {
  const info = Buffer.concat([Buffer.from('tag\0'), numbers(version, request), salt])
  const k1 = Buffer.from(hkdfSync('sha256', key, 'timbermark/codes/v2', info, 16))
  const block = Buffer.alloc(16)
  block.set([0x02, 0x54])
  block.writeUInt32BE(request, 4)
  block.writeBigUInt64BE(BigInt(serial), 8)
  const cipher = createCipheriv('aes-128-ecb', k1, null).setAutoPadding(false)
  return Number(cipher.update(block).readBigUInt64BE(0) >> 14n)
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at)
  return bytes
}
