import { beforeAll, describe, expect, test } from 'vitest'
import { firstRowTable, readWorkbook, type XlsxTable, xlsxLimits } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { circulationOf, templateOf } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import { makeHolder } from '../system/people.ts'
import { type Scene, sceneIn } from '../trace/scene.ts'

/** Which records and columns the export of records has; export-all-stages.test.ts takes it in again. */
let world: World
let here: Scene

beforeAll(async () => {
  world = await makeWorld()
  here = await sceneIn(world, 'FROM')
})

async function exported(caller: Caller, query = ''): Promise<Map<string, XlsxTable>> {
  const { raw } = await caller.get(`/stage/record/export${query}`)
  const grids = await readWorkbook(raw, { kilobytes: 5000 })
  return new Map(grids.map(grid => [grid.sheet!, firstRowTable(grid, xlsxLimits)]))
}

describe('the export of stage records', () => {
  test('has a sheet for each stage, with one row for codes that follow each other and none for what was withdrawn', async () => {
    const { goods } = here
    await here.report('felling', [goods.codes[0]!])
    await here.report('felling', [goods.codes[1]!, goods.codes[2]!], { operator: 'Équipe n°2' })
    await here.report('forestSurvey', [goods.codes[3]!], { time: '2026-10-02T07:05:06Z' })
    const voided = await here.report('forestSurvey', [goods.codes[4]!])
    expect((await here.admin.put(`/stage/record/${voided}/void`, { reason: 'twice' })).code).toBe(200)
    const sheets = await exported(here.admin)
    expect([...sheets.keys()].slice(1)).toEqual(['Forest survey marker', 'Felling'])
    expect(sheets.get('Felling')!.rows).toHaveLength(2)
    expect(sheets.get('Forest survey marker')!.rows).toHaveLength(1)
  })

  test('is no list of new reports: what is reported already is refused row by row', async () => {
    const { raw } = await here.admin.get('/stage/record/export')
    const answer = await here.admin.upload<{ errors: unknown[]; source: { sheet: string } }>(
      '/stage/record/importData',
      { name: 'records.xlsx', content: raw },
      {
        mode: 'check',
        templateId: String(await templateOf(world, 'felling')),
        circulationId: String(await circulationOf(world, 'free')),
      },
    )
    expect(answer.data.source.sheet).toBe('Felling')
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
