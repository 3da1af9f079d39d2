import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { circulationOf, makeGoods, templateOf } from '../apps/server/test/goods.ts'
import type { Caller } from '../apps/server/test/harness.ts'
import { openPhone, typeCode } from './support/field.ts'
import { type EnterpriseFixture, makeEnterprise } from './support/enterprise.ts'
import { openSession } from './support/people.ts'
import { makeJourney } from './support/journey.ts'
import { labelled, words } from './support/words.ts'
import { setOffline } from './support/offline.ts'

/** Labels are attached to goods by phone: one by one, as a row without a network, and spoiled ones are named. */
const t = words('en')
const journey = makeJourney()
let stock: EnterpriseFixture
let admin: Caller
let codes: string[]

beforeAll(async () => {
  const { world } = journey.site
  stock = await makeEnterprise(journey.site, 'ATTACH')
  admin = await world.signIn(stock.tenant, ['enterpriseAdmin'])
  // Labels that nothing has named yet: a certification would put them in use.
  codes = (await makeGoods(world, admin, { batchId: stock.goods.batchId, certified: false })).codes
})

const openLabels = async (page: Page) => {
  await page.getByRole('link', { name: t('h5.tile.labels') }).click()
  await page.getByText(t('h5.labels.none')).waitFor()
}
const collect = async (page: Page, some: readonly string[]) => {
  for (const [n, code] of some.entries()) {
    await typeCode(page, t, code)
    await page.getByRole('heading', { name: t('h5.labels.count', { n: n + 1 }) }).waitFor()
  }
}
const sendButton = (page: Page) => page.getByRole('button', { name: t('h5.labels.attach'), exact: true })

/** What anybody reads of the label on its public page. */
async function expectPublic(code: string, item: 'notInUse' | 'inUse'): Promise<void> {
  const { page } = await journey.visit({ language: 'en' })
  await page.goto(`${journey.site.url}/c?code=${code}`)
  await page.locator('html[data-verdict]').waitFor({ state: 'attached' })
  const unused = page.getByRole('heading', { name: t('trace.verdict.notInUse') })
  await expect.poll(() => unused.count()).toBe(item === 'notInUse' ? 1 : 0)
}

/** Acts on labels that the server keeps, by verb: each is a row for a range. */
const acts = async (verb: string): Promise<number> => {
  const text =
    'select coalesce(sum(upper(serials) - lower(serials)), 0)::int as n from label_act where tenant_id = $1 and verb = $2'
  return (await journey.site.world.admin.query(text, [stock.tenant.id, verb])).rows[0].n
}

