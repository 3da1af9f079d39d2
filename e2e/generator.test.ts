import { beforeAll, expect, test } from 'vitest'
import { platformAdmin } from '../apps/server/test/system/people.ts'
import { hostileText } from '../apps/server/test/tool/source-tables.ts'
import { makeJourney } from './support/journey.ts'
import { act } from './support/office.ts'
import { makePerson, type Person } from './support/people.ts'
import { button, exactly, words } from './support/words.ts'

const t = words('en')
const journey = makeJourney()
let administrator: Person

beforeAll(async () => {
  const { world } = journey.site
  await world.admin.query('create table shed (name varchar(40) not null, size integer, old text)')
  administrator = await makePerson(journey.site, { id: 1, deptId: null }, 'superAdmin')
  const tables = [{ schema: 'public', table: 'shed' }]
  expect((await (await platformAdmin(world)).post('/tool/gen/importTable', { tables })).code).toBe(200)
  await world.admin.query(`
    alter table shed drop column old, add column late text, alter column size type jsonb using null;
    comment on column shed.late is '${hostileText.replaceAll("'", "''")}'`)
})

test('a table that has changed since it was imported is synchronized, and what its comments say is only text', async () => {
  const { page } = await journey.enter(administrator, '/tool/gen')
  await act(page, t, /shed/, t('tool.gen.sync'))
  const question = page.getByRole('dialog', { name: t('tool.gen.syncTitle', { name: 'shed' }) })
  await question.getByRole('button', { name: exactly(t('tool.gen.sync')) }).click()
  await page.getByText(t('tool.gen.synced', { added: 1, changed: 1, gone: 1 })).waitFor()
  await act(page, t, /shed/, t('action.edit'))
  await page.getByRole('tab', { name: t('tool.gen.tab.columns') }).click()
  const column = (name: string) => page.locator('.tm-gen-columns .ant-collapse-item', { hasText: name })
  await column('late').first().waitFor()
  await expect.poll(() => page.locator('.tm-gen-column code').allInnerTexts()).toEqual(['name', 'size', 'late'])
  await column('size').getByText(t('tool.gen.state.unsupported'), { exact: true }).waitFor()
  await column('late').getByText('late', { exact: true }).click()
  await column('late').getByText('drop table account', { exact: false }).first().waitFor()
})

test('a number stays as it was typed, and what is no whole number is refused and not saved', async () => {
  const { page } = await journey.enter(administrator, '/tool/gen')
  await act(page, t, /shed/, t('action.edit'))
  await page.getByRole('tab', { name: t('tool.gen.tab.columns') }).click()
  const column = page.locator('.tm-gen-columns .ant-collapse-item', { hasText: 'name' }).first()
  await column.getByText('name', { exact: true }).first().click()
  const longest = column.getByLabel(t('tool.gen.maxLength'))
  await longest.fill('30.6')
  await longest.blur()
  const fieldError = column.getByText(t('error.notInteger', { label: t('tool.gen.maxLength') }))
  await fieldError.waitFor()
  await page.getByRole('button', { name: button(t('action.save')) }).click()
  await page.getByText(t('tool.gen.problems')).waitFor()
  await expect.poll(() => longest.inputValue()).toBe('30.6')
  await longest.fill('thirty')
  await longest.blur()
  await column.getByText(t('error.notNumber.read', { label: t('tool.gen.maxLength'), value: 'thirty' })).waitFor()
  expect(await longest.inputValue()).toBe('thirty')
  await longest.fill('30')
  await expect.poll(() => fieldError.count()).toBe(0)
  await page.getByRole('button', { name: button(t('action.save')) }).click()
  await page.getByText(t('entity.saved')).waitFor()
})
