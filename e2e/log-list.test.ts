import type { Language } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { beforeAll, expect, test } from 'vitest'
import { archive, textRow, workbookParts } from '../apps/server/src/platform/workbook/xlsx/samples.ts'
import { type Goods, makeGoods } from '../apps/server/test/goods.ts'
import { makeJourney } from './support/journey.ts'
import { choose } from './support/office.ts'
import { makePerson, type Person } from './support/people.ts'
import { button, words } from './support/words.ts'

/** A sawmill's list of logs: titles, wrapped headings in capitals with units, rows that a filter hides. */
const journey = makeJourney({ lasting: true })

let admin: Person
let goods: Goods

beforeAll(async () => {
  const { world } = journey.site
  const tenant = await world.makeTenant('LOGS')
  admin = await makePerson(journey.site, tenant, 'enterpriseAdmin')
  goods = await makeGoods(world, await world.signIn(tenant, ['enterpriseAdmin']))
})

function logList(language: Language, codes: readonly string[]): Buffer {
  const t = words(language)
  const title = { zh: '原木清单 2026年11月', en: 'List of logs, November 2026', fr: 'Liste des grumes, novembre 2026' }
  const comma = language === 'fr'
  const headings = [
    t('stage.entry.firstCode').toUpperCase(),
    t('stage.record.documentCode'),
    `${t('stage.record.operator')} *`,
    t('stage.record.happenedAt').replace(' ', '\n'),
    t('stage.field.treeSpecies'),
    t('stage.field.fellingTime').replace(' ', '\u00a0'),
    t('stage.field.loggingPermitNumber'),
    t('stage.field.logNumber'),
    `${t('stage.field.volume').toUpperCase()}\n[m3]`,
  ]
  const row = (n: number, code: string, volume: string) =>
    textRow(
      n,
      code,
      goods.documentCode,
      'Mba',
      '2026-11-03 09:30',
      'OKO',
      '2026-11-02 07:00',
      'AAC-7',
      `L-${n}`,
      volume,
    )
  const [first, hidden, last] = codes as [string, string, string]
  const rows = [
    textRow(1, title[language]),
    textRow(4, ...headings),
    row(5, first, comma ? '2,5' : '2.5'),
    row(6, hidden, '9').replace('<row ', '<row hidden="1" '),
    row(7, last, comma ? '3,25' : '3.25'),
  ]
  const parts = workbookParts(rows.join(''))
  const path = 'xl/worksheets/sheet1.xml'
  parts[path] = String(parts[path]).replace(
    '</worksheet>',
    '<autoFilter ref="A4:I7"><filterColumn colId="7"/></autoFilter><mergeCells><mergeCell ref="A1:I2"/></mergeCells></worksheet>',
  )
  return archive(parts)
}

test.each(['zh', 'en', 'fr'] as const)('a log list is imported as a mill sends it, in %s', async language => {
  const t = words(language)
  const codes = goods.codes.slice({ zh: 0, en: 3, fr: 6 }[language])
  const { page } = await journey.visit({ as: admin, language })
  await page.goto(`${journey.site.url}/stage/record`)
  await page
    .getByRole('button', { name: button(t('stage.entry.import')) })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: t('stage.entry.import') })
  // By its place: in English the label of the template begins with the same word.
  await dialog.locator('#entry-import-stage').fill(t('stage.felling'))
  const stage = `${stageByKey('felling').order}. ${t('stage.felling')}`
  await page.locator('.ant-select-dropdown:visible').getByTitle(stage, { exact: true }).click()
  await choose(dialog, t('stage.record.circulationName'), t('stage.circulation.free'))
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'logs.xlsx', mimeType: 'application/octet-stream', buffer: logList(language, codes) })
  await dialog.getByRole('button', { name: button(t('entity.importCheck')) }).click()

  // What was left out, and the values as they will be stored.
  await dialog.getByText(t('entity.importSource', { sheet: 'Sheet1', row: 4 })).waitFor()
  await dialog.getByText(t('entity.importHiddenRows', { n: 1 })).waitFor()
  const preview = dialog.getByRole('region', { name: t('entity.importPreview') })
  await expect.poll(() => preview.locator('tbody tr[data-row-key]').count()).toBe(2)
  await preview.getByText(language === 'fr' ? '3,25' : '3.25', { exact: true }).waitFor()
  if (language === 'fr') await preview.getByText(t('entity.importWritten', { text: '3,25' })).waitFor()
  await dialog.getByRole('button', { name: button(t('entity.importCommit', { n: 2 })) }).click()
  await dialog.getByText(t('stage.entry.imported', { rows: 2, records: 2 })).waitFor()

  const { rows } = await journey.site.world.admin.query<{ volume: string; log: string }>(
    `select public_values ->> 'volume' as volume, public_values ->> 'logNumber' as log from stage_record
     where tenant_id = $1 order by id desc limit 2`,
    [admin.tenantId],
  )
  expect(rows.map(({ volume, log }) => [Number(volume), log])).toEqual([
    [3.25, 'L-7'],
    [2.5, 'L-5'],
  ])
})
