import { qrPng } from '../apps/server/src/areas/code/labels/qr-png.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type EnterpriseFixture, makeEnterprise, reportFelling } from './support/enterprise.ts'
import { phone } from './support/browser.ts'
import { bytesOf, downloaded } from './support/downloads.ts'
import { openPhone, typeCode } from './support/field.ts'
import { makeJourney } from './support/journey.ts'
import { readOtherEnterprise } from './support/read-trace.ts'
import { act } from './support/office.ts'
import { setOffline } from './support/offline.ts'
import { button, exactly, labelled, words } from './support/words.ts'

/** Goods go from an exporter to an importer: offered at one desk, taken over at another, reported by phone, read by a buyer. */
const t = words('en')
const journey = makeJourney({ lasting: true })
let exporter: EnterpriseFixture
let importer: EnterpriseFixture
let code: string
let missing: string
let unmoved: string
let counted: string
let uncounted: string
let refused: string

beforeAll(async () => {
  exporter = await makeEnterprise(journey.site, 'EXPORTER')
  importer = await makeEnterprise(journey.site, 'IMPORTER')
  ;[code, missing, unmoved, counted, uncounted, refused] = exporter.goods.codes as string[] as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  await reportFelling(journey.site, exporter, code)
})

async function offerByCall(codes: readonly string[], more: object = {}): Promise<number> {
  const caller = await journey.site.world.signIn(exporter.tenant, ['enterpriseAdmin'])
  const { data, msg } = await caller.post<{ id: number }>('/custody/offer', { receiver: 'IMPORTER', codes, ...more })
  if (!data) throw new Error(msg)
  return data.id
}

async function acceptedCodes(id: number): Promise<number | null> {
  const { rows } = await journey.site.world.admin.query('select accepted_codes as n from custody_offer where id = $1', [
    id,
  ])
  return rows[0].n
}

const photo = (name: string) => ({ name, mimeType: 'image/png', buffer: qrPng(name, 64) })

/** Signs on the glass, as a finger does. */
async function sign(page: Page): Promise<void> {
  const glass = page.getByRole('img', { name: t('h5.receive.signature') })
  await glass.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await glass.boundingBox())!
  await page.mouse.move(x + width * 0.2, y + height * 0.7)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.4, y + height * 0.3, { steps: 5 })
  await page.mouse.move(x + width * 0.8, y + height * 0.6, { steps: 5 })
  await page.mouse.up()
}

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

