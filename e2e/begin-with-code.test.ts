import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stageByKey } from '@timbermark/contract/stages'
import { authorize, type Goods, makeBatch, makeGoods, templateOf } from '../apps/server/test/goods.ts'
import type { Caller } from '../apps/server/test/harness.ts'
import { codeAt } from '../apps/server/test/stand-ins/messaging-platform/codes.ts'
import { type Platform, startMessagingPlatform } from '../apps/server/test/stand-ins/messaging-platform/platform.ts'
import { addRequest, credentialsOf, type Mill, see } from '../apps/server/test/wechat/fixture.ts'
import { fillFelling, openPhone, typeCode } from './support/field.ts'
import { makeJourney } from './support/journey.ts'
import { makePerson, type Person } from './support/people.ts'
import { fillAllFields, submitAccepted } from './support/report-form.ts'
import { labelled, words } from './support/words.ts'
import { setOffline } from './support/offline.ts'

/** Reports that begin with a code, not with a stage; ranges, stages that were hidden, codes of the messaging platform (docs/decisions/stages-and-records.md). */
const t = words('en')
let platform: Platform
const journey = makeJourney({
  environment: async () => {
    platform = await startMessagingPlatform()
    return { WECHAT_URL: platform.url, WECHAT_OPEN_URL: platform.url }
  },
})
afterAll(() => platform?.stop())

let tenant: { id: number; deptId: number }
let admin: Caller
let reporter: Person
let goods: Goods

beforeAll(async () => {
  const { world } = journey.site
  tenant = await world.makeTenant('BEGINCODE')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  reporter = await makePerson(journey.site, tenant, 'fieldReporter')
  goods = await makeGoods(world, admin)
  await authorize(admin, reporter.id, ['felling', 'packing'])
})

const felling = { n: 2, stage: t('stage.felling') }
const permit = 'PFA-2026-0047'
const fellingHeading = (page: Page) => page.getByRole('heading', { name: `2. ${felling.stage}` })

/** How many codes the current records of this stage are about, each. */
async function reported(stage: string, batchId = goods.batchId): Promise<number[]> {
  const { rows } = await admin.get(`/stage/record/list?stage=${stage}&batchId=${batchId}&limit=100`)
  return rows.map(row => Number(row.codes))
}

/** Opens the choice of stages, and begins with a code that the camera does not read. */
async function beginWith(page: Page, code: string): Promise<void> {
  await page.goto(`${journey.site.url}/h5/operationLink`)
  await page.getByRole('button', { name: t('h5.proposed.scan') }).click()
  const scanner = page.getByRole('dialog', { name: t('h5.proposed.scan') })
  await typeCodeIn(scanner, code)
}

async function typeCodeIn(scanner: ReturnType<Page['getByRole']>, code: string): Promise<void> {
  await scanner.getByRole('textbox', { name: t('h5.codes.type') }).fill(code)
  await scanner.getByRole('button', { name: t('h5.codes.add'), exact: true }).click()
}

describe('the stage that a code proposes', () => {
  test('is opened with the code in it and says why; reported once, it is not proposed again', async () => {
    const page = await openPhone(journey, reporter)
    const [code] = goods.codes
    await beginWith(page, `${journey.site.url}/c/${code}`)
    await fellingHeading(page).waitFor()
    await page.getByText(t('h5.proposed.why', felling)).waitFor()
    await page.locator('.code-good').getByText(code!).waitFor()
    await fillFelling(page, t, { documentCode: goods.documentCode, permit })
    await submitAccepted(page, t)
    expect(await reported('felling')).toEqual([1])

    await beginWith(page, code!)
    await page.getByText(t('h5.proposed.done', felling)).waitFor()
    await page.getByText(code!, { exact: true }).waitFor()
    await page.getByRole('link', { name: t('stage.packing') }).click()
    await page.getByRole('heading', { name: `9. ${t('stage.packing')}` }).waitFor()
    await page.locator('.code-good').getByText(code!).waitFor()
    await expect.poll(() => page.getByText(t('h5.proposed.why', { stage: t('stage.packing') })).count()).toBe(0)
  })

  test('is left for another one with the code, and reported in a form about something else', async () => {
    const page = await openPhone(journey, reporter)
    // Of a batch of its own: felling holds for the whole batch, and is then proposed no more.
    const { codes } = await makeGoods(journey.site.world, admin)
    await beginWith(page, codes[1]!)
    await fellingHeading(page).waitFor()
    await page.getByRole('button', { name: t('h5.proposed.another') }).click()
    await page.getByText(t('h5.proposed.choose')).waitFor()
    await page.getByRole('link', { name: t('stage.packing') }).click()
    await page.getByRole('heading', { name: `9. ${t('stage.packing')}` }).waitFor()
    const other = { n: 2, other: felling.stage, stage: t('stage.packing'), codes: 1 }
    await page.getByText(t('h5.proposed.other', other)).waitFor()
    await page.getByRole('button', { name: t('h5.proposed.report', other) }).click()
    await fellingHeading(page).waitFor()
    await page.locator('.code-good').getByText(codes[1]!).waitFor()
  })

  test('is not opened for somebody who may not report it, nor without a network', async () => {
    const packer = await makePerson(journey.site, tenant, 'fieldReporter')
    await authorize(admin, packer.id, ['packing'])
    const { codes } = await makeGoods(journey.site.world, admin)
    const page = await openPhone(journey, packer, { leaves: true })
    await beginWith(page, codes[0]!)
    await page.getByText(t('h5.proposed.notYours', felling)).waitFor()
    await expect.poll(() => page.getByRole('link', { name: felling.stage }).count()).toBe(0)

    await page.goto(`${journey.site.url}/h5/operationLink`)
    await setOffline(page.context(), true)
    await page.getByText(t('h5.offlineHint')).waitFor()
    await page.getByRole('button', { name: t('h5.proposed.scan') }).click()
    await typeCodeIn(page.getByRole('dialog', { name: t('h5.proposed.scan') }), codes[0]!)
    await page.getByText(t('h5.proposed.silent')).waitFor()
    await page.getByRole('link', { name: t('stage.packing') }).click()
    await page.getByText(codes[0]!).first().waitFor()
    await setOffline(page.context(), false)
    await page.locator('.code-good').getByText(codes[0]!).waitFor()
  })
})

