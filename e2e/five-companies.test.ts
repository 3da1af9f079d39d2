import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Language } from '@timbermark/contract'
import { ownCirculation, stageByKey } from '@timbermark/contract/stages'
import { authorize } from '../apps/server/test/goods.ts'
import { phone } from './support/browser.ts'
import { type EnterpriseFixture, makeEnterprise, reportFelling } from './support/enterprise.ts'
import { typeCode } from './support/field.ts'
import { makeJourney } from './support/journey.ts'
import { readOtherEnterprise } from './support/read-trace.ts'
import { chooseSeveral } from './support/office.ts'
import { reportStageByCall } from './support/report-call.ts'
import { button, exactly, labelled, words } from './support/words.ts'

/**
 * From the forest to the shop over five companies: an exporter that works in French, a customs agent in English, an importer, a
 * factory and a dealer in Chinese; at desks and on phones. One acceptance is partial, one item goes back, and the exporter's recall
 * reaches the dealer and the buyer.
 */
const journey = makeJourney({ lasting: true })
const names = ['EXPORTER', 'AGENT', 'IMPORTER', 'FACTORY', 'DEALER'] as const
type Name = (typeof names)[number]
const companies = new Map<Name, EnterpriseFixture>()
const languages: Record<Name, Language> = { EXPORTER: 'fr', AGENT: 'en', IMPORTER: 'zh', FACTORY: 'zh', DEALER: 'zh' }
let sold: string
let missing: string
let returned: string

beforeAll(async () => {
  for (const name of names) companies.set(name, await makeEnterprise(journey.site, name))
  ;[sold, missing, returned] = companies.get('EXPORTER')!.goods.codes as [string, string, string]
  await reportFelling(journey.site, companies.get('EXPORTER')!, sold)
})

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const signIn = (name: Name) => journey.site.world.signIn(companies.get(name)!.tenant, ['enterpriseAdmin'])

/** A desk of a company, in its language. */
async function openDesk(name: Name, path: string): Promise<Page> {
  const { page } = await journey.visit({ as: companies.get(name)!.admin, language: languages[name] })
  await page.goto(`${journey.site.url}${path}`)
  return page
}

/** Offers codes at the desk of a company. */
async function offer(from: Name, to: Name, codes: readonly string[]): Promise<void> {
  const t = words(languages[from])
  const page = await openDesk(from, '/custody/offer')
  await page.getByRole('button', { name: button(t('custody.offer.add')) }).click()
  const form = dialog(page)
  await form.getByLabel(exactly(t('custody.offer.receiverCode'))).fill(to)
  await form.getByText(t('certification.how.list'), { exact: true }).click()
  await form.getByLabel(exactly(t('custody.offer.codes'))).fill(codes.join('\n'))
  await form.getByRole('button', { name: button(t('custody.offer.add')) }).click()
  await row(page, `Demo ${to}`).getByText(t('custody.offer.status.open')).first().waitFor()
}

/** Takes goods over on the phone of a company's field user, all of them or all but one. */
async function takeOver(by: Name, from: Name, without?: string): Promise<void> {
  const t = words(languages[by])
  const { page } = await journey.visit({ ...phone, as: companies.get(by)!.reporter, language: languages[by] })
  await page.goto(`${journey.site.url}/h5/receiveGoods`)
  await page.getByRole('link', { name: `Demo ${from}` }).click()
  if (without) {
    await page.getByRole('button', { name: t('h5.receive.arrival.except'), exact: true }).click()
    await typeCode(page, t, without)
    await page.getByText(without).waitFor()
    await page.getByLabel(labelled(t('custody.offer.difference'))).fill('少一件')
  }
  await page.getByRole('button', { name: t('h5.receive.send.accept'), exact: true }).click()
  await page.getByText(t('h5.receive.batch')).waitFor()
}

/** The companies on the page of the sold item, as a buyer reads them. */
async function readCompanies(language: Language): Promise<{ page: Page; holders: string[] }> {
  const { page } = await readOtherEnterprise(journey, sold, language)
  const headings = page.locator('.companies > [data-company]').getByRole('heading', { level: 3 })
  return { page, holders: (await headings.allTextContents()).map(text => text.trim()) }
}

