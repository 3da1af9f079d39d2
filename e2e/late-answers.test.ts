import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeJourney } from './support/journey.ts'
import { act, choose, field, goTo } from './support/office.ts'
import { makePerson, type Person } from './support/people.ts'
import { makeEnterprise, type EnterpriseFixture } from './support/enterprise.ts'
import { button, exactly, words } from './support/words.ts'

/** A user who is quicker than an answer keeps what they did meanwhile and sees nothing outdated. */
const t = words('en')
const journey = makeJourney()

let stock: EnterpriseFixture
let operator: Person
/** What its batch and its request of codes are called. */
let called: { batch: string; request: string }

beforeAll(async () => {
  stock = await makeEnterprise(journey.site, 'LATE')
  const { rows } = await journey.site.world.admin.query<typeof called>(
    'select b.batch_number as batch, r.name as request from code_request r join batch b on b.id = r.batch_id where r.id = $1',
    [stock.goods.requestId],
  )
  called = rows[0]!
  operator = await makePerson(journey.site, { id: 1, deptId: null }, 'superAdmin')
})

/** Keeps the calls of an address back from now on, until they are let go. */
async function hold(page: Page, method: string, address: string): Promise<() => void> {
  const come = Promise.withResolvers<void>()
  await page.route(address, async route => {
    if (route.request().method() === method) await come.promise
    await route.continue()
  })
  return come.resolve
}

test('the profile keeps what was saved while it is read again', async () => {
  const { page } = await journey.enter(stock.admin, '/user/profile')
  const form = page.getByRole('main')
  const name = field(form, t('system.profile.nickName'))
  await expect.poll(() => name.inputValue()).toBe('Demo')
  await name.fill('Quick')
  await field(form, t('system.profile.phonenumber')).fill('13800001234')
  await field(form, t('system.profile.email')).fill('quick@example.org')
  await field(form, t('shell.factor.password')).fill(stock.admin.password)
  const come = await hold(page, 'GET', '**/api/system/user/profile')
  const read = page.waitForRequest(request => /\/user\/profile$/.test(request.url()) && request.method() === 'GET')
  await form.getByRole('button', { name: button(t('action.save')) }).click()
  await Promise.all([page.getByText(t('entity.saved')).waitFor(), read])
  expect(await name.inputValue()).toBe('Quick')
  come()
  await expect.poll(() => form.getByRole('button', { name: button(t('action.save')) }).isDisabled()).toBe(true)
  await expect.poll(() => name.isEnabled()).toBe(true)
  expect(await name.inputValue()).toBe('Quick')
})

test('the codes of a whole batch are added to a range that was added meanwhile', async () => {
  const { page } = await journey.enter(stock.admin, '/stage/record')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('stage.entry.title') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('stage.entry.title') })
  await choose(form, t('stage.record.stage'), `2. ${t('stage.felling')}`)
  const goods = form.getByRole('region', { name: t('stage.entry.goods') })
  const come = await hold(page, 'GET', '**/api/code/request/list?*batchId=*')
  await choose(form, t('stage.entry.wholeBatch'), called.batch)
  await goods.getByRole('button', { name: t('stage.entry.addRange') }).click()
  await choose(goods, t('code.request'), called.request)
  await field(goods, t('field.from')).fill('11')
  await field(goods, t('field.to')).fill('22')
  come()
  // Its request is chosen already: what was entered of it stays.
  await expect.poll(() => field(goods, t('field.to')).count()).toBe(1)
  await page.waitForLoadState('networkidle')
  expect([await field(goods, t('field.from')).inputValue(), await field(goods, t('field.to')).inputValue()]).toEqual([
    '11',
    '22',
  ])
})

test('a form is designed on from what it is now, not from what was read of it before', async () => {
  const { page } = await journey.enter(operator, '/tool/build')
  const { world } = journey.site
  const boss = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  const content = { groups: [{ titles: { zh: '组', en: 'Group', fr: 'Groupe' }, fields: [] }] }
  const createdForm = await boss.post<{ id: number }>('/tool/build', { name: 'Before', remark: null, content })
  expect(createdForm.code, createdForm.msg).toBe(200)
  await page
    .getByRole('main')
    .getByRole('button', { name: t('action.refresh') })
    .click()
  await act(page, t, 'Before', t('tool.build.design'))
  const name = page.getByLabel(t('tool.build.name'))
  await expect.poll(() => name.inputValue()).toBe('Before')
  await page.getByRole('button', { name: button(t('action.back')) }).click()
  expect((await boss.put('/tool/build', { id: createdForm.data.id, name: 'After', remark: null, content })).code).toBe(
    200,
  )
  await page
    .getByRole('main')
    .getByRole('button', { name: t('action.refresh') })
    .click()
  await act(page, t, 'After', t('tool.build.design'))
  await expect.poll(() => name.inputValue()).toBe('After')
})

