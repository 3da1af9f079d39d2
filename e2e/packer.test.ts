import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { type Goods, makeGoods } from '../apps/server/test/goods.ts'
import { menuIds } from '../apps/server/test/system/people.ts'
import { makeJourney, type Visit } from './support/journey.ts'
import { field, openMenu } from './support/office.ts'
import { makePerson, type Person } from './support/people.ts'
import { makeEnterprise, type EnterpriseFixture } from './support/enterprise.ts'
import { button, words } from './support/words.ts'

/** A packer, who has no other right: by scanner, by list and by row, looks inside, and puts right what went wrong. */
const t = words('en')
const journey = makeJourney({ lasting: true })

const packer = 'Awa at the bench'

let stock: EnterpriseFixture
let person: Person
let office: Visit
let items: string[]
let boxes: string[]
let container: string

beforeAll(async () => {
  const { site } = journey
  stock = await makeEnterprise(site, 'PACKER')
  const { world } = site
  const boss = await world.signIn(stock.tenant, ['enterpriseAdmin'])
  const makeCodes = (codeType: string): Promise<Goods> =>
    makeGoods(world, boss, { codeType, batchId: stock.goods.batchId })
  items = stock.goods.codes
  boxes = (await makeCodes('package')).codes
  container = (await makeCodes('container')).codes[0]!
  // Of the delivered roles those that pack may print and certify as well.
  const rights = ['list', 'query', 'pack', 'unpack'].map(verb => `code:packing:${verb}`)
  const role = await boss.post<{ id: number }>('/system/role', {
    roleName: 'Packer',
    roleKey: 'packer',
    roleSort: 30,
    menuIds: await menuIds(world, [...rights, 'code:qr:query']),
  })
  expect(role.code, role.msg).toBe(200)
  // Another person requested the codes.
  const scope = await boss.put('/system/role/dataScope', { roleId: role.data.id, dataScope: '1', deptIds: [] })
  expect(scope.code, scope.msg).toBe(200)
  person = await makePerson(site, stock.tenant, 'packer', { nickName: packer })
})

const openDialog = async (page: Page, verb: 'pack' | 'unpack'): Promise<Locator> => {
  await page
    .getByRole('main')
    .getByRole('button', { name: button(t(`action.${verb}`)) })
    .click()
  const form = page.getByRole('dialog', { name: t(`code.packing.${verb}Title`) })
  await form.waitFor()
  return form
}

/** Sends the dialog, and reads how many went in or came out. */
async function done(page: Page, form: Locator, verb: 'pack' | 'unpack', n: number): Promise<void> {
  await form.getByRole('button', { name: button(t(`action.${verb}`)) }).click()
  // The message of an earlier packing may still be shown.
  await page
    .getByText(t(verb === 'pack' ? 'code.packing.packed' : 'code.packing.unpacked', { n: String(n) }), { exact: true })
    .last()
    .waitFor()
  await form.waitFor({ state: 'hidden' })
}

/** A scanner at the keyboard types the whole address of a label and presses Enter. */
async function scan(box: Locator, code: string): Promise<void> {
  await box.pressSequentially(`${journey.site.url}/c/${code}`)
  await box.press('Enter')
}

/** Opens what is known of a code, from the packings. */
async function lookInto(page: Page, code: string): Promise<Locator> {
  const find = page.getByRole('searchbox', { name: t('code.packing.find') })
  await find.fill('')
  await scan(find, code)
  const drawer = page.getByRole('dialog', { name: t('code.qr'), exact: true })
  await drawer.getByText(code, { exact: true }).first().waitFor()
  return drawer
}

async function leave(page: Page, drawer: Locator): Promise<void> {
  // Where the pointer rests on a button that says why it cannot be pressed, Escape closes what it says first.
  await page.mouse.move(0, 0)
  await page.locator('.ant-tooltip:not(.ant-tooltip-hidden)').waitFor({ state: 'hidden' })
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
}

const counted = (n: number, codeType: 'item' | 'package') => `${n} × ${t(`code.qr.codeType.${codeType}`)}`

/** The list's row of one packing. */
const packingEntry = (page: Page, action: 'pack' | 'unpack' | 'repack', first: string): Locator =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: t('code.packing.open', { code: first }) }) })
    .filter({ has: page.getByText(t(`code.packing.action.${action}`), { exact: true }) })

const parentsOf = async (): Promise<Record<string, unknown>[]> => {
  const { rows } = await journey.site.world.admin.query(
    `select id, parent_serial, request_number, serials::text, during::text, ended_by from code_link order by id`,
  )
  return rows
}

