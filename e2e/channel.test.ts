import { type Language, languages } from '@timbermark/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeDivisions, scan } from '../apps/server/test/channel/market.ts'
import { type Goods, makeGoods } from '../apps/server/test/goods.ts'
import type { Caller } from '../apps/server/test/harness.ts'
import { phone } from './support/browser.ts'
import { makeJourney } from './support/journey.ts'
import { act, field, goTo, openForm, save } from './support/office.ts'
import { makePerson, type Person } from './support/people.ts'
import { button, words } from './support/words.ts'

const t = words('en')
const journey = makeJourney({ lasting: true, environment: async () => ({ TRUST_PROXY: '1' }) })

let clerk: Person
let administrator: Person
/** One word, wider than a phone. */
const dealerName = 'Holzgrosshandelsvertretergesellschaft'.repeat(2)
let dealer: Person
let admin: Caller
let goods: Goods
let office: Page

beforeAll(async () => {
  const { world } = journey.site
  const tenant = await world.makeTenant('CHANNEL')
  clerk = await makePerson(journey.site, tenant, 'enterpriseClerk')
  administrator = await makePerson(journey.site, tenant, 'enterpriseAdmin')
  dealer = await makePerson(journey.site, tenant, 'dealer', { userType: 5 })
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  goods = await makeGoods(world, admin)
  await makeDivisions(world)
  const level = { code: 'L1', name: 'Level one', level: '1', orderNum: 1, status: '0' }
  const levelId = (await admin.post<{ id: number }>('/channel/dealer-level', level)).data.id
  const dealerAnswer = await admin.post<{ id: number }>('/channel/dealer', {
    name: dealerName,
    levelId,
    accountId: dealer.id,
  })
  const dealerId = dealerAnswer.data.id
  await admin.post('/channel/territory', { dealerId, divisionCode: '330000', validFrom: '2026-01-01' })
  await admin.post('/channel/assignment/assign', { dealerId, codes: goods.codes.slice(0, 5) })
})

test('a dealer whose goods are sold outside their territory is caught, and the case is closed with a note', async () => {
  const { world } = journey.site
  for (const code of goods.codes.slice(0, 3)) await scan(world, code, 'chengdu')
  const opened = await world.services.directory.open(goods.codes[2]!)
  if (!opened.known) throw new Error('unknown')
  const { tenantId, requestNumber } = opened.entry
  await world.services.cloneDetector.evaluateSoon({ tenantId, requestNumber, serial: opened.serial })
  office = (await journey.enter(clerk, '/channel/case')).page
  const page = office
  const row = page.getByRole('row', { name: t('channel.case.kind.crossSale') })
  await row.waitFor()
  await row.getByRole('button', { name: goods.codes[0]! }).click()
  await page
    .getByRole('figure')
    .getByRole('button', { name: /Chengdu/ })
    .first()
    .waitFor()
  await page.getByRole('dialog').getByText('浙江省', { exact: true }).waitFor()
  await closeDrawer(page)
  await act(page, t, t('channel.case.kind.crossSale'), t('channel.case.dismiss'))
  const dialog = page.getByRole('dialog', { name: t('channel.case.dismissTitle', { name: goods.codes[0]! }) })
  await dialog.getByRole('textbox').fill('A fair, agreed with us')
  await dialog.getByRole('button', { name: button(t('channel.case.dismiss')) }).click()
  await page.getByRole('row', { name: t('channel.case.status.dismissed') }).waitFor()
})

/** Where phones are, and the networks that a proxy says they call from. */
const readers = {
  hangzhou: { network: '203.0.113.10', longitude: 120.1553, latitude: 30.2743 },
  beijing: { network: '198.51.100.20', longitude: 116.4081, latitude: 39.9051 },
} as const

/** A buyer with their own phone who shares their position. */
async function reader(at: keyof typeof readers, language: Language): Promise<Page> {
  const { network, ...geolocation } = readers[at]
  const { page, context } = await journey.visit({
    ...phone,
    locale: language,
    geolocation,
    permissions: ['geolocation'],
    extraHTTPHeaders: { 'x-forwarded-for': network },
  })
  await speakTo(page, language)
  expect(await context.cookies()).toEqual([])
  return page
}

const speakTo = (page: Page, language: Language) => page.goto(`${journey.site.url}/c/${copied()}?lang=${language}`)
const copied = () => goods.codes[9]!
/** A drawer that has not taken the focus yet does not hear the key. */
const closeDrawer = (page: Page) =>
  expect
    .poll(
      async () => {
        await page.keyboard.press('Escape')
        return page.getByRole('dialog').count()
      },
      { interval: 300 },
    )
    .toBe(0)
