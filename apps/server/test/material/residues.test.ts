import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { ownCirculation } from '@timbermark/contract/stages'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Company, makeCompany } from '../custody/companies.ts'
import { circulationOf, type Goods, makeGoods, templateOf } from '../goods.ts'
import { makeWorld, type World } from '../harness.ts'
import { reportWood, woodValues } from './report-wood.ts'

/** What remains of a conversion: residues by kind, and the reason of what is lost. */
let world: World
let mill: Company
let goods: Goods

beforeAll(async () => {
  world = await makeWorld()
  mill = await makeCompany(world, 'RESIDUES', ['felling', 'processing', 'secondaryProcessing'])
})

beforeEach(async () => {
  goods = await makeGoods(world, mill.admin)
  expect((await report('felling', { treeSpecies: 'OKO', volume: '10' })).msg).toBe('ok')
})

let codeAt = 0
const report = (stage: StageKey, values: object) =>
  reportWood(world, mill, goods.codes[codeAt++ % goods.codes.length], stage, values)

const sawn = (inputVolume: string, outputVolume: string, rest: object) => ({
  inputSpecies: 'OKO',
  inputVolume,
  outputVolume,
  ...rest,
})

const entries = async (query = ''): Promise<string[]> => {
  const { rows } = await mill.admin.get(`/material/entry/list?batchId=${goods.batchId}&limit=50${query}`)
  return rows.map(row => `${row.act} ${row.form} ${row.volume} ${row.reason ?? '-'}`).reverse()
}

const residue = async (): Promise<string | undefined> => {
  const { rows } = await mill.admin.get('/material/balance/list?limit=50&form=residue')
  return rows.find(row => row.batchId === goods.batchId)?.volume as string | undefined
}

const felled = 'felled log 10 -'

describe('a conversion', () => {
  test('enters residues by kind and the rest as lost for the stated reason', async () => {
    const rest = { offcutsVolume: '2.5', sawdustVolume: '1.2', barkVolume: '0', lossReason: 'drying' }
    expect((await report('processing', sawn('10', '6', rest))).msg).toBe('ok')
    expect((await report('secondaryProcessing', sawn('6', '5', { sawdustVolume: '0.75' }))).msg).toBe('ok')
    expect(await entries()).toEqual([
      felled,
      'converted log -10 -',
      'converted sawn 6 -',
      'converted residue 2.5 offcuts',
      'converted residue 1.2 sawdust',
      'lost residue 0.3 drying',
      'converted sawn -6 -',
      'converted product 5 -',
      'converted residue 0.75 sawdust',
      'lost residue 0.25 -',
    ])
    expect(await entries('&reason=sawdust')).toEqual([
      'converted residue 1.2 sawdust',
      'converted residue 0.75 sawdust',
    ])
    expect(await residue()).toBe('5')
  })

  test('whose parts are exactly the input passes, and a millionth more is refused', async () => {
    // As floats 0.1 and 0.2 are more than 0.3.
    expect((await report('processing', sawn('0.3', '0.1', { sawdustVolume: '0.2' }))).msg).toBe('ok')
    const answer = await report('processing', sawn('0.3', '0.1', { offcutsVolume: '0.1', barkVolume: '0.100001' }))
    expect(answer.data.issues).toMatchObject([
      {
        field: 'values.barkVolume',
        error: 'plausible.residuesAboveInput',
        params: { input: 0.3, output: 0.1, residues: 0.200001 },
      },
    ])
    expect(await entries()).toEqual([
      felled,
      'converted log -0.3 -',
      'converted sawn 0.1 -',
      'converted residue 0.2 sawdust',
    ])
  })

  test.each([
    ['zh', '产出（6 立方米）与剩余物（5 立方米）之和多于投入（10 立方米）'],
    ['en', 'Output (6 m³) and residues (5 m³) together are more than what goes in (10 m³)'],
    ['fr', 'Le bois obtenu (6 m³) et les connexes (5 m³) dépassent ensemble ce qui entre (10 m³)'],
  ])('that gives more than goes in is refused in the reader’s language (%s)', async (language, text) => {
    const answer = await mill.field.post(
      '/stage/report',
      {
        reportId: randomUUID(),
        stage: 'processing',
        templateId: await templateOf(world, 'processing'),
        circulationId: ownCirculation,
        documentCode: 'PAPER',
        operator: 'Reporter',
        time: '2026-05-01T08:00:00Z',
        codes: [goods.codes[0]],
        values: woodValues('processing', sawn('10', '6', { offcutsVolume: '5' })),
      },
      { 'accept-language': language },
    )
    expect(answer.msg).toBe(text)
    expect(await entries()).toEqual([felled])
  })

  test('that is corrected or withdrawn takes all of its lines back', async () => {
    const rest = { offcutsVolume: '3', lossReason: 'kerf' }
    const first = await report('processing', sawn('10', '6', rest))
    const corrected = await mill.admin.put<{ recordId: number }>(`/stage/record/${first.data.recordId}/correct`, {
      reason: 'Weighed again',
      documentCode: goods.documentCode,
      operator: 'Demo operator',
      time: '2026-05-01T08:00:00Z',
      values: woodValues('processing', sawn('10', '6', { barkVolume: '0.5', lossReason: 'defects' })),
    })
    expect(corrected.msg).toBe('ok')
    expect((await entries()).slice(5)).toEqual([
      'reversed log 10 -',
      'reversed sawn -6 -',
      'reversed residue -3 offcuts',
      'reversed residue -1 kerf',
      'converted log -10 -',
      'converted sawn 6 -',
      'converted residue 0.5 bark',
      'lost residue 3.5 defects',
    ])
    expect(await residue()).toBe('4')
    const above = await mill.admin.put(`/stage/record/${corrected.data.recordId}/correct`, {
      reason: 'Weighed again',
      documentCode: goods.documentCode,
      operator: 'Demo operator',
      time: '2026-05-01T08:00:00Z',
      values: woodValues('processing', sawn('10', '6', { barkVolume: '4.1' })),
    })
    expect(above.error).toBe('plausible.residuesAboveInput')
    expect(
      (await mill.admin.put(`/stage/record/${corrected.data.recordId}/void`, { reason: 'Never happened' })).msg,
    ).toBe('ok')
    expect(await residue()).toBe('0')
  })
})

test('a list of reports takes residues and the reason in the words of its language', async () => {
  const day = new Date().toISOString().slice(0, 10)
  const content = [
    'Code;Document proof number;Operator;Happened at;Species put in;Volume put in;Volume coming out;Volume of bark;Why the rest was lost;Product name;Production date',
    `${goods.codes[10]};PAPER;Clerk;${day} 00:00;OKO;6;3;0.4;Rot or defects;Boards;${day}`,
  ].join('\n')
  const answer = await mill.admin.upload<{ errors: object[] }>(
    '/stage/record/importData',
    { name: 'list.csv', content: Buffer.from(content), type: 'text/csv' },
    {
      mode: 'commit',
      templateId: String(await templateOf(world, 'processing')),
      circulationId: String(await circulationOf(world, 'free')),
    },
  )
  expect(answer.data.errors).toEqual([])
  expect((await entries()).slice(-2)).toEqual(['converted residue 0.4 bark', 'lost residue 2.6 defects'])
})