describe('goods that change hands', () => {
  test('the exporter offers two items, by list, with a delivery note', async () => {
    const { page } = await journey.enter(exporter.admin, '/custody/offer')
    await page.getByRole('button', { name: button(t('custody.offer.add')) }).click()
    const form = dialog(page)
    await form.getByLabel(exactly(t('custody.offer.receiverCode'))).fill('IMPORTER')
    await form.getByText(t('certification.how.list'), { exact: true }).click()
    await form.getByLabel(exactly(t('custody.offer.codes'))).fill(`${code}\n${missing}`)
    await form.getByLabel(labelled(t('custody.offer.volume'))).fill('2.5')
    await form.getByLabel(labelled(t('custody.offer.deliveryNote'))).fill('DN-7')
    await form.getByRole('button', { name: button(t('custody.offer.add')) }).click()
    await page.getByText(t('custody.offer.sent', { n: 2 })).waitFor()
    await row(page, t('custody.offer.status.open')).waitFor()
    const paper = await downloaded(page, () =>
      act(page, t, new RegExp(t('custody.offer.status.open')), t('custody.offer.paper.deliveryNote')),
    )
    expect((await bytesOf(paper)).subarray(0, 5).toString()).toBe('%PDF-')
  })

  test('the importer finds them at home, and takes over the one that arrived', async () => {
    const { page } = await journey.enter(importer.admin, '/index')
    await page.getByText(t('stats.waiting.goodsOffered')).click()
    await row(page, 'Demo EXPORTER')
      .getByRole('button', { name: button(t('custody.offer.accept')) })
      .click()
    const form = dialog(page)
    await form.getByText(code).waitFor()
    await form.getByLabel(labelled(t('custody.offer.without'))).fill(missing)
    await form.getByRole('button', { name: button(t('custody.offer.accept')) }).click()
    // The server asks for the reason of what is missing, and nothing was taken over.
    await form
      .getByText(t('error.required', { label: t('custody.offer.difference') }))
      .first()
      .waitFor()
    await form.getByLabel(labelled(t('custody.offer.difference'))).fill('One is missing')
    await form.getByRole('button', { name: button(t('custody.offer.accept')) }).click()
    await page.getByText(/^1 code taken over into batch/).waitFor()
    // Nothing waits any more: the list shows what is still to be decided.
    await expect.poll(() => row(page, 'Demo EXPORTER').count()).toBe(0)
  })

  test('the importer disputes them, and both sides settle it in words', async () => {
    const { page } = await journey.enter(importer.admin, '/custody/offer')
    const receivedRow = row(page, 'Demo EXPORTER')
    await act(page, t, /Demo EXPORTER/, t('custody.dispute.write.opened'))
    const form = dialog(page)
    await form.getByText(t('custody.dispute.hint')).waitFor()
    const opens = form.getByRole('button', { name: button(t('custody.dispute.write.opened')) })
    await opens.click()
    await form.getByText(t('error.required', { label: t('custody.dispute.text') })).waitFor()
    await form.getByLabel(labelled(t('custody.dispute.text'))).fill('Rot inside')
    await opens.click()
    await receivedRow.getByText(t('custody.offer.dispute.open')).waitFor()

    // The exporter is waited for, and answers by keyboard alone.
    const { page: other } = await journey.enter(exporter.admin, '/index')
    await other.getByText(t('stats.waiting.goodsDisputed')).click()
    await row(other, 'Demo IMPORTER')
      .getByRole('button', { name: button(t('custody.dispute')) })
      .press('Enter')
    const answer = dialog(other)
    await answer.getByText('Rot inside').waitFor()
    await answer.getByRole('radio', { name: exactly(t('custody.dispute.write.answered')) }).press('ArrowRight')
    const proposes = answer.getByRole('radio', { name: exactly(t('custody.dispute.write.proposed')) })
    await expect.poll(() => proposes.isChecked()).toBe(true)
    await other.keyboard.press('Tab')
    await other.keyboard.type('We pay half')
    await other.keyboard.press('Tab')
    await other.keyboard.press('Tab')
    await other.keyboard.press('Enter')
    // It is the turn of the importer: nothing waits here any more.
    await expect.poll(() => row(other, 'Demo IMPORTER').count()).toBe(0)

    // A message leads to the words, on a phone too.
    const { page: small } = await journey.visit({ ...phone, as: importer.admin, language: 'en' })
    await small.goto(`${journey.site.url}/custody/offer`)
    const { rows } = await journey.site.world.admin.query<{ id: string }>(
      'select distinct offer_id as id from custody_dispute_line',
    )
    await small.goto(`${journey.site.url}/custody/offer?words=${rows[0]!.id}`)
    const talk = dialog(small)
    await talk.getByText('We pay half').waitFor()
    expect(await small.locator('html').evaluate(root => root.scrollWidth - root.clientWidth)).toBe(0)
    await talk.getByText(t('custody.dispute.write.agreed'), { exact: true }).click()
    await talk.getByRole('button', { name: button(t('custody.dispute.write.agreed')) }).click()
    await small.getByText(t('custody.offer.dispute.settled')).first().waitFor()
  })

  test('a field user counts what arrived without a network, and it is taken over when there is one', async () => {
    const id = await offerByCall([counted, uncounted], { volume: '3.5' })
    const page = await openPhone(journey, importer.reporter, { leaves: true })
    await setOffline(page.context(), true)
    await page.getByRole('link', { name: t('h5.tile.receive') }).click()
    await page.getByRole('link', { name: 'Demo EXPORTER' }).click()
    await page.getByRole('button', { name: t('h5.receive.arrival.scanned'), exact: true }).click()
    await page.getByRole('button', { name: t('h5.submit.offline') }).click()
    await page.locator('.field-problem', { hasText: t('h5.receive.noCodes') }).waitFor()
    await typeCode(page, t, counted)
    await page.getByLabel(labelled(t('custody.offer.receivedVolume'))).fill('1.75')
    await page.getByRole('button', { name: t('h5.submit.offline') }).click()
    await page.getByText(t('h5.receive.differenceMissing')).waitFor()
    await page.getByLabel(labelled(t('custody.offer.difference'))).fill('One log fell off')
    await page.getByLabel(t('h5.photo.choose')).setInputFiles([photo('bark.png'), photo('rope.png')])
    await expect.poll(() => page.locator('.pictures img').count()).toBe(2)
    await sign(page)
    await page.getByRole('button', { name: t('h5.receive.signature.clear') }).click()
    await page.getByLabel(labelled(t('custody.offer.signedBy'))).fill('Li Wei')
    await page.getByRole('button', { name: t('h5.submit.offline') }).click()
    await page.getByText(t('h5.receive.signatureMissing')).waitFor()
    await sign(page)
    await page.getByRole('button', { name: t('h5.receive.signature.clear') }).waitFor()
    await page.getByRole('button', { name: t('h5.submit.offline') }).click()
    await page.getByText(t('h5.wait.offline')).waitFor()
    await page.reload()
    await page.getByText(t('h5.wait.offline')).waitFor()
    // Two photos and the signature wait with the receipt.
    await expect.poll(() => page.locator('.pictures img').count()).toBe(3)
    expect(await acceptedCodes(id)).toBeNull()
    await setOffline(page.context(), false)
    await page.getByText(t('h5.receive.batch')).waitFor()
    expect(await acceptedCodes(id)).toBe(1)
    const receipt = await downloaded(page, () =>
      page.getByRole('button', { name: t('h5.receive.paper.receipt') }).click(),
    )
    expect(receipt.suggestedFilename()).toBe(`receipt-${id}.pdf`)
    await page.goto(`${journey.site.url}/h5/operationLog`)
    await page.getByRole('link', { name: new RegExp(t('h5.receive.title.accept')) }).waitFor()
  })

  test('the exporter sees at its desk what was photographed and who signed', async () => {
    const { page } = await journey.enter(exporter.admin, '/custody/offer')
    await act(page, t, /Demo IMPORTER/, t('custody.offer.details'))
    const contents = dialog(page)
    await contents.getByText('Li Wei').waitFor()
    for (const picture of [
      ...(await contents.locator('.tm-thumbnail').all()),
      contents.getByAltText(t('custody.offer.signature')),
    ])
      await expect
        .poll(() => picture.evaluate(image => (image as unknown as { naturalWidth: number }).naturalWidth))
        .toBeGreaterThan(0)
    expect(await contents.locator('.tm-thumbnail').count()).toBe(2)
  })

  test('a field user disputes them by phone, and agrees to what the exporter proposes', async () => {
    const page = await openPhone(journey, importer.reporter, { leaves: true })
    await page.goto(`${journey.site.url}/h5/receiveGoods`)
    await page.getByRole('link', { name: t('h5.taken.title') }).click()
    await page.getByRole('link', { name: 'Demo EXPORTER' }).first().click()
    const opens = page.getByRole('button', { name: t('custody.dispute.write.opened'), exact: true })
    await opens.click()
    await page.getByText(t('h5.dispute.missing')).waitFor()
    await page.getByLabel(labelled(t('custody.dispute.text'))).fill('Wet on one side')
    // Without a network it says so, and what is typed stays.
    await setOffline(page.context(), true)
    await page.getByText(t('h5.taken.offline')).first().waitFor()
    await expect.poll(() => opens.isDisabled()).toBe(true)
    await setOffline(page.context(), false)
    await expect.poll(() => opens.isEnabled()).toBe(true)
    await opens.click()
    await page.getByText('Wet on one side').waitFor()

    const caller = await journey.site.world.signIn(exporter.tenant, ['enterpriseAdmin'])
    const { rows } = await caller.get('/custody/offer/list?dispute=open')
    const answer = { kind: 'proposed', text: 'We dry it', seen: 1 }
    expect((await caller.post(`/custody/offer/${rows[0]!.id}/dispute`, answer)).code).toBe(200)

    // What the exporter wrote meanwhile has to be read first.
    await page.getByLabel(labelled(t('custody.dispute.text'))).fill('And the rope')
    await page
      .getByRole('button', { name: t('custody.dispute.write.answered'), exact: true })
      .last()
      .click()
    await page.getByText('We dry it').waitFor()
    expect(await page.getByLabel(labelled(t('custody.dispute.text'))).inputValue()).toBe('And the rope')
    await page.getByLabel(labelled(t('custody.dispute.text'))).fill('')
    await page.getByRole('button', { name: t('custody.dispute.write.agreed'), exact: true }).click()
    await page
      .getByRole('button', { name: t('custody.dispute.write.agreed'), exact: true })
      .last()
      .click()
    await page.getByText(t('custody.dispute.agreedTo', { text: 'We dry it' })).waitFor()
    await page.getByRole('link', { name: t('action.back') }).click()
    await page.getByText(t('custody.offer.dispute.settled')).first().waitFor()
  })

  test('a scanned code that is not in the offer is named at once, and goods are declined with a reason', async () => {
    const id = await offerByCall([refused])
    const page = await openPhone(journey, importer.reporter)
    await page.goto(`${journey.site.url}/h5/receiveGoods?offer=${id}`)
    await page.getByRole('button', { name: t('h5.receive.arrival.except'), exact: true }).click()
    await typeCode(page, t, unmoved)
    await page.getByText(t('h5.receive.notOffered')).waitFor()
    await page.getByRole('button', { name: t('h5.receive.verb.decline'), exact: true }).click()
    await page.getByRole('button', { name: t('h5.receive.send.decline') }).click()
    await page.getByText(t('h5.receive.reasonMissing')).waitFor()
    await page.getByLabel(labelled(t('h5.receive.reason'))).fill('Wet')
    await page.getByRole('button', { name: t('h5.receive.send.decline') }).click()
    await page.getByText(t('h5.state.sent'), { exact: true }).first().waitFor()
    const { rows } = await journey.site.world.admin.query('select status, reason from custody_offer where id = $1', [
      id,
    ])
    expect(rows).toEqual([{ status: 'declined', reason: 'Wet' }])
    await page.getByRole('link', { name: t('h5.receive.more') }).click()
    await page.getByText(t('h5.receive.none')).waitFor()
  })

  test('a phone of the exporter is told that it has handed the item over, one of the importer knows it', async () => {
    const before = await openPhone(journey, exporter.reporter)
    await before.goto(`${journey.site.url}/h5/operationLink?stage=felling`)
    await typeCode(before, t, unmoved)
    await before.getByText(unmoved).first().waitFor()
    const page = await openPhone(journey, importer.reporter)
    await page.goto(`${journey.site.url}/h5/operationLink?stage=felling`)
    await typeCode(page, t, unmoved)
    await page.getByText('Demo EXPORTER').first().waitFor()
    await typeCode(page, t, code)
    await page.getByText(code).first().waitFor()
  })

  test('the exporter sees where its goods are now, from the batch and from the list of handovers', async () => {
    const { page } = await journey.enter(exporter.admin, '/catalog/batch')
    await act(page, t, new RegExp(t('catalog.batch.status.active')), t('custody.whereabouts.open'))
    const holders = page.getByRole('region', { name: t('custody.whereabouts.holders') })
    await holders.getByText('Demo EXPORTER').first().waitFor()
    await holders.getByText('Demo IMPORTER').first().waitFor()
    const companies = page.getByRole('region', { name: t('custody.whereabouts.companies') })
    await expect.poll(() => companies.getByText('Demo IMPORTER').count()).toBe(2)

    // Without goods the screen says what to do, on a phone too; no part of it is wider than the screen.
    const { page: small } = await journey.visit({ ...phone, as: exporter.admin, language: 'en' })
    await small.goto(`${journey.site.url}/custody/whereabouts`)
    await small.getByText(t('custody.whereabouts.choose')).waitFor()
    await small.goto(`${journey.site.url}/custody/offer`)
    const { rows } = await journey.site.world.admin.query<{ id: string }>(
      "select id from custody_offer where status = 'accepted' order by id limit 1",
    )
    await small.goto(`${journey.site.url}/custody/whereabouts?offerId=${rows[0]!.id}`)
    await small.getByText('Demo IMPORTER').first().waitFor()
    expect(await small.locator('html').evaluate(root => root.scrollWidth - root.clientWidth)).toBe(0)

    await page.goto(`${journey.site.url}/custody/offer`)
    await act(page, t, new RegExp(t('custody.offer.status.accepted')), t('custody.whereabouts.open'))
    await expect.poll(() => holders.getByText('Demo EXPORTER').count()).toBe(0)
    await holders.getByText('Demo IMPORTER').first().waitFor()
  })

  test('a buyer reads in three languages who holds the item, proven', async () => {
    for (const language of ['zh', 'en', 'fr'] as const) {
      const { page, name } = await readOtherEnterprise(journey, code, language)
      expect(name).toContain('Demo IMPORTER')
      await page.getByRole('list', { name: words(language)('trace.company.list') }).waitFor()
    }
    // What stayed with the exporter was not handed over.
    const { page } = await journey.visit({ ...phone, language: 'en' })
    await page.goto(`${journey.site.url}/c/${missing}?lang=en`)
    await page.locator('html[data-verdict="proven"]').waitFor()
    expect(await page.locator('[data-company]').count()).toBe(0)
  })
})