const warning = (page: Page, language: Language) =>
  page.getByText(words(language)('trace.warning.impossibleSpeed'), { exact: true })
/** On a slow machine the answer of a scan does not wait until the scan is judged: then the next read reports it. */
const warned = (page: Page, language: Language) =>
  expect
    .poll(async () => {
      const shownWarning = warning(page, language).first()
      await shownWarning.waitFor({ timeout: 8000 }).catch(() => page.reload())
      return shownWarning.count()
    })
    .toBe(1)
const places = async () =>
  (await journey.site.world.admin.query('select city from scan_log where serial = 9 and city is not null order by id'))
    .rows
let buyer: Page

test('a buyer of a copied label is warned on the second scan far away, in words that accuse nobody', async () => {
  const { world } = journey.site
  const owner = await reader('hangzhou', 'zh')
  await expect.poll(places).toEqual([{ city: '杭州市' }])
  await expect.poll(() => warning(owner, 'zh').count()).toBe(0)
  // They read it an hour ago: on the first day of a month perhaps in the month before.
  await world.admin.query(`select ensure_log_partitions((current_date - interval '1 day')::date)`)
  await world.admin.query(`update scan_log set scanned_at = scanned_at - interval '1 hour' where serial = 9`)
  buyer = await reader('beijing', 'en')
  await warned(buyer, 'en')
  expect((await places()).length).toBeGreaterThanOrEqual(2)
  const { rows } = await world.admin.query<{ kind: string }>(`select kind from channel_case where serial = 9`)
  expect(rows).toEqual([{ kind: 'speed' }])
  for (const language of languages) {
    await speakTo(buyer, language)
    await warned(buyer, language)
    const says = words(language)
    await expect.poll(() => buyer.getByText(says('trace.verdict.suspicious'), { exact: true }).count()).toBe(0)
  }
})

test('its owner sees where and when, silences it with a reason, and buyers are no longer warned', async () => {
  const page = office
  await page.reload()
  const kind = t('channel.case.kind.speed')
  const row = page.getByRole('row', { name: kind })
  await row.getByRole('button', { name: copied() }).click()
  const evidence = page.getByRole('region', { name: t('channel.case.evidence') })
  await evidence.getByText(t('channel.case.what.speed')).waitFor()
  const map = evidence.getByRole('figure', { name: t('channel.case.shown') })
  for (const city of [/杭州|Hangzhou/, /北京|Beijing/]) {
    await map.getByRole('button', { name: city }).first().waitFor()
    await evidence.getByRole('listitem').filter({ hasText: city }).first().waitFor()
  }
  await closeDrawer(page)
  await act(page, t, kind, t('channel.case.dismiss'))
  const dialog = page.getByRole('dialog', { name: t('channel.case.dismissTitle', { name: copied() }) })
  const dismiss = dialog.getByRole('button', { name: button(t('channel.case.dismiss')) })
  await dismiss.click()
  await dialog.locator('textarea[aria-invalid="true"]').waitFor()
  await expect.poll(() => row.getByText(t('channel.case.status.open'), { exact: true }).count()).toBe(1)
  await dialog.getByRole('textbox').fill('Our own trade fair')
  await dismiss.click()
  await row.getByText(t('channel.case.status.dismissed'), { exact: true }).waitFor()
  const scans = (await places()).length
  for (const language of languages) {
    await speakTo(buyer, language)
    await buyer.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => warning(buyer, language).count()).toBe(0)
  }
  // Nor when the scans that come after it say the same.
  const other = await reader('hangzhou', 'en')
  await expect.poll(async () => (await places()).length).toBeGreaterThan(scans)
  await other.reload()
  await other.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => warning(other, 'en').count()).toBe(0)
})