describe('timber from the forest to the shop over five companies', () => {
  test('the exporter invites the agent to two stages, who accepts and reports both', async () => {
    const t = words('fr')
    const page = await openDesk('EXPORTER', '/custody/invitation')
    await page.getByRole('button', { name: button(t('custody.invitation.add')) }).click()
    const form = dialog(page)
    await form.getByLabel(exactly(t('custody.invitation.partnerCode'))).fill('AGENT')
    await form.getByText(t('certification.how.list'), { exact: true }).click()
    await form.getByLabel(exactly(t('custody.invitation.codes'))).fill(sold)
    await chooseSeveral(form, t('custody.invitation.stages'), [t('stage.exportCustoms'), t('stage.importCustoms')])
    await form.getByLabel(labelled(t('custody.invitation.untilOn'))).fill('2099-01-31')
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: button(t('custody.invitation.add')) }).click()
    await row(page, 'Demo AGENT').getByText(t('custody.invitation.status.open')).first().waitFor()

    const english = words('en')
    const { page: desk } = await journey.enter(companies.get('AGENT')!.admin, '/custody/invitation')
    const accepts = button(english('custody.invitation.accept'))
    await row(desk, 'Demo EXPORTER').getByRole('button', { name: accepts }).click()
    await dialog(desk).getByText(sold).waitFor()
    await dialog(desk).getByRole('button', { name: accepts }).click()
    await desk.getByText(/^1 code open to your reports/).waitFor()

    const { tenant, goods } = companies.get('AGENT')!
    const reporter = await journey.site.world.signIn(tenant, ['fieldReporter'])
    await authorize(await signIn('AGENT'), reporter.accountId, ['exportCustoms', 'importCustoms'])
    const inputs = { code: sold, otherCode: sold, parent: sold, documentCode: goods.documentCode }
    for (const stage of ['exportCustoms', 'importCustoms'] as const)
      await reportStageByCall(journey.site, reporter, stageByKey(stage), inputs, ownCirculation)
  })

  test('the goods go on from desk to phone: one item is missing, one is sent back', async () => {
    await offer('EXPORTER', 'IMPORTER', [sold, missing, returned])
    await takeOver('IMPORTER', 'EXPORTER', missing)
    await offer('IMPORTER', 'FACTORY', [sold, returned])
    await takeOver('FACTORY', 'IMPORTER')
    await offer('FACTORY', 'IMPORTER', [returned])
    await takeOver('IMPORTER', 'FACTORY')
    await offer('FACTORY', 'DEALER', [sold])
    await takeOver('DEALER', 'FACTORY')
    // The exporter keeps what the importer did not take, and sees where the rest is.
    const exporter = await signIn('EXPORTER')
    const { data } = await exporter.get<{ holders: { enterprise: string; counts: { item: number } }[] }>(
      `/custody/whereabouts?batchId=${companies.get('EXPORTER')!.goods.batchId}`,
    )
    const codes = Object.fromEntries(data.holders.map(({ enterprise, counts }) => [enterprise, counts.item]))
    expect(codes).toEqual({ 'Demo EXPORTER': 9998, 'Demo IMPORTER': 1, 'Demo DEALER': 1 })
  })

  test('a buyer reads who had the item, in three languages, proven from end to end', async () => {
    for (const language of ['zh', 'en', 'fr'] as const) {
      const { page, holders } = await readCompanies(language)
      expect(holders).toEqual(['Demo EXPORTER', 'Demo IMPORTER', 'Demo FACTORY', 'Demo DEALER'])
      const agent = page.locator('.companies > [data-company]').first().locator('.partner')
      expect(await agent.textContent()).toContain('Demo AGENT')
      for (const stage of ['exportCustoms', 'importCustoms'] as const)
        expect(await agent.textContent()).toContain(words(language)(`stage.${stage}`))
      expect(await page.locator('.companies [data-proof="stated"]').count()).toBe(0)
      expect(await page.locator('html').evaluate(root => root.scrollWidth - root.clientWidth)).toBe(0)
    }
  })

  test('the exporter recalls its batch, and the dealer and the buyer learn it', async () => {
    const { batchId } = companies.get('EXPORTER')!.goods
    const declared = await (await signIn('EXPORTER')).post('/catalog/recall/declare', {
      batchId,
      reason: 'Bois traité avec un produit interdit',
      advice: 'Rapporter au magasin',
      contact: '+241 01 00 00 00',
      reports: 'ask',
    })
    expect(declared.msg).toBe('ok')
    for (const language of ['zh', 'fr'] as const) {
      const { page } = await journey.visit({ ...phone, language })
      const heading = page.getByRole('heading', { name: words(language)('trace.recall.heading') })
      await expect
        .poll(
          async () => {
            await page.goto(`${journey.site.url}/c/${sold}?lang=${language}`)
            await page.locator('html:not([data-verdict="stated"])').waitFor()
            return heading.count()
          },
          { interval: 500 },
        )
        .toBe(1)
      await page.getByText('Bois traité avec un produit interdit').first().waitFor()
    }
    const t = words('zh')
    const { page } = await journey.visit({ ...phone, as: companies.get('DEALER')!.reporter, language: 'zh' })
    await page.goto(`${journey.site.url}/h5/operationLink?stage=felling`)
    await typeCode(page, t, sold)
    await page.getByText('Bois traité avec un produit interdit').first().waitFor()
  })
})
