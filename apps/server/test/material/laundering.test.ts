import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Company, makeCompany } from '../custody/companies.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { makeWorld, type World } from '../harness.ts'
import { pdf } from '../samples.ts'
import { reportWood } from './report-wood.ts'

/** The four ways in which timber is laundered: each is refused, or stands in the record with its reason, in words a person understands. */
let world: World
let mill: Company
let goods: Goods
let codeAt = 0

beforeAll(async () => {
  world = await makeWorld()
  const stages: StageKey[] = ['felling', 'rawMaterialPurchase', 'processing', 'exportCustoms']
  mill = await makeCompany(world, 'LAUNDRY', stages)
})

beforeEach(async () => {
  goods = await makeGoods(world, mill.admin)
  codeAt = 0
})

const state = (stage: StageKey, values: object) =>
  reportWood(world, mill, goods.codes[codeAt++], stage, values, new Date())

const fell = async (volume: string, more: object = {}) => {
  const answer = await state('felling', { treeSpecies: 'OKO', volume, ...more })
  expect(answer.code, answer.msg).toBe(200)
}

const setProduct = (genus: string, species: string) =>
  world.admin.query(
    `update product p set latin_genus = $2, latin_species = $3 from batch b where b.id = $1 and p.id = b.product_id`,
    [goods.batchId, genus, species],
  )

test('mixing at the mill: wood of unknown source is not sawn with the known', async () => {
  await fell('10')
  const answer = await state('processing', { inputSpecies: 'OKO', inputVolume: '14', outputVolume: '7' })
  expect(answer.error).toBe('material.overdrawn')
  expect(answer.msg).toMatch(/10 m³.*14 m³/)
})

test('false conversion: a yield that nobody reaches is asked about, and the answer stays in the record', async () => {
  await fell('10')
  const tooMuch = { inputSpecies: 'OKO', inputVolume: '10', outputVolume: '10.001' }
  expect((await state('processing', tooMuch)).error).toBe('plausible.outputAboveInput')
  const unlikely = await state('processing', { ...tooMuch, outputVolume: '9' })
  expect(unlikely.data.issues.map(({ error }) => error)).toEqual(['plausible.yieldUnusual'])
  expect(JSON.stringify(unlikely.data.issues)).toContain('90')
})

test('reuse of a permit: neither beyond what it covers, nor entered a second time', async () => {
  const addPermit = async (content: Buffer, number: string) => {
    const file = await mill.admin.upload<{ id: string }>('/common/upload', { name: 'permit.pdf', content })
    const body = { code: `FP-${randomUUID().slice(0, 8)}`, name: 'Felling permit', type: 'form', file: [file.data.id] }
    return {
      code: body.code,
      answer: await mill.admin.post('/evidence/document', { ...body, number, coveredVolume: '12' }),
    }
  }
  const scan = Buffer.concat([pdf, Buffer.from('% felling permit\n')])
  const permit = await addPermit(scan, 'GA/2026/7')
  expect(permit.answer.code, permit.answer.msg).toBe(200)
  await fell('12', { fellingPermit: permit.code })
  const again = await state('felling', { treeSpecies: 'OKO', volume: '1', fellingPermit: permit.code })
  expect(again.error).toBe('plausible.paperOverdrawn')
  expect(again.msg).toContain(permit.code)
  expect((await addPermit(scan, 'GA/2026/8')).answer.error).toBe('evidence.sameFile')
  expect((await addPermit(Buffer.concat([scan, scan]), 'ga 2026 7')).answer.error).toBe('evidence.numberTaken')
})

test('false species: another name on the papers is refused, and listed wood crosses no border without a permit', async () => {
  const renamed = await state('felling', { treeSpecies: 'IRO', volume: '5' })
  expect(renamed.error).toBe('plausible.speciesContradicted')
  expect(renamed.msg).toMatch(/Milicia excelsa.*Aucoumea klaineana/)
  const permit = {
    code: 'FP-SPECIES',
    name: 'Felling permit',
    type: 'form',
    species: 'Iroko (Milicia excelsa), Sapelli',
  }
  const file = await mill.admin.upload<{ id: string }>('/common/upload', {
    name: 'p.pdf',
    content: Buffer.concat([pdf, Buffer.from('% i')]),
  })
  const added = await mill.admin.post('/evidence/document', { ...permit, file: [file.data.id] })
  expect(added.code, added.msg).toBe(200)
  const relabelled = await state('felling', { treeSpecies: 'OKO', volume: '5', fellingPermit: permit.code })
  expect(relabelled.error).toBe('plausible.paperSpecies')
  expect(relabelled.msg).toMatch(/FP-SPECIES.*Milicia excelsa, Entandrophragma cylindricum.*Aucoumea klaineana/)
  await setProduct('Gonystylus', 'bancanus')
  const crossing = await state('exportCustoms', {
    originCountry: 'GA',
    exportDate: new Date().toISOString().slice(0, 10),
  })
  expect(crossing.error).toBe('plausible.citesPermitMissing')
})
