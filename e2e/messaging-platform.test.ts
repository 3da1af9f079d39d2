import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateCodesAndWait } from '../apps/server/src/areas/code/request/generate-codes.ts'
import { addSample } from '../apps/server/test/samples.ts'
import { codeAt } from '../apps/server/test/stand-ins/messaging-platform/codes.ts'
import { type Platform, startMessagingPlatform } from '../apps/server/test/stand-ins/messaging-platform/platform.ts'
import { batch, entityByKey } from '@timbermark/contract'
import { makeJourney } from './support/journey.ts'
import { act, choose, field, goTo, openForm, save } from './support/office.ts'
import { makePerson, type Person } from './support/people.ts'
import { button, words } from './support/words.ts'

/** Codes of the messaging platform, and its readers, with a stand-in that answers as the platform documents. */
const t = words('en')
let platform: Platform
const journey = makeJourney({
  lasting: true,
  environment: async () => {
    platform = await startMessagingPlatform()
    return {
      WECHAT_URL: platform.url,
      WECHAT_OPEN_URL: platform.url,
      WECHAT_SCRIPT_URL: `${platform.url}/jweixin.js`,
    }
  },
})
afterAll(() => platform?.stop())

const inside =
  'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/111.0 Mobile Safari/537.36 MicroMessenger/8.0.40'

let admin: Person
let page: Page
let code: string

beforeAll(async () => {
  const { world } = journey.site
  const tenant = await world.makeTenant('MESSAGES')
  admin = await makePerson(journey.site, tenant, 'enterpriseAdmin')
  const boss = await world.signIn(tenant, ['enterpriseAdmin'])
  const { id: batchId } = await addSample(boss, batch, 'LOT')
  const body = { ...(await addSample(boss, entityByKey('code/request')!, 'OTHER')).body, batchId, name: 'Own codes' }
  const { data } = await boss.post<{ id: number }>('/code/request', body)
  await boss.put(`/code/request/${data.id}/submit`)
  await generateCodesAndWait(world.services, { tenantId: tenant.id, id: data.id }, new AbortController().signal)
  world.services.directory.forgetAll()
  const { rows } = await boss.get(`/code/qr/list?requestId=${data.id}&page=1&limit=10`)
  code = String(rows[0]!.code)
  const operator = await world.signIn({ id: 1, deptId: null }, ['platformOperator'])
  const { code: answered } = await operator.put('/wechat/account', {
    enabled: true,
    signIn: true,
    appId: platform.appId,
    secret: platform.secret,
  })
  expect(answered).toBe(200)
})

test('without an account a request is prepared, and the screen says what is missing', async () => {
  page = (await journey.enter(admin, '/code/platform-request')).page
  await page.getByText(t('code.platform-request.needsAccount')).waitFor()
  const form = await openForm(page, t, t('code.platform-request'))
  await field(form, t('code.platform-request.activityName')).fill('Spring')
  await choose(form, t('code.platform-request.batchId'), 'LOT')
  await field(form, t('code.platform-request.productBrand')).fill('Demo Timber')
  await field(form, t('code.platform-request.productTitle')).fill('Okoumé board')
  await field(form, t('code.platform-request.productCode')).fill('6901234567893')
  await field(form, t('code.platform-request.miniPath')).fill('pages/trace/index')
  await choose(form, t('code.platform-request.requestId'), 'Own codes')
  await form.getByRole('button', { name: button(t('action.save')) }).click()
  await form.getByText(t('error.wechat.ean', { label: t('code.platform-request.productCode') })).waitFor()
  await field(form, t('code.platform-request.productCode')).fill('6901234567892')
  await save(form, t)
  await page
    .getByRole('row', { name: /Spring/ })
    .getByText(t('code.platform-request.status.initialized'))
    .waitFor()
})