test('a text that is discarded is gone from the editor too', async () => {
  const { page } = await journey.enter(operator, '/news/article?add=1')
  const form = page.getByRole('dialog', { name: t('entity.addTitle', { name: t('news.article') }) })
  const text = form.getByLabel(exactly(t('news.article.content')))
  await text.pressSequentially('Rosewood')
  await expect.poll(() => text.innerText()).toContain('Rosewood')
  await page.reload()
  await form.getByText(t('entity.draftFound')).waitFor()
  await expect.poll(() => text.innerText()).toContain('Rosewood')
  await form.getByRole('button', { name: t('entity.draftDrop') }).click()
  await expect.poll(() => text.innerText()).not.toContain('Rosewood')
  await text.pressSequentially('Teak')
  await expect.poll(() => text.innerText()).toContain('Teak')
})

test('a form that waits on a hidden screen is asked about when the tab is closed, and an export from there goes on', async () => {
  const { page } = await journey.enter(operator, '/system/post?add=1')
  const form = page.getByRole('dialog', { name: t('entity.addTitle', { name: t('system.post') }) })
  await field(form, t('system.post.postName')).fill('Grader')
  await goTo(page, '/system/user')
  const exported = page.getByRole('main').getByRole('button', { name: button(t('action.export')) })
  const come = await hold(page, 'GET', '**/api/system/user/export*')
  await Promise.all([page.waitForRequest('**/api/system/user/export*'), exported.click()])
  await goTo(page, '/index')
  const warned = () =>
    page.locator('html').evaluate(root => {
      const { defaultView: view } = root.ownerDocument
      return !view.dispatchEvent(new view.Event('beforeunload', { cancelable: true }))
    })
  await expect.poll(warned).toBe(true)
  const file = page.waitForEvent('download')
  come()
  await file
})

test('what is sent again because its answer was lost is done once', async () => {
  const { page } = await journey.visit({ as: operator, language: 'en', expected: /Failed to load resource/ })
  await page.goto(`${journey.site.url}/tool/build?design=new`)
  await page.getByLabel(t('tool.build.name')).fill('Once only')
  let sent = 0
  await page.route('**/api/tool/build', async route => {
    if (route.request().method() !== 'POST' || sent++ > 0) return route.continue()
    await route.fetch()
    await route.abort()
  })
  const saving = page.getByRole('main').getByRole('button', { name: button(t('action.save')) })
  await saving.click()
  await expect.poll(() => sent).toBe(1)
  await page.getByText(t('shell.transport.network')).first().waitFor()
  // The same within a second is taken for a slip of the hand.
  await expect
    .poll(async () => {
      if (sent === 1) await saving.click()
      return sent
    })
    .toBe(2)
  await page.getByRole('row', { name: 'Once only' }).waitFor()
  const { rows } = await journey.site.world.admin.query(`select 1 from form_design where name = 'Once only'`)
  expect(rows).toHaveLength(1)
})

test('a report goes on with the form that it began with, though a colleague has changed that since', async () => {
  const { world } = journey.site
  const colleague = await world.signIn(stock.tenant, ['enterpriseAdmin'])
  const createdTemplate = await colleague.post<{ id: number }>('/stage/template', {
    name: 'LATE',
    displayName: 'Late felling',
    stage: 'felling',
    orderNum: 0,
    attributes: [{ label: 'Moisture', input: 'text' }],
  })
  expect(createdTemplate.code, createdTemplate.msg).toBe(200)
  const { page } = await journey.enter(stock.admin, '/stage/record?add=1')
  const form = page.getByRole('dialog', { name: t('stage.entry.title') })
  await choose(form, t('stage.record.stage'), `2. ${t('stage.felling')}`)
  await choose(form, t('stage.template'), 'Late felling')
  await field(form, 'Moisture').fill('18 percent')
  const changed = await colleague.put('/stage/template', {
    id: createdTemplate.data.id,
    attributes: [{ label: 'Defects', input: 'text' }],
  })
  expect(changed.code, changed.msg).toBe(200)
  await page.reload()
  await form.getByText(t('entity.draftFound')).waitFor()
  await form.getByTitle(t('stage.entry.begunForm', { name: 'Late felling' })).waitFor()
  await expect.poll(() => field(form, 'Moisture').inputValue()).toBe('18 percent')
  expect(await field(form, 'Defects').count()).toBe(0)
})
