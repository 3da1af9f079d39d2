import { beforeAll, expect, test } from 'vitest'
import { reportWood } from '../../apps/server/test/material/report-wood.ts'
import { type Company, makeCompany } from '../../apps/server/test/custody/companies.ts'
import { type Goods, makeGoods } from '../../apps/server/test/goods.ts'
import type { Language } from '@timbermark/contract'
import { phone } from '../support/browser.ts'
import { makeJourney } from '../support/journey.ts'
import { act, choose } from '../support/office.ts'
import { makePerson, type Person } from '../support/people.ts'
import { button, words } from '../support/words.ts'

/** A mill merges logs of two batches, is told that there is less, and takes the transfer back. */
const journey = makeJourney()
let mill: Company
let clerk: Person
let batches: { goods: Goods; number: string }[]

beforeAll(async () => {
  const { world } = journey.site
  mill = await makeCompany(world, 'TRANSFER-MILL', ['felling'])
  clerk = await makePerson(journey.site, { id: mill.admin.tenantId, deptId: null }, 'enterpriseAdmin')
})

async function makeBatches(): Promise<void> {
  const { world } = journey.site
  batches = []
  for (const volume of ['10', '5', undefined]) {
    const goods = await makeGoods(world, mill.admin)
    const { rows } = await world.admin.query('select batch_number as number from batch where id = $1', [goods.batchId])
    batches.push({ goods, number: rows[0].number })
    if (volume === undefined) continue
    const answer = await reportWood(world, mill, goods.codes[0], 'felling', { treeSpecies: 'OKO', volume })
    expect(answer.code, answer.msg).toBe(200)
  }
}

test.each<[Language, string, object]>([
  ['zh', 'at the desk', {}],
  ['fr', 'at the desk', {}],
  ['en', 'on a phone', phone],
])('in %s, %s: logs of two batches are merged; at the desk that is taken back', async (language, where, options) => {
  const isPhone = where === 'on a phone'
  await makeBatches()
  const [first, second, third] = batches.map(({ number }) => number)
  const t = words(language)
  const { page } = await journey.visit({ ...options, as: clerk, language })
  await page.goto(`${journey.site.url}/material/transfer`)
  await page.getByRole('button', { name: button(t('material.transfer.add')) }).click()
  const dialog = page.getByRole('dialog', { name: t('material.transfer.add') })
  const line = (n: number) => dialog.getByRole('group', { name: t('material.transfer.line', { n }) })

  await choose(line(1), t('material.transfer.source'), first!)
  await line(1).getByLabel(t('material.transfer.volume')).fill('11')
  await choose(line(1), t('material.transfer.target'), third!)
  await dialog.getByRole('button', { name: button(t('material.transfer.addLine')) }).click()
  await choose(line(2), t('material.transfer.source'), second!)
  await line(2)
    .getByRole('button', { name: button(t('material.transfer.takeAll')) })
    .click()
  // The second line goes where the first one goes.
  await line(2).getByTitle(third!).waitFor()

  // The refusal stands at its line, and nothing was transferred.
  await dialog.getByRole('button', { name: button(t('material.transfer.add')) }).click()
  await line(1).locator('.ant-form-item-explain-error', { hasText: first! }).waitFor()
  await line(1)
    .getByLabel(t('material.transfer.volume'))
    .fill(language === 'fr' ? '4,25' : '4.25')
  await dialog.getByRole('button', { name: button(t('material.transfer.add')) }).click()
  await dialog.waitFor({ state: 'hidden' })

  const named = `${first} + ${second} → ${third}`
  await page.getByText(named).first().waitFor()
  expect((await mill.admin.get(`/material/balance/list?batchNumber=${first}`)).rows).toMatchObject([{ volume: '5.75' }])
  if (isPhone) return
  await act(page, t, named, t('material.transfer.details'))
  const lines = page.getByRole('dialog', { name: named })
  await lines.getByRole('row', { name: first! }).waitFor()
  expect(await lines.getByRole('row').count()).toBe(3)
  await page.keyboard.press('Escape')
  await lines.waitFor({ state: 'hidden' })

  await act(page, t, named, t('action.reverse'))
  const reason = page.getByRole('dialog')
  await reason.getByRole('textbox').fill('Wrong batch')
  await reason
    .getByRole('button', { name: button(t('action.reverse')) })
    .last()
    .click()
  const thereAgain = async () => {
    const { rows } = await mill.admin.get(`/material/balance/list?batchNumber=${first}`)
    return rows.map(({ volume }) => volume)
  }
  await expect.poll(thereAgain).toEqual(['10'])
  await page.getByRole('row', { name: named }).getByText(t('material.transfer.status.reversed')).waitFor()
  expect((await mill.admin.get(`/material/transfer/list?batchId=${batches[2]!.goods.batchId}`)).rows).toMatchObject([
    { status: 'reversed', volume: '9.25' },
  ])
})