test('a code is what the chosen template makes of it, however late the answer for the one before comes', async () => {
  const { codes } = await makeGoods(journey.site.world, admin)
  const page = await openPhone(journey, reporter)
  const other = '987654321'
  await page.route('**/api/stage/authorized', async route => {
    const answer = await (await route.fetch()).json()
    for (const { templates } of answer.data) templates.push({ ...templates[0], id: other, name: 'Other' })
    await route.fulfill({ json: answer })
  })
  const held = Promise.withResolvers<void>()
  let wasRequested = false
  await page.route(
    url => url.pathname.startsWith('/api/stage/code/') && url.searchParams.get('templateId') === other,
    async route => {
      wasRequested = true
      await held.promise
      await route.fulfill({ json: { code: 500, error: 'stage.foreignCode', msg: 'Not by this template' } })
    },
  )
  await page.goto(`${journey.site.url}/h5/operationLink?stage=felling`)
  const template = page.getByLabel(labelled(t('h5.template')))
  await template.selectOption(other)
  await typeCode(page, t, codes[0]!)
  await expect.poll(() => wasRequested).toBe(true)
  await template.selectOption({ index: 1 })
  await page.locator('.code-good').getByText(codes[0]!).waitFor()
  const late = page.waitForResponse(response => response.url().includes(`templateId=${other}`))
  held.resolve()
  await (await late).finished()
  // The page shows something that came after it.
  await typeCode(page, t, codes[1]!)
  await page.locator('.code-good').getByText(codes[1]!).waitFor()
  await expect.poll(() => page.locator('.code-good').count()).toBe(2)
})

test('a packing takes a row of labels by its ends, and says at once when they are no row', async () => {
  const { world } = journey.site
  const batchId = await makeBatch(world, admin)
  const row = await makeGoods(world, admin, { batchId })
  const parent = (await makeGoods(world, admin, { batchId, codeType: 'package' })).codes[0]!
  const other = await makeGoods(world, admin, { batchId })
  const page = await openPhone(journey, reporter)
  await page.goto(`${journey.site.url}/h5/operationLink?stage=packing`)
  const range = page.getByRole('group', { name: t('h5.range.open') })
  const addRange = async (first: string, last: string) => {
    await page.getByRole('button', { name: t('h5.range.open') }).click()
    await range.getByRole('textbox', { name: t('h5.range.first') }).fill(first)
    await range.getByRole('textbox', { name: t('h5.range.last') }).fill(last)
    await range.getByRole('button', { name: t('h5.codes.add'), exact: true }).click()
  }
  await addRange(row.codes[0]!, '')
  await page.getByText(t('h5.range.both'), { exact: true }).waitFor()
  await range.getByRole('button', { name: t('action.cancel') }).click()

  for (const [first, last] of [
    [row.codes[0]!, other.codes[5]!],
    [row.codes[11]!, row.codes[0]!],
  ] as const) {
    await addRange(first, last)
    await page.locator('.code-refused').getByText(t('error.code.rangeBroken', { first, last })).waitFor()
    await page.getByRole('button', { name: t('h5.codes.clearRefused') }).click()
    await page.getByText(t('h5.codes.none')).waitFor()
  }

  await addRange(row.codes[0]!, row.codes[11]!)
  await page.locator('.code-good').getByText(`${row.codes[0]} – ${row.codes[11]}`).waitFor()
  await page.getByRole('heading', { name: t('h5.codes.count', { n: 12 }) }).waitFor()
  const hand = { otherCode: row.codes[40]!, parent, documentCode: row.documentCode }
  await fillAllFields(page, t, stageByKey('packing'), hand)
  await submitAccepted(page, t, 12)
  expect(await reported('packing', batchId)).toEqual([12])
  const parentOf = async (code: string) => (await admin.get<{ parentCode: string }>(`/code/qr/${code}`)).data.parentCode
  expect([await parentOf(row.codes[0]!), await parentOf(row.codes[7]!), await parentOf(row.codes[12]!)]).toEqual([
    parent,
    parent,
    null,
  ])
})

