import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  firstRowTable,
  readWorkbook,
  writeXlsx,
  type XlsxTable,
  xlsxLimits,
} from '../../src/platform/workbook/xlsx/xlsx.ts'
import { circulationOf, templateOf } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeHolder } from '../system/people.ts'
import { type Scene, sceneIn } from '../trace/scene.ts'

/** The export of records carries what their import takes: a round trip into another enterprise changes nothing. */
let world: World
let here: Scene
let there: Scene

beforeAll(async () => {
  world = await makeWorld()
  here = await sceneIn(world, 'FROM')
  there = await sceneIn(world, 'INTO')
})

async function exported(caller: Caller, query = ''): Promise<Map<string, XlsxTable>> {
  const { raw } = await caller.get(`/stage/record/export${query}`)
  const grids = await readWorkbook(raw, { kilobytes: 5000 })
  return new Map(grids.map(grid => [grid.sheet!, firstRowTable(grid, xlsxLimits)]))
}

async function imported(scene: Scene, stage: string, content: Buffer, mode = 'commit') {
  return scene.admin.upload<{ rows: number; records: number; errors: unknown[]; source: { sheet: string } }>(
    '/stage/record/importData',
    { name: 'records.xlsx', content },
    {
      mode,
      templateId: String(await templateOf(world, stage)),
      circulationId: String(await circulationOf(world, 'free')),
    },
  )
}

/** The table with each code and paper of one enterprise as its counterpart in the other. */
function translated({ header, rows }: XlsxTable, from: Scene['goods'], into: Scene['goods']): XlsxTable {
  const words = new Map([
    ...from.codes.map((code, n) => [code, into.codes[n]!] as const),
    [from.documentCode, into.documentCode] as const,
  ])
  return { header, rows: rows.map(row => row.map(cell => words.get(String(cell)) ?? cell)) }
}

const bookOf = ({ header, rows }: XlsxTable, sheetName: string) =>
  buffer(
    writeXlsx(
      header.map((title, place) => {
        const sample = rows.find(row => row[place] !== null)?.[place]
        const kind = sample instanceof Date ? 'datetime' : typeof sample === 'number' ? 'decimal' : 'text'
        return { title, width: 20, kind }
      }),
      rows,
      { sheetName },
    ),
  )

describe('the export of stage records', () => {
  test('has a sheet for each stage, and a round trip into an empty enterprise is equal', async () => {
    const { goods } = here
    await here.report('felling', [goods.codes[0]!])
    await here.report('felling', [goods.codes[1]!, goods.codes[2]!], {
      operator: 'Équipe n°2',
      values: { remark: "d'abord" },
    })
    await here.report('forestSurvey', [goods.codes[3]!], { time: '2026-10-02T07:05:06Z' })
    const voided = await here.report('forestSurvey', [goods.codes[4]!])
    expect((await here.admin.put(`/stage/record/${voided}/void`, { reason: 'twice' })).code).toBe(200)

    const before = await exported(here.admin)
    const names = [...before.keys()]
    expect(names).toHaveLength(3)
    const felling = before.get('Felling')!
    // Codes that follow each other are one row, and a withdrawn record has none.
    expect(felling.rows).toHaveLength(2)
    const survey = before.get(names.find(name => /survey/i.test(name))!)!
    expect(survey.rows).toHaveLength(1)

    for (const [name, stage] of [
      [names.find(one => /survey/i.test(one))!, 'forestSurvey'],
      ['Felling', 'felling'],
    ] as const) {
      const content = await bookOf(translated(before.get(name)!, goods, there.goods), name)
      const answer = await imported(there, stage, content)
      expect(answer, JSON.stringify(answer.data)).toMatchObject({ code: 200, data: { errors: [] } })
    }
    const after = await exported(there.admin)
    expect([...after.keys()]).toEqual(names)
    for (const name of names.slice(1))
      expect(translated(after.get(name)!, there.goods, goods), name).toEqual(before.get(name))
  })

  test('is taken in as it is: the import finds the sheet of its stage among the others', async () => {
    const { raw } = await here.admin.get('/stage/record/export')
    const answer = await imported(here, 'felling', raw, 'check')
    expect(answer.data.source.sheet).toBe('Felling')
    // They are reported already.
    expect(answer.data.errors.length).toBeGreaterThan(0)
  })

  test('follows the search, and keeps confidential values from who may not open a record', async () => {
    expect([...(await exported(here.admin, '?stage=felling')).keys()].slice(1)).toEqual(['Felling'])
    const lister = await makeHolder(
      world,
      here.admin,
      here.tenant.deptId,
      ['stage:record:list', 'stage:record:export'],
      { dataScope: '1' },
    )
    const all = (await exported(here.admin)).get('Felling')!.header
    const few = (await exported(lister)).get('Felling')?.header ?? []
    expect(few.length).toBeGreaterThan(0)
    expect(all).toEqual(expect.arrayContaining(few))
  })
})
