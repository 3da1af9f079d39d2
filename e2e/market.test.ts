import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { makeBatch } from '../apps/server/test/goods.ts'
import { png } from '../apps/server/test/samples.ts'
import { audit, publish } from '../apps/server/test/trade/market.ts'
import { until } from '../apps/server/test/until.ts'
import { makeJourney, type Visit } from './support/journey.ts'
import { act, choose, field, goTo } from './support/office.ts'
import { makePerson, type Person } from './support/people.ts'
import { button, words } from './support/words.ts'

const t = words('en')
const journey = makeJourney({ lasting: true })

const goods = 'Okoumé boards, kiln dried'
const other = 'Sapelli logs'
const operatorGoods = 'Padouk of the operator'
const phone = '13812345678'
const masked = '138****78'

let owner: Person
let buyer: Person
let operator: Person
/** Of the owner's enterprise: the person who handles products and batches. */
let forester: Person
let selling: Visit
let buying: Visit
/** Own product of the owner, and a batch of it. */
let product: number
let batch: number

beforeAll(async () => {
  const { world } = journey.site
  const [ownerTenant, buyerTenant, third] = [
    await world.makeTenant('OWNER'),
    await world.makeTenant('BUYER'),
    await world.makeTenant('THIRD'),
  ]
  owner = await makePerson(journey.site, ownerTenant, 'trader', { nickName: 'Owner' })
  forester = await makePerson(journey.site, ownerTenant, 'enterpriseAdmin')
  const keeper = await world.signIn(ownerTenant, ['enterpriseAdmin'])
  batch = await makeBatch(world, keeper)
  product = (await keeper.get<{ productId: number }>(`/catalog/batch/${batch}`)).data.productId
  const named = { id: product, name: goods, latinGenus: 'Aucoumea', latinSpecies: 'klaineana' }
  expect((await keeper.put('/catalog/product', named)).code).toBe(200)
  buyer = await makePerson(journey.site, buyerTenant, 'trader', { nickName: 'Buyer' })
  operator = await makePerson(journey.site, { id: 1, deptId: null }, 'platformOperator')
  // What the facets have to leave out.
  const elsewhere = await world.signIn(third, ['trader'])
  const id = await publish(elsewhere, { goodsName: other, species: 'SAP', form: 'log', origin: 'CM' })
  const answer = await audit(await world.signIn({ id: 1, deptId: null }, ['platformOperator']), [id], true)
  if (answer.data.done !== 1) throw new Error(answer.msg)
})

/** Waits until the worker has written the message, and follows it from the bell, also to the page that its reader has open already. */
async function follow(page: Page, person: Person, kind: 'listingApproved' | 'quoteReceived' | 'quoteAccepted') {
  const find = `select 1 from message where account_id = $1 and kind = $2`
  await until(async () => (await journey.site.world.admin.query(find, [person.id, kind])).rowCount, kind)
  await page.getByRole('button', { name: /^Notices/ }).click()
  const message = page.getByRole('dialog', { name: t('shell.notices.title') }).getByRole('button', {
    name: t(`message.${kind}.title`),
  })
  await message.filter({ hasText: goods }).click()
}

/** The line of the detail that shows this fact. */
const fact = (page: Page, label: string) => page.getByRole('row', { name: label })

test('a listing of a product begins with its name; the draft is there when they come back; published, it waits for its audit', async () => {
  selling = await journey.enter(owner, '/catalog/product')
  const { page } = selling
  await act(page, t, goods, t('trade.listing.publishOfProduct'))
  const form = page.getByRole('main')
  await form.getByText(t('trade.listing.auditHint')).waitFor()
  await expect.poll(() => field(form, t('trade.listing.goodsName')).inputValue()).toBe(goods)
  await field(form, t('trade.listing.quantity')).fill('40')
  await form.getByRole('radio', { name: t('trade.listing.unit.cubicMeter') }).check()
  // The species comes from the product.
  await choose(form, t('trade.listing.form'), t('dict.wood_kind.sawn'))
  await choose(form, t('trade.listing.origin'), 'Gabon')
  await field(form, t('trade.listing.expectedPrice')).fill('3200.50')
  await field(form, t('trade.listing.contactPhone')).fill(phone)
  await field(form, t('trade.listing.remark')).fill('Moisture 12 percent')
  await page.reload()
  await form.getByText(t('entity.draftFound')).waitFor()
  await expect.poll(() => field(form, t('trade.listing.goodsName')).inputValue()).toBe(goods)
  await expect.poll(() => form.getByRole('radio', { name: t('trade.listing.unit.cubicMeter') }).isChecked()).toBe(true)
  await form.locator('input[type=file]').setInputFiles({ name: 'stack.png', mimeType: 'image/png', buffer: png })
  await form.getByRole('img', { name: 'stack.png' }).waitFor()
  await form.getByRole('button', { name: button(t('trade.listing.publish')) }).click()
  const row = page.getByRole('row', { name: goods })
  await row.getByText(t('trade.listing.status.pending')).waitFor()
})