test('a stage that the enterprise hides while its form is filled in is refused, and goes unchanged once it is shown', async () => {
  const { world } = journey.site
  const hidden = await makeGoods(world, admin)
  const id = await templateOf(world, 'felling')
  const show = async (visible: '0' | '1') =>
    expect((await admin.put('/stage/template/choice', { id, visible, orderNum: 2 })).code).toBe(200)
  const page = await openPhone(journey, reporter)
  await page.goto(`${journey.site.url}/h5/operationLink?stage=felling`)
  await typeCode(page, t, hidden.codes[0]!)
  await page.locator('.code-good').waitFor()
  await fillFelling(page, t, { documentCode: hidden.documentCode, permit: `${permit}-H` })
  await show('1')
  try {
    await page.getByRole('button', { name: t('h5.submit'), exact: true }).click()
    await page.getByText(t('error.stage.hidden', felling)).first().waitFor()
    await page.getByText(t('h5.report.nothingSaved')).waitFor()
    expect(await reported('felling', hidden.batchId)).toEqual([])
    const report = page.url()
    await page.goto(`${journey.site.url}/h5/operationLink`)
    await page
      .getByRole('link', { name: t('stage.packing') })
      .first()
      .waitFor()
    await expect.poll(() => page.locator('.stages').getByRole('link', { name: felling.stage }).count()).toBe(0)

    await show('0')
    // What the phone remembers may be outdated: until the answer comes it neither sends nor refuses.
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/stage/authorized', route => answered.promise.then(() => route.continue()))
    await page.goto(report)
    await page.getByRole('button', { name: t('h5.report.correct') }).click()
    await fellingHeading(page).waitFor()
    const asking = page.getByRole('button', { name: t('common.loading') })
    await asking.waitFor()
    expect(await asking.isDisabled()).toBe(true)
    await expect.poll(() => page.getByText(t('h5.choose.notAuthorized')).count()).toBe(0)
    answered.resolve()
    await expect.poll(() => page.getByLabel(t('stage.field.loggingPermitNumber')).inputValue()).toBe(`${permit}-H`)
    await submitAccepted(page, t)
    expect(await reported('felling', hidden.batchId)).toEqual([1])
  } finally {
    await show('0')
  }
})

test('codes of the messaging platform are shown as the own ones that they stand for, and are taken from a phone that could not ask', async () => {
  const { world } = journey.site
  expect((await admin.put('/wechat/account', credentialsOf(platform))).code).toBe(200)
  const myGoods = await makeGoods(world, admin)
  const mill: Mill = { tenantId: tenant.id, deptId: tenant.deptId, admin, batchId: myGoods.batchId }
  const id = await addRequest(mill, { requestId: myGoods.requestId })
  expect((await admin.put(`/code/platform-request/${id}/apply`)).code).toBe(200)
  await expect.poll(async () => (await see(mill, id)).status).toBe('completed')
  const application = Number((await see(mill, id)).platformNumber)
  const [first, second, third] = [0, 1, 2].map(position => codeAt(application, position))

  const page = await openPhone(journey, reporter, { leaves: true })
  await page.goto(`${journey.site.url}/h5/operationLink?stage=felling`)
  const add = async (text: string) => {
    await typeCode(page, t, text)
    const anyway = page.getByRole('button', { name: t('h5.typed.anyway') })
    const typed = page.getByRole('textbox', { name: t('h5.codes.type') })
    await expect
      .poll(async () => {
        if (await anyway.isVisible()) await anyway.click()
        return typed.inputValue()
      })
      .toBe('')
  }
  await add(`http://${first!.address}`)
  await page.locator('.code-good').getByText(myGoods.codes[0]!).waitFor()
  await fillFelling(page, t, { documentCode: myGoods.documentCode, permit: `${permit}-W` })

  await setOffline(page.context(), true)
  await page.getByText(t('h5.offlineHint')).waitFor()
  await add(second!.code)
  await add(third!.address)
  await page.getByRole('button', { name: t('h5.submit') }).click()
  await page.getByText(t('h5.wait.offline')).waitFor()
  await setOffline(page.context(), false)
  await page.getByText(t('h5.report.accepted', { n: 3 })).waitFor()
  expect(await reported('felling', myGoods.batchId)).toEqual([3])
  for (const code of myGoods.codes.slice(0, 4)) {
    const { data } = await admin.get<{ alreadyReported: boolean }>(`/stage/code/${code}?stage=felling`)
    expect([code, data.alreadyReported]).toEqual([code, code !== myGoods.codes[3]])
  }
})