test('packs by scanner: a box, then what goes in, each with Enter, and nothing is sent too early', async () => {
  office = await journey.enter(person, '/index')
  const { page } = office
  await openMenu(page, t, t('menu.code'), t('menu.code.packing'))
  const form = await openDialog(page, 'pack')
  await scan(field(form, t('code.packing.into')), boxes[0]!)
  for (const code of items.slice(0, 3)) await scan(field(form, t('field.codes')), code)
  await expect.poll(() => field(form, t('code.packing.operator')).inputValue()).toBe(packer)
  expect(await parentsOf()).toEqual([])
  await done(page, form, 'pack', 3)
  const row = packingEntry(page, 'pack', items[0]!)
  await row.getByText(packer).waitFor()
  await row.getByRole('button', { name: t('code.packing.open', { code: boxes[0]! }) }).waitFor()
})

test('packs by a list that was pasted, and by a row of codes', async () => {
  const { page } = office
  const list = await openDialog(page, 'pack')
  await field(list, t('code.packing.into')).fill(boxes[1]!)
  await field(list, t('field.codes')).fill(`${items[3]}，${items[4]}; ${items[5]}\n${items[6]}`)
  await done(page, list, 'pack', 4)
  await packingEntry(page, 'pack', items[3]!).waitFor()

  const row = await openDialog(page, 'pack')
  await field(row, t('code.packing.into')).fill(boxes[2]!)
  await row.getByRole('radio', { name: t('code.packing.how.row') }).check()
  await field(row, t('code.packing.first')).fill(items[10]!)
  await field(row, t('code.packing.last')).fill(items[29]!)
  await done(page, row, 'pack', 20)

  const full = await openDialog(page, 'pack')
  await field(full, t('code.packing.into')).fill(container)
  await full.getByRole('radio', { name: t('code.packing.how.row') }).check()
  await field(full, t('code.packing.first')).fill(boxes[0]!)
  await field(full, t('code.packing.last')).fill(boxes[2]!)
  await done(page, full, 'pack', 3)
})

test('sees what is in the container at every depth, with counts and by whom', async () => {
  const { page } = office
  const drawer = await lookInto(page, container)
  await drawer.getByText(`${counted(3, 'package')} · ${counted(27, 'item')}`, { exact: true }).waitFor()
  await drawer
    .getByText(new RegExp(`, ${packer}$`))
    .first()
    .waitFor()
  // Each box shows how much it holds, and what when it is opened.
  const box = (n: number) => drawer.locator('details').filter({ hasText: boxes[n]! })
  for (const [n, held] of [3, 4, 20].entries())
    await box(n).locator('summary').getByText(counted(held, 'item'), { exact: true }).waitFor()
  await box(2).locator('summary').click()
  const opens = (code: string) => box(2).getByRole('button', { name: t('code.packing.open', { code }) })
  await opens(items[10]!).waitFor()
  await opens(items[29]!).waitFor()
  // From there to the code itself, which says what it is in.
  await opens(items[10]!).click()
  const its = drawer.locator('section').filter({ has: page.getByRole('heading', { name: t('code.packing.history') }) })
  await its.getByRole('button', { name: t('code.packing.open', { code: boxes[2]! }) }).waitFor()
  await leave(page, drawer)
})

test('is warned of what is packed already, and repacks it only with a reason', async () => {
  const { page } = office
  const form = await openDialog(page, 'pack')
  await field(form, t('code.packing.into')).fill(boxes[0]!)
  await field(form, t('field.codes')).fill(`${items[3]}\n${items[7]}`)
  await form.getByRole('button', { name: button(t('action.pack')) }).click()
  await form
    .getByRole('alert')
    .getByText(t('error.code.alreadyPacked', { code: items[3]!, parent: boxes[1]! }))
    .waitFor()
  await form.getByRole('checkbox', { name: t('code.packing.repack') }).check()
  const reason = field(form, t('code.packing.reason'))
  await form.getByRole('button', { name: button(t('action.pack')) }).click()
  await form.getByText(t('error.required', { label: t('code.packing.reason') })).waitFor()
  await reason.fill('Belongs to the first box')
  await done(page, form, 'pack', 2)
  const row = packingEntry(page, 'repack', items[3]!)
  await row.getByText('Belongs to the first box').waitFor()
  await row.getByText(packer).waitFor()
})

