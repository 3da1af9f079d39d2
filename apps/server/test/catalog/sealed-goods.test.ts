import { languages, product } from '@timbermark/contract'
import { phrase } from '@timbermark/phrases/all'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import type { Answered, Caller } from '../harness.ts'
import { addSample, png } from '../samples.ts'
import { makeScene, type Scene } from '../trace/scene.ts'
import { walkServedProof } from '../trace/walk-proof.ts'

/** Facts that public pages show for issued codes: some are fixed, others change with a reason that is sealed with them. */
let scene: Scene
let root: Caller
let productId: number
let categoryId: number
/** A product without issued codes. */
let free: number

type Kind = 'enterprise' | 'product' | 'batch' | 'request'
type Row = Record<string, unknown>

/** Sealed contents of this kind of row, in order; each is queued or in the log. */
async function sealed(kind: Kind): Promise<Record<string, unknown>[]> {
  const { rows } = await scene.world.admin.query(
    `select c.open::jsonb as open, exists (select from ledger_queue q where q.tenant_id = c.tenant_id and q.content = c.digest)
            or exists (select from ledger_entry e where e.content = c.content) as placed
     from sealed_content c where c.tenant_id = $1 and c.kind = $2 order by c.id`,
    [scene.tenant.id, kind],
  )
  expect(rows.every(row => row.placed)).toBe(true)
  return rows.map(row => row.open)
}
const counts = async () =>
  Promise.all((['enterprise', 'product', 'batch', 'request'] as const).map(async kind => (await sealed(kind)).length))
const queued = async () => Number((await scene.world.admin.query('select count(*) as n from ledger_queue')).rows[0].n)

const editProduct = (change: Row) => scene.admin.put('/catalog/product', { id: productId, ...change })
const editBatch = (change: Row) => scene.admin.put('/catalog/batch', { id: scene.goods.batchId, ...change })
const ofProduct = async () => (await scene.admin.get<Row>(`/catalog/product/${productId}`)).data
const ofBatch = async () => (await scene.admin.get<Row>(`/catalog/batch/${scene.goods.batchId}`)).data

/** Fields that were refused, and why. */
const issuesOf = ({ data }: Answered) =>
  ((data as { issues?: { field: string; error: string }[] }).issues ?? []).map(({ field, error }) => [field, error])

beforeAll(async () => {
  scene = await makeScene('SEALEDGOODS')
  root = await scene.world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  productId = Number((await ofBatch()).productId)
  categoryId = Number((await ofProduct()).categoryId)
  free = (await addSample(scene.admin, product, 'Free')).id
})

/** After each change the page is consistent: the reader's browser proves it, and the rows match the sealed content. */
beforeEach(() => async () => {
  await scene.append()
  expect(await walkServedProof(scene, scene.goods.codes[0]!)).toMatchObject({ outcome: 'proven', faults: [] })
  const { database } = scene.world.services
  expect((await checkWholeLedger(database, ledgerLog(scene.world.services), rowChecks)).faults).toEqual([])
})

describe('before anything is sealed', () => {
  test('everything may change without a reason, and nothing is queued', async () => {
    const before = [await queued(), ...(await counts())]
    const answer = await scene.admin.put('/catalog/product', { id: free, latinGenus: 'Other', name: 'Renamed' })
    expect(answer.code, answer.msg).toBe(200)
    expect([await queued(), ...(await counts())]).toEqual(before)
  })
})

