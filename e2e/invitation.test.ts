import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type EnterpriseFixture, makeEnterprise, reportFelling } from './support/enterprise.ts'
import { openPhone, typeCode } from './support/field.ts'
import { makeJourney } from './support/journey.ts'
import { readOtherEnterprise } from './support/read-trace.ts'
import { act, chooseSeveral } from './support/office.ts'
import { button, exactly, labelled, words } from './support/words.ts'

/** A holder invites a partner to one stage: asked at one desk, accepted at another, reported by phone, read by a buyer. */
const t = words('en')
const journey = makeJourney({ lasting: true })
let holder: EnterpriseFixture
let partner: EnterpriseFixture
let code: string
let other: string

beforeAll(async () => {
  holder = await makeEnterprise(journey.site, 'HOLDER')
  partner = await makeEnterprise(journey.site, 'PARTNER')
  ;[code, other] = holder.goods.codes as [string, string]
})

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

describe('a partner that is invited to a stage', () => {
  test('is asked by its identification, for named codes and stages, until a day', async () => {
    const { page } = await journey.enter(holder.admin, '/custody/invitation')
    await page.getByRole('button', { name: button(t('custody.invitation.add')) }).click()
    const form = dialog(page)
    await form.getByLabel(exactly(t('custody.invitation.partnerCode'))).fill('PARTNER')
    await form.getByText(t('certification.how.list'), { exact: true }).click()
    await form.getByLabel(exactly(t('custody.invitation.codes'))).fill(code)
    await chooseSeveral(form, t('custody.invitation.stages'), [t('stage.felling')])
    await form.getByLabel(labelled(t('custody.invitation.untilOn'))).fill('2099-01-31')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: button(t('custody.invitation.add')) }).click()
    await page.getByText(t('custody.invitation.sent', { n: 1 })).waitFor()
    await row(page, t('custody.invitation.status.open')).waitFor()
  })

  test('finds it at home and accepts', async () => {
    const { page } = await journey.enter(partner.admin, '/index')
    await page.getByText(t('stats.waiting.stagesInvited')).click()
    await row(page, 'Demo HOLDER')
      .getByRole('button', { name: button(t('custody.invitation.accept')) })
      .click()
    await dialog(page).getByText(code).waitFor()
    await dialog(page)
      .getByRole('button', { name: button(t('custody.invitation.accept')) })
      .click()
    await page.getByText(/^1 code open to your reports/).waitFor()
  })

  test('scans the label on its phone, and only the goods it was invited to', async () => {
    const page = await openPhone(journey, partner.reporter)
    await page.goto(`${journey.site.url}/h5/operationLink?stage=felling`)
    await typeCode(page, t, other)
    await page.getByText('Demo HOLDER').first().waitFor()
    await typeCode(page, t, code)
    await page.getByText(code).first().waitFor()
  })

  test('has its own part on the page that a buyer reads in three languages, proven', async () => {
    await reportFelling(journey.site, partner, code)
    for (const language of ['zh', 'en', 'fr'] as const) {
      const { page, name } = await readOtherEnterprise(journey, code, language)
      expect(name).toContain('Demo PARTNER')
      await page.getByText(words(language)('trace.custody.invited')).waitFor()
    }
  })

  test('reports nothing more once the invitation is revoked with a reason', async () => {
    const { page } = await journey.enter(holder.admin, '/custody/invitation')
    await act(page, t, /Demo PARTNER/, t('custody.invitation.revoke'))
    await dialog(page).getByRole('textbox').fill('Another agent')
    await dialog(page)
      .getByRole('button', { name: button(t('custody.invitation.revoke')) })
      .click()
    await row(page, t('custody.invitation.status.revoked')).waitFor()
    await expect(reportFelling(journey.site, partner, code)).rejects.toThrow('has ended')
  })
})