test('takes out what is wrong, and finds who packed it when', async () => {
  const { page } = office
  // What is known of the code comes late: what was begun meanwhile stays.
  const known = Promise.withResolvers<void>()
  await page.route(`**/code/qr/${items[3]}/life`, route => known.promise.then(() => route.continue()), { times: 1 })
  const drawer = await lookInto(page, items[3]!)
  await drawer.getByRole('button', { name: button(t('code.packing.unpackThis')) }).click()
  const form = page.getByRole('dialog', { name: t('code.packing.unpackTitle') })
  await expect.poll(() => field(form, t('field.codes')).inputValue()).toBe(items[3])
  await field(form, t('code.packing.reason')).fill('Cracked')
  known.resolve()
  await drawer.getByText(t('code.life.product'), { exact: true }).waitFor()
  expect(await field(form, t('code.packing.reason')).inputValue()).toBe('Cracked')
  await done(page, form, 'unpack', 1)
  // The time in the first box is over, that in the second one was before.
  const history = drawer
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: t('code.packing.history') }) })
  const times = history.getByRole('listitem')
  await history.getByText(/Cracked/).waitFor()
  await expect.poll(() => times.count()).toBe(2)
  const both = t('code.packing.byBoth', { packed: packer, unpacked: packer })
  const period = (n: number, box: string, reason: string) =>
    Promise.all([
      times
        .nth(n)
        .getByRole('button', { name: t('code.packing.open', { code: box }) })
        .waitFor(),
      times.nth(n).getByText(`${both} · ${reason}`, { exact: true }).waitFor(),
    ])
  await period(0, boxes[0]!, 'Cracked')
  await period(1, boxes[1]!, 'Belongs to the first box')
  // What is in nothing cannot come out again.
  await expect
    .poll(() => drawer.getByRole('button', { name: button(t('code.packing.unpackThis')) }).isEnabled())
    .toBe(false)
  await leave(page, drawer)
  await packingEntry(page, 'unpack', items[3]!).getByText('Cracked').waitFor()

  const contents = await lookInto(page, container)
  await contents.getByText(`${counted(3, 'package')} · ${counted(27, 'item')}`, { exact: true }).waitFor()
  const holding = (n: number) => contents.locator('details').filter({ hasText: boxes[n]! }).locator('summary')
  await holding(0).getByText(counted(4, 'item'), { exact: true }).waitFor()
  await holding(1).getByText(counted(3, 'item'), { exact: true }).waitFor()
  await leave(page, contents)
})

test('empties a box, which asks before', async () => {
  const { page } = office
  const form = await openDialog(page, 'unpack')
  await field(form, t('code.packing.outOf')).fill(boxes[1]!)
  await form.getByRole('radio', { name: t('code.packing.how.all') }).check()
  await field(form, t('code.packing.reason')).fill('Box is wet')
  await form.getByRole('button', { name: button(t('action.unpack')) }).click()
  const question = page.getByRole('dialog', { name: t('code.packing.confirmAll', { code: boxes[1]! }) })
  await done(page, question, 'unpack', 3)
  await form.waitFor({ state: 'hidden' })
  const drawer = await lookInto(page, boxes[1]!)
  await drawer.getByText(t('code.packing.empty')).waitFor()
  await leave(page, drawer)
})

test('a user without the right sees where things are and moves nothing', async () => {
  const auditor = await makePerson(journey.site, stock.tenant, 'auditor')
  const { page } = await journey.enter(auditor, '/code/packing')
  const drawer = await lookInto(page, boxes[0]!)
  await drawer.getByText(counted(4, 'item'), { exact: true }).first().waitFor()
  const offers = ['action.pack', 'action.unpack', 'code.packing.packThis', 'code.packing.unpackThis'] as const
  for (const key of offers)
    await expect.poll(() => page.getByRole('button', { name: button(t(key)) }).count(), { message: key }).toBe(0)

  const before = await parentsOf()
  const call = async (path: string, data: object): Promise<{ code: number }> => {
    const token = await page.evaluate(() => localStorage.getItem('admin-token'))
    const headers = { authorization: `Bearer ${token}` }
    return (await page.request.post(`${journey.site.url}/api${path}`, { headers, data })).json()
  }
  const now = { operator: 'Nobody', time: new Date().toISOString(), ranges: [], reason: 'Because' }
  const inside = { ...now, parentCode: boxes[0], codes: [items[0]] }
  expect(await call('/code/packing/pack', { ...inside, codes: [items[40]] })).toMatchObject({ code: 403 })
  expect(await call('/code/packing/pack', { ...inside, parentCode: boxes[5], repack: true })).toMatchObject({
    code: 403,
  })
  expect(await call('/code/packing/unpack', inside)).toMatchObject({ code: 403 })
  expect(await parentsOf()).toEqual(before)
})

test('packing is no page of a role that has nothing to do with it', async () => {
  const certifier = await makePerson(journey.site, stock.tenant, 'certifier')
  const { page } = await journey.enter(certifier, '/code/packing')
  await page.getByText(t('shell.notFound.title')).waitFor()
})