test('the account is set up and tried, and its secrets are not shown again', async () => {
  await page.getByRole('link', { name: t('code.platform-request.toAccount') }).click()
  const form = page.locator('form#platform-account')
  await form.locator('#platform-account_appId').fill(platform.appId)
  await form.locator('#platform-account_secret').fill('wrong')
  await form.locator('#platform-account_codeKey').fill(platform.codeKey)
  await form.locator('#platform-account_miniAppId').fill(platform.miniAppId)
  await form.locator('#platform-account_miniSecret').fill(platform.miniSecret)
  await form.getByRole('switch').first().click()
  await form.getByRole('button', { name: button(t('action.save')) }).click()
  const check = form.getByRole('button', { name: t('wechat.account.check') })
  await check.click()
  await page.getByText('40125').waitFor()
  await form.locator('#platform-account_secret').fill(platform.secret)
  await form.getByRole('button', { name: button(t('action.save')) }).click()
  await check.click()
  await page.getByText(t('wechat.account.checkOk')).waitFor()
  await page.reload()
  await expect.poll(() => form.locator('#platform-account_appId').inputValue()).toBe(platform.appId)
  await expect.poll(() => form.locator('#platform-account_secret').inputValue()).toBe('')
})

test('the request goes to its last state, is activated, and a scanned code leads to the trace page', async () => {
  await goTo(page, '/code/platform-request')
  await act(page, t, /Spring/, t('action.apply'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: button(t('action.apply')) })
    .click()
  const row = page.getByRole('row', { name: /Spring/ })
  await row.getByText(t('code.platform-request.status.completed')).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    act(page, t, /Spring/, t('code.platform-request.download')),
  ])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  await row.getByText(t('code.platform-request.status.downloaded')).waitFor()
  await act(page, t, /Spring/, t('code.platform-request.activate'))
  const dialog = page.getByRole('dialog')
  await field(dialog, t('code.platform-request.to')).fill('99')
  await dialog.getByRole('button', { name: button(t('action.activate')) }).click()
  await dialog.waitFor({ state: 'hidden' })
  await row.getByRole('button', { name: 'Spring' }).click()
  const detail = page.getByRole('dialog')
  await detail.getByText(t('code.platform-request.activation.active'), { exact: true }).waitFor()
  const { address } = codeAt(platform.applications[0]!.id, 0)
  await detail.getByRole('searchbox').fill(`http://${address}`)
  await detail.getByRole('button', { name: t('code.platform-request.ask') }).click()
  await detail.getByText('Demo Timber · Okoumé board · pages/trace/index').waitFor()
  await expect.poll(() => detail.getByRole('link', { name: /^\/c\// }).getAttribute('href')).toContain(code)
})

test('inside the platform’s browser a reader is asked once and comes back to the page', async () => {
  const expected = /request to 127\.0\.0\.1/
  const reader = await journey.visit({ userAgent: inside, locale: 'en', expected })
  await reader.page.goto(`${journey.site.url}/c/${code}`)
  // A browser carries the fragment of the consent address along; the platform's own client does not.
  expect(reader.page.url().split('#')[0]).toBe(`${journey.site.url}/c/${code}`)
  await reader.page.getByText('LOT').first().waitFor()
  const countSignIns = () => platform.calls.filter(call => call.path === '/connect/oauth2/authorize').length
  expect(countSignIns()).toBe(1)
  await reader.page.reload()
  expect(countSignIns()).toBe(1)
  // Any other browser is sent nowhere.
  const other = await journey.visit({ locale: 'en' })
  await other.page.goto(`${journey.site.url}/c/${code}`)
  expect([countSignIns(), other.page.url()]).toEqual([1, `${journey.site.url}/c/${code}`])
  const { rows } = await journey.site.world.admin.query('select nickname, visits from wechat_user')
  expect(rows).toEqual([{ nickname: platform.person.nickname, visits: 1 }])
})

test('who refuses reads the page all the same', async () => {
  platform.visitor = 'refuses'
  const reader = await journey.visit({ userAgent: inside, locale: 'en', expected: /request to 127\.0\.0\.1/ })
  await reader.page.goto(`${journey.site.url}/c/${code}`)
  await reader.page.getByText('LOT').first().waitFor()
  expect(reader.page.url().split('#')[0]).toBe(`${journey.site.url}/c/${code}`)
})

/** Visits of one person in the platform's own browser; that page has no icon of its own. */
const insideOptions = { userAgent: inside, language: 'en', expected: /request to 127\.0\.0\.1/ } as const
const addressOf = (visited: Page) => new URL(visited.url()).pathname

test('an identity is bound to the signed-in account by its password, and its owner is told', async () => {
  platform.visitor = 'agrees'
  const { page: bare } = await journey.visit({ ...insideOptions, as: admin })
  await bare.goto(`${journey.site.url}/bind`)
  await bare.getByText(t('shell.bind.none', { account: admin.userName })).waitFor()
  await bare.getByRole('link', { name: t('shell.bind.begin') }).click()
  await bare.getByText(t('shell.bind.confirm', { name: platform.person.nickname, account: admin.userName })).waitFor()
  await bare.getByLabel(t('shell.login.password'), { exact: true }).fill(admin.password)
  await bare.getByRole('button', { name: button(t('shell.bind.submit')) }).click()
  await bare.getByText(t('shell.bind.list', { account: admin.userName })).waitFor()
  await bare.getByText(platform.person.nickname).waitFor()

  // At the desk of the same account.
  const { page: desk } = await journey.enter(admin, '/index')
  await desk.locator('.notices > button').click()
  await desk
    .locator('.notices')
    .getByRole('button', { name: new RegExp(platform.person.nickname) })
    .click()
  await desk.waitForURL('**/user/profile?tab=identities')
  await desk.getByRole('main').getByText(platform.person.nickname).waitFor()
})

test('the bound identity signs in without a password, and no longer once the binding is undone', async () => {
  const { page: phone } = await journey.visit(insideOptions)
  await phone.goto(`${journey.site.url}/login`)
  await phone.getByRole('link', { name: t('shell.identity.signIn') }).click()
  await phone.waitForURL('**/index')
  await phone.getByText(t('stats.welcome', { name: 'Demo' })).waitFor()

  await phone.goto(`${journey.site.url}/user/profile?tab=identities`)
  const main = phone.getByRole('main')
  await main.getByRole('button', { name: t('shell.bind.undo') }).click()
  await phone
    .getByRole('dialog')
    .getByRole('button', { name: t('shell.bind.undo') })
    .click()
  await main.getByText(t('shell.bind.none', { account: admin.userName })).waitFor()

  const { page: again } = await journey.visit(insideOptions)
  await again.goto(`${journey.site.url}/login`)
  await again.getByRole('link', { name: t('shell.identity.signIn') }).click()
  await again.getByText(t('shell.bind.unbound', { name: platform.person.nickname })).waitFor()
  expect(addressOf(again)).toBe('/bind')
  // Signing in there binds it again.
  await again.getByLabel(t('shell.login.account')).fill(admin.userName)
  await again.getByLabel(t('shell.login.password'), { exact: true }).fill(admin.password)
  await again.getByRole('button', { name: button(t('shell.bind.submitSignIn')) }).click()
  await again.waitForURL('**/index')
  await again.goto(`${journey.site.url}/bind`)
  await again.getByText(t('shell.bind.list', { account: admin.userName })).waitFor()
})

test('who does not agree at the platform is told so, and can sign in by password', async () => {
  platform.visitor = 'refuses'
  const { page: phone } = await journey.visit(insideOptions)
  await phone.goto(`${journey.site.url}/login`)
  await phone.getByRole('link', { name: t('shell.identity.signIn') }).click()
  await phone.getByText(t('shell.authRedirect.cancelled')).waitFor()
  await phone.getByRole('link', { name: t('shell.goSignIn') }).click()
  await phone.getByLabel(t('shell.login.account')).waitFor()
})