describe('fixed facts once codes are issued', () => {
  test.each([
    ['latinGenus', 'Othergenus'],
    ['latinSpecies', 'otherspecies'],
  ])('refuses another %s of the product, with or without a reason', async (field, value) => {
    const before = await counts()
    for (const changeReason of ['', 'It was wrong.'])
      expect(issuesOf(await editProduct({ [field]: value, changeReason }))).toEqual([[field, 'catalog.sealed']])
    expect(await counts()).toEqual(before)
    expect((await ofProduct())[field]).not.toBe(value)
  })

  test('refuses another product of the batch', async () => {
    expect(issuesOf(await editBatch({ productId: free, changeReason: 'It was wrong.' }))).toEqual([
      ['productId', 'catalog.sealed'],
    ])
    expect(Number((await ofBatch()).productId)).toBe(productId)
  })

  test('gives the reason in the reader’s language', async () => {
    const messages = await Promise.all(
      languages.map(async language => {
        const { data } = await scene.world
          .caller(scene.admin.token, language)
          .put<{ issues: { message: string }[] }>('/catalog/product', { id: productId, latinGenus: 'Othergenus' })
        return data.issues[0]!.message
      }),
    )
    expect(messages).toEqual(languages.map(language => phrase(language, 'error.catalog.sealed')))
    expect(new Set(messages).size).toBe(languages.length)
  })
})

describe('facts that change with a reason', () => {
  test.each([
    ['name', 'New name', 'name'],
    ['foreignName', 'New foreign name', 'foreignName'],
    ['chineseName', '新名称', 'chineseName'],
    ['description', '<p>New <b>description</b></p>', 'description'],
  ])('of the product: %s', async (field, value, name) => {
    const before = await counts()
    expect(issuesOf(await editProduct({ [field]: value }))).toEqual([['changeReason', 'catalog.reason']])
    expect(issuesOf(await editProduct({ [field]: value, changeReason: '  ' }))).toEqual([
      ['changeReason', 'catalog.reason'],
    ])
    expect(await counts()).toEqual(before)
    const answer = await editProduct({ [field]: value, changeReason: `Because of ${field}` })
    expect(answer.code, answer.msg).toBe(200)
    expect(await counts()).toEqual([before[0], before[1]! + 1, before[2], before[3]])
    const [then, now] = (await sealed('product')).slice(-2)
    expect(now![name]).not.toBe(then![name])
    const text = value.replace(/<[^>]*>/g, '')
    // A name is sealed in all its languages.
    expect(now).toMatchObject({ [name]: name === 'name' ? { en: text } : text, reason: `Because of ${field}` })
  })

  test('of the product: its pictures, by the hash of what everybody sees', async () => {
    const upload = await scene.admin.upload<{ id: string }>('/common/upload', { name: 'log.png', content: png })
    expect(issuesOf(await editProduct({ images: [upload.data.id] }))).toEqual([['changeReason', 'catalog.reason']])
    const answer = await editProduct({ images: [upload.data.id], changeReason: 'A better picture' })
    expect(answer.code, answer.msg).toBe(200)
    const { rows } = await scene.world.admin.query('select public_sha256 from file_object where id = $1', [
      upload.data.id,
    ])
    expect((await sealed('product')).at(-1)!['image/0']).toMatchObject({
      file: upload.data.id,
      sha256: rows[0].public_sha256,
      type: 'image/webp',
    })
  })

  test.each([
    ['volume', '77.5', '77.500'],
    ['plannedDate', '2026-12-24', '2026-12-24'],
  ])('of the batch: %s', async (field, value, sealedValue) => {
    const before = await counts()
    expect(issuesOf(await editBatch({ [field]: value }))).toEqual([['changeReason', 'catalog.reason']])
    const answer = await editBatch({ [field]: value, changeReason: `Because of ${field}` })
    expect(answer.code, answer.msg).toBe(200)
    expect(await counts()).toEqual([before[0], before[1], before[2]! + 1, before[3]])
    const name = field === 'plannedDate' ? 'date' : field
    expect((await sealed('batch')).at(-1)).toMatchObject({ [name]: sealedValue, reason: `Because of ${field}` })
  })
})

