import { beforeAll, expect, test } from 'vitest'
import { type EnterpriseFixture, makeEnterprise } from './support/enterprise.ts'
import { makeJourney } from './support/journey.ts'
import { choose, field } from './support/office.ts'
import { button, words } from './support/words.ts'

/** A clerk recalls goods in the dialog: a whole batch, or all codes of a request, chosen from a list. */
const journey = makeJourney()
const t = words('en')
let stock: EnterpriseFixture
let batchNumber: string
let requestName: string

beforeAll(async () => {
  stock = await makeEnterprise(journey.site, 'RECALLING')
  const { rows } = await journey.site.world.admin.query<{ batch: string; request: string }>(
    `select b.batch_number as batch, r.name as request from code_request r join batch b on b.id = r.batch_id where r.id = $1`,
    [stock.goods.requestId],
  )
  batchNumber = rows[0]!.batch
  requestName = rows[0]!.request
})

const goods = [
  ['all codes of a request', 'catalog.recall.how.request', 'catalog.recall.requestIds', () => requestName],
  ['a batch', 'catalog.recall.how.batch', 'catalog.recall.batchId', () => batchNumber],
] as const

test.each(goods)('%s: chosen in the dialog, confirmed, and in the list', async (title, how, label, entry) => {
  const { page } = await journey.enter(stock.admin, '/catalog/recall')
  await page
    .getByRole('button', { name: button(t('action.declare')) })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: t('catalog.recall.declareTitle') })
  await dialog.getByText(t(how), { exact: true }).click()
  await choose(dialog, t(label), entry())
  await field(dialog, t('catalog.recall.reason')).fill(`Mould on ${title}`)
  await field(dialog, t('catalog.recall.advice')).fill('Bring it back')
  await field(dialog, t('catalog.recall.contact')).fill('+241 00 00 00')
  await dialog.getByRole('button', { name: button(t('action.declare')) }).click()
  await page
    .getByRole('dialog', { name: t('catalog.recall.askTitle') })
    .getByRole('button', { name: button(t('action.declare')) })
    .click()
  await dialog.waitFor({ state: 'hidden' })
  const { rows } = await journey.site.world.admin.query(
    'select batch_id is not null as batch from recall where tenant_id = $1 order by id desc limit 1',
    [stock.tenant.id],
  )
  expect(rows).toEqual([{ batch: how === 'catalog.recall.how.batch' }])
  await page.getByRole('row', { name: new RegExp(`Mould on ${title}`) }).waitFor()
})
