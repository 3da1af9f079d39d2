import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { phone } from './support/browser.ts'
import { type EnterpriseFixture, makeEnterprise } from './support/enterprise.ts'
import { fillFelling, openPhone, typeCode, unfoldMedia } from './support/field.ts'
import { makeJourney } from './support/journey.ts'
import { act, choose, chooseSeveral } from './support/office.ts'
import { setOffline } from './support/offline.ts'
import { makePerson, type Person, signIn } from './support/people.ts'
import { button, labelled, words } from './support/words.ts'

/** A supplier's account is invited at the desk, reports by phone without a network, and reaches nothing else. */
const journey = makeJourney({ lasting: true })
const en = words('en')
const fr = words('fr')
const zh = words('zh')
let stock: EnterpriseFixture
let supplier: Person
let code: string
let second: string
let other: string
let page: Page

beforeAll(async () => {
  stock = await makeEnterprise(journey.site, 'SUPPLIED')
  supplier = await makePerson(journey.site, stock.tenant, 'supplier', { userType: 4, nickName: 'Fournier' })
  ;[code, second, other] = stock.goods.codes as [string, string, string]
})

const dialog = (of: Page) => of.getByRole('dialog')
const form = (stage: string) => `${journey.site.url}/h5/operationLink?stage=${stage}`

describe('a supplier', () => {
  test('is invited at the desk to a stage of two codes until a day', async () => {
    const { page: desk } = await journey.enter(stock.admin, '/custody/supplier-invitation')
    await desk.getByRole('button', { name: button(en('custody.supplier-invitation.add')) }).click()
    await choose(dialog(desk), en('custody.supplier-invitation.accountId'), 'Fournier')
    await dialog(desk).getByText(en('certification.how.list'), { exact: true }).click()
    await dialog(desk)
      .getByLabel(labelled(en('custody.supplier-invitation.codes')))
      .fill(`${code}\n${second}`)
    await chooseSeveral(dialog(desk), en('custody.supplier-invitation.stages'), [en('stage.felling')])
    await dialog(desk)
      .getByLabel(labelled(en('custody.supplier-invitation.untilOn')))
      .fill('2099-01-31')
    await desk.keyboard.press('Enter')
    await dialog(desk)
      .getByLabel(labelled(en('custody.supplier-invitation.note')))
      .fill('By the river')
    await dialog(desk)
      .getByRole('button', { name: button(en('custody.supplier-invitation.add')) })
      .click()
    const row = desk.getByRole('row', { name: /Fournier/ })
    await row.getByText(en('custody.supplier-invitation.status.current')).waitFor()
  })

  test('signs in, lands on the phone page, and has no back office', async () => {
    const { page: visit } = await journey.visit({ ...phone, language: 'fr' })
    await visit.goto(`${journey.site.url}/login`)
    await signIn(visit, supplier, 'fr')
    await visit.getByRole('link', { name: fr('h5.tile.invited') }).waitFor()
    await visit.goto(`${journey.site.url}/index`)
    await visit.waitForURL('**/h5')
  })

  test('finds goods and stage in French and reports them with a photo, without a network', async () => {
    page = await openPhone(journey, supplier, { leaves: true, language: 'fr' })
    await setOffline(page.context(), true)
    await page.getByText(fr('h5.offlineHint')).waitFor()
    await page.getByRole('link', { name: fr('h5.tile.invited') }).click()
    await page.getByText('By the river').waitFor()
    await page.getByText(code).waitFor()
    expect(await page.getByRole('link', { name: fr('stage.processing') }).count()).toBe(0)
    await page.getByRole('link', { name: fr('stage.felling') }).click()
    await typeCode(page, fr, code)
    await page.getByText(code).waitFor()
    await fillFelling(page, fr, { documentCode: stock.goods.documentCode, permit: 'PFA-7' })
    const content = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#6b4' } })
      .jpeg()
      .toBuffer()
    await unfoldMedia(page, fr)
    await page
      .locator('[data-at^="values."] input[type=file][accept="image/*"]:not([capture])')
      .first()
      .setInputFiles({ name: 'log.jpg', mimeType: 'image/jpeg', buffer: content })
    await page.locator('.pictures img').first().waitFor()
    await page.getByRole('button', { name: fr('h5.submit') }).click()
    await page.getByText(fr('h5.wait.offline')).waitFor()
    await setOffline(page.context(), false)
    await page.getByText(fr('h5.report.accepted', { n: 1 })).waitFor()
    const { rows } = await journey.site.world.admin.query(
      `select created_by::int as by,
         (select count(*)::int from jsonb_each(public_values) v where jsonb_typeof(v.value) = 'array') as pictures
       from stage_record where public_values ->> 'loggingPermitNumber' = 'PFA-7'`,
    )
    expect(rows).toEqual([{ by: supplier.id, pictures: 1 }])
  })

  test('is told in Chinese that it is not invited to other codes, and offered no other stage', async () => {
    const { page: visit } = await journey.visit({ ...phone, as: supplier, language: 'zh' })
    await visit.goto(`${journey.site.url}/h5/operationLink`)
    await visit
      .getByRole('link', { name: zh('stage.felling') })
      .first()
      .waitFor()
    expect(await visit.locator('.stages > li').count()).toBe(1)
    await visit.goto(form('felling'))
    await typeCode(visit, zh, other)
    await visit
      .getByText(zh('error.custody.notInvited', { code: other, holder: 'Demo SUPPLIED' }))
      .first()
      .waitFor()
    await typeCode(visit, zh, second)
    await visit.getByText(second).first().waitFor()
  })

  test('is read by a buyer in three languages, proven, as a report of the enterprise', async () => {
    for (const language of ['zh', 'en', 'fr'] as const) {
      const { page: read } = await journey.visit(phone)
      const verdict = async () => {
        await read.goto(`${journey.site.url}/c/${code}?lang=${language}`)
        await read.locator('html:not([data-verdict="stated"])').waitFor()
        return read.locator('html').getAttribute('data-verdict')
      }
      // What was reported last may wait for the next head of the ledger.
      await expect.poll(verdict, { interval: 500 }).toBe('proven')
      const stage = read.locator('#stage-felling')
      await stage.getByText(words(language)('stage.felling')).first().waitFor()
      await stage.locator('article').first().waitFor()
    }
  })

  test('reports nothing more once the invitation is revoked with a reason', async () => {
    const { page: desk } = await journey.enter(stock.admin, '/custody/supplier-invitation')
    await act(desk, en, /Fournier/, en('custody.supplier-invitation.revoke'))
    await dialog(desk).getByRole('textbox').fill('Another supplier')
    await dialog(desk)
      .getByRole('button', { name: button(en('custody.supplier-invitation.revoke')) })
      .click()
    await desk
      .getByRole('row', { name: /Fournier/ })
      .getByText(en('custody.supplier-invitation.status.revoked'))
      .waitFor()
    // The phone has not heard of it: what it sends now is refused.
    await page.goto(form('felling'))
    await typeCode(page, fr, second)
    const ended = fr('error.custody.invitationEnded', { code: second, holder: 'Demo SUPPLIED' })
    await page.getByText(ended).first().waitFor()
    await page.goto(`${journey.site.url}/h5/invitedGoods`)
    await page.getByText(fr('h5.invited.none')).waitFor()
  })
})