describe('facts that are not public', () => {
  test('change without a reason and seal nothing, for product and batch', async () => {
    const before = await counts()
    const waiting = await queued()
    expect((await editProduct({ remark: 'for us', enterpriseName: 'Somebody' })).code).toBe(200)
    expect((await editBatch({ remark: 'for us' })).code).toBe(200)
    expect(await counts()).toEqual(before)
    expect(await queued()).toBe(waiting)
  })

  test('a form that is sent again as it was opened seals nothing', async () => {
    const before = await counts()
    const [goods, batch] = [await ofProduct(), await ofBatch()]
    const only = (row: Row, keys: string[]) => Object.fromEntries(keys.map(key => [key, row[key]]))
    const answers = [
      await editProduct({
        ...only(goods, [
          'changeReason',
          'name',
          'foreignName',
          'chineseName',
          'latinGenus',
          'latinSpecies',
          'description',
          'images',
          'video',
          'categoryId',
          'remark',
        ]),
      }),
      await editBatch({ ...only(batch, ['changeReason', 'productId', 'volume', 'plannedDate', 'remark']) }),
    ]
    for (const answer of answers) expect(answer.code, answer.raw.toString()).toBe(200)
    expect(await counts()).toEqual(before)
  })
})

describe('facts from other rows', () => {
  test('a category renamed seals every sealed product in it once, and no other', async () => {
    const before = await counts()
    expect((await scene.admin.put('/catalog/category', { id: categoryId, orderNum: 7 })).code).toBe(200)
    expect(await counts()).toEqual(before)
    expect((await scene.admin.put('/catalog/category', { id: categoryId, name: 'Hardwood' })).code).toBe(200)
    expect(await counts()).toEqual([before[0], before[1]! + 1, before[2], before[3]])
    expect((await sealed('product')).at(-1)).toMatchObject({ category: { en: 'Hardwood' } })
    // The reason of its last edit does not belong to this change.
    expect((await sealed('product')).at(-2)).toHaveProperty('reason')
    expect((await sealed('product')).at(-1)).not.toHaveProperty('reason')
  })

  test('an enterprise renamed or disabled is sealed once each, its contact never', async () => {
    const before = await counts()
    const edit = async (change: Row) => {
      const answer = await root.put('/tenant/enterprise', { id: scene.tenant.id, ...change })
      expect(answer.code, answer.msg).toBe(200)
    }
    await edit({ contact: 'New desk' })
    expect(await counts()).toEqual(before)
    await edit({ name: 'Renamed enterprise' })
    expect(await counts()).toEqual([before[0]! + 1, ...before.slice(1)])
    expect((await sealed('enterprise')).at(-1)).toMatchObject({ name: 'Renamed enterprise', active: true })
    await root.put('/tenant/enterprise/changeStatus', { id: scene.tenant.id, status: '1' })
    expect((await sealed('enterprise')).at(-1)).toMatchObject({ active: false })
    await root.put('/tenant/enterprise/changeStatus', { id: scene.tenant.id, status: '0' })
    expect(await counts()).toEqual([before[0]! + 3, ...before.slice(1)])
    // Its sessions have ended.
    scene.admin = await scene.world.signIn(scene.tenant, ['enterpriseAdmin'])
  })

  test('a batch that is activated, closed and voided is sealed with its state and why', async () => {
    const before = await counts()
    const { batchId } = scene.goods
    const stateOf = async () => (await sealed('batch')).at(-1)
    const steps = [
      ['activate', {}, { status: 'active' }],
      ['close', {}, { status: 'closed' }],
      ['void', { reason: 'It burned' }, { status: 'voided', reason: 'It burned' }],
    ] as const
    for (const [verb, body, expected] of steps) {
      const answer = await scene.admin.put(`/catalog/batch/${batchId}/${verb}`, body)
      expect(answer.code, answer.msg).toBe(200)
      expect(await stateOf()).toMatchObject(expected)
      // The reason of an earlier edit does not belong to this transition.
      expect((await stateOf())!.reason).toBe('reason' in body ? body.reason : undefined)
    }
    expect(await counts()).toEqual([before[0], before[1], before[2]! + 3, before[3]])
  })
})
