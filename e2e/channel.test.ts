import { beforeAll, expect, test } from 'vitest'
import { backdate, makeDivisions, scan } from '../apps/server/test/channel/market.ts'
import { type Goods, makeGoods } from '../apps/server/test/goods.ts'
import { makeJourney } from './journey.ts'
import { act } from './office.ts'
import { makePerson, type Person, signIn, speak } from './people.ts'
import { button, words } from './words.ts'

const t = words('en')
const journey = makeJourney({ lasting: true })

let clerk: Person
let goods: Goods

beforeAll(async () => {
  const { world } = journey.site
  const tenant = await world.makeTenant('CHANNEL')
  clerk = await makePerson(journey.site, tenant, 'enterpriseClerk')
  const admin = await world.signIn(tenant, ['enterpriseAdmin'])
  goods = await makeGoods(world, admin)
  await makeDivisions(world)
  const level = { code: 'L1', name: 'Level one', level: '1', orderNum: 1, status: '0' }
  const levelId = (await admin.post<{ id: number }>('/channel/dealer-level', level)).data.id
  const dealerId = (await admin.post<{ id: number }>('/channel/dealer', { name: 'Demo dealer', levelId })).data.id
  await admin.post('/channel/territory', { dealerId, divisionCode: '330000', validFrom: '2026-01-01' })
  await admin.post('/channel/assignment/assign', { dealerId, codes: goods.codes.slice(0, 5) })
})

test('a dealer whose goods are sold out of his territory is caught, and the case is closed with a note', async () => {
  const { world, url } = journey.site
  for (const code of goods.codes.slice(0, 3)) await scan(world, code, 'chengdu')
  const opened = await world.services.directory.open(goods.codes[2]!)
  if (!opened.known) throw new Error('unknown')
  const { tenantId, requestNumber } = opened.entry
  await world.services.watch.soon({ tenantId, requestNumber, serial: opened.serial })
  const { page } = await journey.visit()
  await speak(page, 'en')
  await page.goto(`${url}/login?redirect=/channel/case`)
  await signIn(page, clerk)
  const row = page.getByRole('row', { name: t('channel.case.kind.crossSale') })
  await row.waitFor()
  await row.getByRole('button', { name: goods.codes[0]! }).click()
  await page.getByRole('img', { name: /成都/ }).waitFor()
  await page.getByRole('dialog').getByText('浙江省', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await act(page, t, t('channel.case.kind.crossSale'), t('channel.case.dismiss'))
  const dialog = page.getByRole('dialog', { name: t('channel.case.dismissTitle', { name: goods.codes[0]! }) })
  await dialog.getByRole('textbox').fill('A fair, agreed with us')
  await dialog.getByRole('button', { name: button(t('channel.case.dismiss')) }).click()
  await page.getByRole('row', { name: t('channel.case.status.dismissed') }).waitFor()
})

test('a buyer of a copied label is told on the second scan far away, in words that accuse nobody', async () => {
  const { world, url } = journey.site
  const code = goods.codes[9]!
  await scan(world, code, 'hangzhou')
  await backdate(world, code, [1])
  const { page, context } = await journey.visit()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ longitude: 116.4081, latitude: 39.9051 })
  await page.goto(`${url}/c/${code}?lang=en`)
  await page.getByText(t('trace.warning.impossibleSpeed')).first().waitFor()
  expect(await page.getByText(t('trace.verdict.suspicious'), { exact: true }).count()).toBe(0)
  const { rows } = await world.admin.query<{ kind: string }>(`select kind from channel_case where serial = 9`)
  expect(rows).toEqual([{ kind: 'speed' }])
})
