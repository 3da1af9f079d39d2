import { invitations } from '@timbermark/contract'
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { visit } from './stand-in/browser.ts'
import { fullAnswers, recordOf } from './stand-in/records.ts'
import type { Call, StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

let browser: Browser
let site: StandIn
withStandIn({ more: call => known(call) ?? fullAnswers(call) }, context => {
  browser = context.browser
  site = context.site
})

const { en } = all
const invitation = { ...recordOf(invitations), stageNames: 'Felling, Sea shipping', untilOn: '2027-01-31' }
const rows = [
  { goods: 'Waiting logs', status: 'open', standing: 'open', can: ['accept', 'decline'] },
  { goods: 'Late logs', status: 'open', standing: 'ended', can: [] },
  { goods: 'Over logs', status: 'accepted', standing: 'ended', can: [] },
  { goods: 'Revoked logs', status: 'revoked', standing: 'ended', reason: 'Sold', can: [] },
  { goods: 'Own logs', status: 'accepted', standing: 'current', side: 'given', can: ['revoke'] },
].map((row, n) => ({ ...invitation, reason: null, ...row, id: n + 1 }))

function known({ method, path }: Call): unknown {
  const ok = (data: unknown) => ({ code: 200, msg: 'ok', data })
  if (path === '/custody/invitation/list') return { code: 200, msg: 'ok', rows, total: rows.length }
  if (method === 'POST' && path === '/custody/invitation') return ok({ id: 9, codes: 2 })
  if (method === 'PUT' && path === '/custody/invitation/1/accept')
    return ok({ batchId: 1, batchNumber: 'B-7', codes: 2 })
  return undefined
}

/** The list, on a phone held upright. */
async function atList() {
  const person = await visit(browser, site, { language: 'en', viewport: { width: 390, height: 780 } })
  await person.signIn('office', '/custody/invitation')
  return person
}

const sent = (method: string) => site.calls.filter(call => call.method === method && /invitation/.test(call.path))
const widthOver = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

it('invites a partner by keyboard, to stages that are named in their order', async () => {
  await using person = await atList()
  const { page } = person
  await page.getByRole('button', { name: en['custody.invitation.add'] }).press('Enter')
  const form = page.getByRole('dialog')
  const send = form.getByRole('button', { name: en['custody.invitation.add'] })
  await send.press('Enter')
  const complaints = form.locator('.ant-form-item-has-error .ant-form-item-label')
  await expect
    .poll(async () => (await complaints.allInnerTexts()).map(text => text.trim()))
    .toEqual([
      en['custody.invitation.partnerCode'],
      en['code.request'],
      en['certification.to'],
      en['custody.invitation.stages'],
      en['custody.invitation.untilOn'],
    ])
  expect(sent('POST')).toEqual([])

  await form.getByLabel(en['custody.invitation.partnerCode']).fill('PORT')
  await form.getByLabel(en['certification.how.list']).press('Space')
  await form.getByLabel(en['custody.invitation.codes']).fill('A1\nA2')
  const stages = form.getByRole('combobox', { name: en['custody.invitation.stages'] })
  await stages.press('Enter')
  for (const stage of [en['stage.seaShipping'], en['stage.felling']]) {
    await page.keyboard.type(stage)
    await expect.poll(() => page.locator('.ant-select-item-option').count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Tab')
  const day = form.getByLabel(en['custody.invitation.untilOn'])
  await day.fill('2027-01-31')
  await day.press('Enter')
  expect(await widthOver(page)).toBeLessThanOrEqual(0)
  await send.press('Enter')
  await page.getByText('Partner invited to report about 2 codes').waitFor()
  expect(sent('POST').map(({ body }) => body)).toEqual([
    { partner: 'PORT', codes: ['A1', 'A2'], stages: ['felling', 'seaShipping'], untilOn: '2027-01-31', note: null },
  ])
})

it('warns of those whose last day is over, unless they were settled otherwise', async () => {
  await using person = await atList()
  const { page } = person
  const card = (goods: string) => page.locator('.tm-card', { hasText: goods })
  for (const goods of ['Late logs', 'Over logs'])
    await card(goods).getByText(en['custody.invitation.standing.ended'], { exact: true }).waitFor()
  await card('Revoked logs').getByText(en['custody.invitation.status.revoked'], { exact: true }).waitFor()
  await card('Own logs').getByText(en['custody.invitation.status.accepted'], { exact: true }).waitFor()
  await card('Own logs').getByText(en['custody.invitation.given'], { exact: true }).waitFor()
  expect(await page.getByText(en['custody.invitation.standing.ended'], { exact: true }).count()).toBe(2)
})

it('shows the partner the stages, the last day and the labels before it accepts', async () => {
  await using person = await atList()
  const { page } = person
  await page
    .locator('.tm-card', { hasText: 'Waiting logs' })
    .getByRole('button', { name: en['custody.invitation.accept'], exact: true })
    .press('Enter')
  const form = page.getByRole('dialog')
  for (const text of ['Felling, Sea shipping', '2027-01-31']) await form.getByText(text).waitFor()
  expect(await widthOver(page)).toBeLessThanOrEqual(0)
  await form.getByRole('button', { name: en['custody.invitation.accept'], exact: true }).press('Enter')
  await page.getByText('2 codes open to your reports in batch B-7').waitFor()
  expect(sent('PUT').map(({ body }) => body)).toEqual([{ productId: null }])
})