test('nobody else finds it before the operator has approved it; its owner is notified of the approval', async () => {
  const { world } = journey.site
  buying = await journey.enter(buyer, '/index')
  // A trader's Home shows the market and the number of products that they may choose from.
  const offers = buying.page.locator('section', { hasText: t('menu.trade') })
  await offers
    .getByRole('link', { name: t('stats.all') })
    .first()
    .click()
  const { page } = buying
  await page.getByRole('row', { name: other }).waitFor()
  await expect.poll(() => page.getByRole('row', { name: goods }).count()).toBe(0)

  const { page: desk } = await journey.enter(operator, '/trade/publishInfo')
  await act(desk, t, goods, t('trade.listing.approve'))
  const question = desk.getByRole('dialog', { name: t('trade.listing.approveTitle', { name: goods }) })
  await question.getByRole('button', { name: button(t('trade.listing.approve')) }).click()
  await desk.getByRole('row', { name: goods }).getByText(t('trade.listing.status.onShelf')).waitFor()

  // Nobody approves what they published themselves.
  const token = await desk.evaluate<string>(`localStorage.getItem('admin-token')`)
  await publish(world.caller(token), { goodsName: operatorGoods })
  await desk.reload()
  await desk
    .getByRole('row', { name: operatorGoods })
    .getByRole('button', { name: t('action.more') })
    .click()
  const refused = desk.getByRole('menu').getByRole('button', { name: t('trade.listing.approve'), exact: true })
  await expect.poll(() => refused.getAttribute('aria-disabled')).toBe('true')
  await refused.hover()
  await desk.getByRole('tooltip', { name: t('error.trade.ownAudit') }).waitFor()
  await refused.click({ force: true })
  await desk.getByRole('row', { name: operatorGoods }).getByText(t('trade.listing.status.pending')).waitFor()
  await expect.poll(() => desk.getByRole('dialog').count()).toBe(0)

  await follow(selling.page, owner, 'listingApproved')
  // Views that were opened before stay on the page, unseen.
  await selling.page.getByRole('heading', { level: 1, name: t('menu.trade.detail') }).waitFor()
  const statusTag = selling.page.getByText(t('trade.listing.status.onShelf'), { exact: true })
  await statusTag.filter({ visible: true }).waitFor()
})

test('another company finds it by species, form and place, sees a masked number, and quotes', async () => {
  const { page } = buying
  await page.reload()
  await page.getByRole('row', { name: goods }).waitFor()
  const facets = page.getByRole('group', { name: t('trade.listing.facets') })
  await choose(facets, t('trade.listing.species'), `${t('dict.tree_species.OKO')} (1)`)
  await page.getByRole('row', { name: other }).waitFor({ state: 'hidden' })
  await choose(facets, t('trade.listing.form'), `${t('dict.wood_kind.sawn')} (1)`)
  await choose(facets, t('trade.listing.place'), 'Gabon (1)')
  await page.getByRole('row', { name: goods }).getByRole('button', { name: goods }).click()

  await fact(page, t('trade.listing.contactPhone')).getByText(masked).waitFor()
  await fact(page, t('trade.listing.product')).getByText(goods).first().waitFor()
  await fact(page, t('trade.listing.species')).getByText('Aucoumea klaineana').waitFor()
  await expect.poll(() => page.getByRole('button', { name: t('trade.listing.phone') }).count()).toBe(0)
  expect(await page.content()).not.toContain(phone)

  await page.getByRole('button', { name: button(t('trade.listing.quote')) }).click()
  const dialog = page.getByRole('dialog', { name: t('trade.quote.title', { name: goods }) })
  await field(dialog, t('trade.quote.price')).fill('3000')
  await dialog.getByRole('button', { name: button(t('trade.listing.quote')) }).click()
  await dialog.waitFor({ state: 'hidden' })
  await act(page, t, '3,000.00', t('trade.quote.revise'))
  const again = page.getByRole('dialog', { name: t('trade.quote.reviseTitle', { name: goods }) })
  await field(again, t('trade.quote.price')).fill('3100')
  await again.getByRole('button', { name: button(t('trade.quote.revise')) }).click()
  await page.getByRole('row', { name: '3,100.00' }).waitFor()
})