test('the administrator sets the threshold from which the enterprise is notified; the clerk is not offered it', async () => {
  await expect.poll(() => office.getByRole('button', { name: button(t('action.thresholds')) }).count()).toBe(0)
  const { page } = await journey.enter(administrator, '/channel/case')
  const open = async () => {
    await page.getByRole('button', { name: button(t('action.thresholds')) }).click()
    const dialog = page.getByRole('dialog', { name: t('channel.case.thresholdsTitle') })
    const towns = dialog.getByRole('textbox', { name: t('channel.case.threshold.placesMost') })
    await towns.waitFor()
    return { dialog, towns }
  }
  const { dialog, towns } = await open()
  await expect.poll(() => towns.inputValue()).toBe('')
  await dialog
    .getByText(t('channel.case.ofInstallation', { n: '3' }), { exact: true })
    .first()
    .waitFor()
  // No value is replaced by the nearest allowed one: the error is shown, and nothing is saved.
  const label = t('channel.case.threshold.placesMost')
  for (const [typed, setting] of [
    ['0', t('error.tooSmall', { label, min: '1' })],
    ['many', t('error.notNumber.read', { label, value: 'many' })],
  ] as const) {
    await towns.fill(typed)
    await dialog.getByRole('button', { name: button(t('action.save')) }).click()
    await dialog.getByText(setting, { exact: true }).waitFor()
    await expect.poll(() => towns.inputValue()).toBe(typed)
  }
  expect((await admin.get<{ own: object }>('/channel/case/thresholds')).data.own).toMatchObject({ placesMost: null })
  await towns.fill('2')
  await dialog.getByRole('button', { name: button(t('action.save')) }).click()
  await dialog.waitFor({ state: 'detached' })
  const again = await open()
  await expect.poll(() => again.towns.inputValue()).toBe('2')
  const answer = await admin.get<{ own: object }>('/channel/case/thresholds')
  expect(answer.data.own).toMatchObject({ placesMost: 2, speedKmh: null })
})

/** Where buyers read that the item of a code is sold: name and address of each place. */
async function placesOfSale(code: string): Promise<string[]> {
  await buyer.goto(`${journey.site.url}/c/${code}?lang=en`)
  await buyer.getByRole('heading', { level: 1 }).waitFor()
  return buyer
    .getByRole('region', { name: t('trace.stores.heading') })
    .getByRole('listitem')
    .allTextContents()
}

test('a dealer edits their own store; buyers are shown it once the enterprise has read it, and at a new address not before it has again', async () => {
  const { url } = journey.site
  const code = goods.codes[0]!
  const { page } = await journey.enter(dealer, '/channel/own?list=stores')
  const added = await openForm(page, t, t('channel.own-store'))
  await field(added, t('channel.own-store.name')).fill('Quay store')
  await field(added, t('channel.own-store.address')).fill('Demo quay 9')
  await save(added, t)
  const row = page.getByRole('row', { name: 'Quay store' })
  await row.getByText(t('channel.own-store.shown.false'), { exact: true }).waitFor()
  await expect.poll(() => placesOfSale(code)).toEqual([])

  await goTo(office, '/channel/store')
  await act(office, t, 'Quay store', t('action.edit'))
  const form = office.getByRole('dialog', { name: t('entity.editTitle', { name: t('channel.store') }) })
  await form.getByRole('combobox', { name: t('channel.store.shown') }).click()
  const choices = office.locator('.ant-select-dropdown:visible')
  await choices.getByTitle(t('channel.store.shown.true'), { exact: true }).click()
  await save(form, t)
  const storeRow = office.getByRole('row', { name: 'Quay store' })
  await storeRow.getByText(t('channel.store.shown.true'), { exact: true }).waitFor()
  await expect.poll(() => placesOfSale(code)).toEqual(['Quay storeDemo quay 9'])

  await page.reload()
  await row.getByText(t('channel.own-store.shown.true'), { exact: true }).waitFor()
  await act(page, t, 'Quay store', t('action.edit'))
  const moved = page.getByRole('dialog', { name: t('entity.editTitle', { name: t('channel.own-store') }) })
  await field(moved, t('channel.own-store.address')).fill('Demo quay 10')
  await save(moved, t)
  await row.getByText(t('channel.own-store.shown.false'), { exact: true }).waitFor()
  await expect.poll(() => placesOfSale(code)).toEqual([])
  await office.reload()
  await storeRow.getByText('Demo quay 10').waitFor()
  await storeRow.getByText(t('channel.store.shown.false'), { exact: true }).waitFor()
  await page.setViewportSize(phone.viewport)
  await page.goto(`${url}/index`)
  await page.getByRole('heading', { name: t('channel.own.of', { dealer: dealerName }) }).waitFor()
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(phone.viewport.width)
})

test('of a code that no dealer has, buyers are shown the customers that its enterprise sells to itself', async () => {
  const free = goods.codes[20]!
  const customer = { name: 'Demo joinery', address: 'Demo lane 3', phone: '13800000000' }
  const { id } = (await admin.post<{ id: number }>('/channel/customer', customer)).data
  await expect.poll(() => placesOfSale(free)).toEqual([])
  await admin.put('/channel/customer', { id, shown: true })
  await expect.poll(() => placesOfSale(free)).toEqual(['Demo joineryDemo lane 3'])
})