describe('attaching labels by phone', () => {
  test('five labels are put in use, one that is scanned twice once, and their pages say so', async () => {
    const [first] = codes as [string]
    await expectPublic(first, 'notInUse')
    const before = await acts('activate')
    const page = await openPhone(journey, stock.reporter)
    await openLabels(page)
    await collect(page, codes.slice(0, 5))
    await typeCode(page, t, first)
    await page.getByText(t('h5.codes.duplicate', { code: first })).waitFor()
    await page.getByRole('heading', { name: t('h5.labels.count', { n: 5 }) }).waitFor()
    await sendButton(page).click()
    await page.getByText(t('h5.labels.moved')).waitFor()
    expect(await acts('activate')).toBe(before + 5)
    await expectPublic(first, 'inUse')
    // Until it is no news any more, the phone shows what it sent.
    await page.goto(`${journey.site.url}/h5/operationLog`)
    await page.getByRole('link', { name: new RegExp(t('code.label.activateTitle')) }).waitFor()
  })

  test('a row without a network outlives a reload, and is sent exactly once', async () => {
    const page = await openPhone(journey, stock.reporter, { leaves: true })
    const sent: string[] = []
    page.on('request', request => {
      if (new URL(request.url()).pathname === '/api/code/label/activate') sent.push(request.postData() ?? '')
    })
    await setOffline(page.context(), true)
    await page.getByText(t('h5.offlineHint')).waitFor()
    await openLabels(page)
    const range = page.getByRole('group', { name: t('h5.range.open') })
    await page.getByRole('button', { name: t('h5.range.open') }).click()
    await range.getByRole('textbox', { name: t('h5.range.first') }).fill(codes[10]!)
    await range.getByRole('textbox', { name: t('h5.range.last') }).fill(codes[19]!)
    await range.getByRole('button', { name: t('h5.codes.add'), exact: true }).click()
    await page.getByText(`${codes[10]} – ${codes[19]}`).waitFor()
    await page.getByRole('button', { name: t('h5.submit.offline') }).click()
    await page.getByText(t('h5.wait.offline')).waitFor()
    await page.reload()
    await page.getByText(t('h5.wait.offline')).waitFor()
    const before = await acts('activate')
    expect(sent).toEqual([])
    await setOffline(page.context(), false)
    await page.getByText(t('h5.labels.moved')).waitFor()
    expect(sent).toHaveLength(1)
    expect(await acts('activate')).toBe(before + 10)
    await page.goto(`${journey.site.url}/h5`)
    await page.getByText(t('h5.outbox.empty')).waitFor()
  })

  test('a spoiled label is named at once, and after a refusal; without it the rest is sent', async () => {
    const [good, spoiled, late] = [codes[30]!, codes[31]!, codes[32]!]
    const spoil = async (code: string) => {
      const answer = await admin.post('/code/label/spoil', { codes: [code], reason: 'misprint' })
      expect(answer.code, answer.msg).toBe(200)
    }
    await spoil(spoiled)
    const page = await openPhone(journey, stock.reporter, { leaves: true })
    await openLabels(page)
    await collect(page, [good, spoiled])
    const refused = page.locator('.code-refused')
    await refused.getByText(spoiled).first().waitFor()
    await refused.getByText(new RegExp(t('code.label.reason.misprint'))).waitFor()
    await page.getByRole('button', { name: t('h5.codes.clearRefused') }).click()
    await typeCode(page, t, late)
    await expect.poll(() => page.locator('.code-good').count()).toBe(2)
    // Somebody else reports it as spoiled before this phone sends.
    await spoil(late)
    await sendButton(page).click()
    const message = t('error.code.labelState', { code: late, state: t('code.label.state.spoiled') })
    await page.getByText(message).first().waitFor()
    await page.getByRole('button', { name: t('h5.report.correct') }).click()
    await refused.getByText(late).first().waitFor()
    await page.getByRole('button', { name: t('h5.codes.clearRefused') }).click()
    await sendButton(page).click()
    await page.getByText(t('h5.labels.moved')).waitFor()
    await expectPublic(good, 'inUse')
  })

  test('labels are reported as spoiled with a reason, and no form takes them any more', async () => {
    const code = codes[40]!
    const page = await openPhone(journey, stock.reporter)
    await openLabels(page)
    await page.getByRole('button', { name: t('h5.labels.verb.spoil'), exact: true }).click()
    await collect(page, [code])
    const send = page.getByRole('button', { name: t('action.spoil'), exact: true })
    await send.click()
    await page.getByText(t('h5.labels.reasonMissing')).waitFor()
    await page.getByLabel(labelled(t('code.label.reason'))).selectOption('damaged')
    await send.click()
    await page.getByText(t('h5.labels.moved')).waitFor()
    await page.goto(`${journey.site.url}/h5/operationLink?code=${code}`)
    await page.getByText(new RegExp(t('error.code.labelSpoiled', { code }))).waitFor()
    await page.goto(`${journey.site.url}/h5/operationLink?stage=felling`)
    await typeCode(page, t, code)
    await page
      .locator('.code-refused')
      .getByText(new RegExp(t('code.label.reason.damaged')))
      .waitFor()
  })
})

test('the log of reports says that a report was withdrawn by somebody else, and why', async () => {
  const { world } = journey.site
  const { goods, reporter } = stock
  const caller = world.caller(await openSession(journey.site, reporter))
  const answer = await caller.post<{ recordId: number }>('/stage/report', {
    reportId: randomUUID(),
    stage: 'felling',
    templateId: await templateOf(world, 'felling'),
    circulationId: await circulationOf(world, 'free'),
    documentCode: goods.documentCode,
    operator: 'Demo',
    time: '2026-01-15T10:00:00Z',
    codes: [goods.codes[0]],
    values: { treeSpecies: 'OKO', fellingTime: '2026-01-15T08:30:00Z', loggingPermitNumber: 'PFA-1', volume: '3.275' },
  })
  expect(answer.code, answer.msg).toBe(200)
  const { recordId } = answer.data
  const reason = 'Another tree was meant'
  expect((await admin.put(`/stage/record/${recordId}/void`, { reason })).code).toBe(200)
  const page = await openPhone(journey, reporter)
  await page.goto(`${journey.site.url}/h5/operationLog`)
  const row = page.getByRole('link').filter({ hasText: t('h5.state.voided') })
  await row.getByText(t('h5.record.because', { reason })).waitFor()
  await row.click()
  await page.getByText(t('h5.state.voided')).waitFor()
  await page.getByText(reason).waitFor()
})