test('the owner is notified, reads how the amount came about, and accepts it', async () => {
  const { page } = selling
  await follow(page, owner, 'quoteReceived')
  // The listing that they come from has a row of the same quote.
  await page.getByRole('heading', { level: 1, name: t('menu.trade.apply-list') }).waitFor()
  const answered = Promise.withResolvers<void>()
  await page.route('**/trade/quote/*/history', route => answered.promise.then(() => route.continue()), { times: 1 })
  await act(page, t, '3,100.00', t('trade.quote.history'))
  const history = page.getByRole('dialog', { name: t('trade.quote.historyTitle', { name: goods }) })
  await history.getByRole('status', { name: t('common.loading') }).waitFor()
  await expect.poll(() => history.getByRole('listitem').count(), { message: 'what is read out while it loads' }).toBe(0)
  answered.resolve()
  await history.getByRole('listitem').first().waitFor()
  const amounts = await history.getByRole('listitem').allInnerTexts()
  expect(amounts.map(text => /[\d,]+\.\d\d/.exec(text)?.[0])).toEqual(['3,100.00', '3,000.00'])
  await page.keyboard.press('Escape')
  await history.waitFor({ state: 'hidden' })

  await act(page, t, '3,100.00', t('trade.quote.accept'))
  const title = t('trade.quote.acceptTitle', { name: 'Demo BUYER', price: '3,100.00' })
  const question = page.getByRole('dialog', { name: title })
  await question.getByRole('button', { name: button(t('trade.quote.accept')) }).click()
  await page.getByRole('row', { name: '3,100.00' }).getByText(t('trade.quote.status.applied')).waitFor()
})

test('the person who quoted is notified, asks for the number, and is listed in the log that the owner reads', async () => {
  const { page } = buying
  await follow(page, buyer, 'quoteAccepted')
  await page.getByRole('button', { name: button(t('trade.listing.phone')) }).click()
  await page.getByRole('link', { name: phone }).waitFor()
  await page.getByText(t('trade.listing.phoneTold')).waitFor()

  await goTo(selling.page, '/trade/phone-view')
  const line = selling.page.getByRole('row', { name: goods })
  await line.getByText('Demo BUYER').waitFor()
  await line.getByText(t('trade.phone-view.because.quoteAccepted')).waitFor()
})

test('consent that is taken back hides the number from those who had it; given again, it is shown again', async () => {
  const { page } = selling
  const { page: reading } = buying
  await goTo(page, '/trade/publishInfo/applyList?side=received')
  await act(page, t, '3,100.00', t('trade.quote.closePhone'))
  const question = page.getByRole('dialog', { name: t('trade.quote.closePhoneTitle', { name: 'Demo BUYER' }) })
  await question.getByRole('button', { name: button(t('trade.quote.closePhone')) }).click()
  await page.getByText(t('trade.quote.phoneClosed')).waitFor()
  const number = fact(reading, t('trade.listing.contactPhone'))
  await reading.reload()
  await number.getByText(t('error.trade.consentWithdrawn')).waitFor()
  await expect.poll(() => reading.getByRole('button', { name: t('trade.listing.phone') }).count()).toBe(0)
  expect(await reading.content()).not.toContain(phone)

  await act(page, t, '3,100.00', t('trade.quote.openPhone'))
  await page.getByText(t('trade.quote.phoneOpened')).waitFor()
  await reading.reload()
  await reading.getByRole('button', { name: button(t('trade.listing.phone')) }).click()
  await number.getByRole('link', { name: phone }).waitFor()
})

test('the product and its batch lead to the listing that is of it', async () => {
  const { page } = await journey.enter(forester, `/catalog/product?view=${product}`)
  const goOn = async (heading: string) => {
    const listings = page.getByRole('dialog').getByRole('region', { name: heading })
    await listings
      .getByRole('listitem')
      .filter({ hasText: t('trade.listing.status.onShelf') })
      .waitFor()
    await listings.getByRole('link', { name: goods }).click()
    await page.getByText('Moisture 12 percent').waitFor()
  }
  await goOn(t('trade.listing.ofThisProduct'))
  await goTo(page, `/catalog/batch?view=${batch}`)
  await goOn(t('trade.listing.ofItsProduct'))
})
