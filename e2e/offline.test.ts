import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import sharp from 'sharp'
import { fillFelling, goWithin, openPhone, typeCode, unfoldMedia } from './support/field.ts'
import { makeJourney } from './support/journey.ts'
import { makeEnterprise, type EnterpriseFixture } from './support/enterprise.ts'
import { labelled, words } from './support/words.ts'
import { setOffline } from './support/offline.ts'

const t = words('en')
const journey = makeJourney()
let stock: EnterpriseFixture

beforeAll(async () => {
  stock = await makeEnterprise(journey.site, 'OFFLINE')
})

const call = '/api/stage/report'

/** The phone page, opened once with a network and ready for a day without. */
async function openOnce(): Promise<{ page: Page; context: BrowserContext; sent: string[] }> {
  const page = await openPhone(journey, stock.reporter, { leaves: true })
  const sent: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).pathname === call) sent.push(request.postData() ?? '')
  })
  return { page, context: page.context(), sent }
}

async function fillReport(page: Page, code: string, permit: string): Promise<void> {
  await page.getByRole('link', { name: t('h5.tile.report') }).click()
  await page.getByRole('link', { name: t('stage.felling') }).click()
  await typeCode(page, t, code)
  await page.getByText(code).waitFor()
  await fillFelling(page, t, { documentCode: stock.goods.documentCode, permit })
}

/** Records that the server keeps under a permit number; each test uses its own. */
async function records(permit: string): Promise<number> {
  const { rows } = await journey.site.world.admin.query(
    `select count(*)::int as n from stage_record where public_values->>'loggingPermitNumber' = $1`,
    [permit],
  )
  return rows[0].n
}

test('a report filled in without a network outlives a reload and is sent exactly once when there is one', async () => {
  const permit = 'PFA-2026-0077'
  const { page, context, sent } = await openOnce()
  await setOffline(context, true)
  await page.getByText(t('h5.offlineHint')).waitFor()
  await fillReport(page, stock.goods.codes[0]!, permit)
  await page.getByText(t('h5.document.later')).waitFor()
  await page.getByRole('button', { name: t('h5.submit') }).click()
  await page.getByText(t('h5.wait.offline')).waitFor()

  await page.reload()
  await page.getByText(t('h5.wait.offline')).waitFor()
  expect(sent).toEqual([])

  await setOffline(context, false)
  await page.getByText(t('h5.report.accepted', { n: 1 })).waitFor()
  await page.goto(`${journey.site.url}/h5`)
  await page.getByText(t('h5.outbox.empty')).waitFor()
  expect(sent).toHaveLength(1)
  expect(await records(permit)).toBe(1)
})

test('what is unlikely is asked without a network, and its reason is stored until it is sent', async () => {
  const permit = 'PFA-2026-0079'
  const { page, context } = await openOnce()
  await setOffline(context, true)
  await page.getByText(t('h5.offlineHint')).waitFor()
  await fillReport(page, stock.goods.codes[2]!, permit)
  const measures = { diameter1: '80', diameter2: '72', length: '6.2', volume: '4' } as const
  for (const [key, value] of Object.entries(measures) as [keyof typeof measures, string][])
    await page.getByLabel(t(`stage.field.${key}`)).fill(value)
  await page.getByRole('button', { name: t('h5.submit') }).click()
  const question = page.getByRole('dialog', { name: t('h5.ask.title') })
  await question.getByText('2.813').waitFor()
  await question.getByRole('button', { name: t('h5.ask.confirm') }).click()
  await question.getByText(t('h5.ask.missing')).waitFor()
  await question.getByLabel(t('h5.ask.reason')).fill('Measured with bark')
  await question.getByRole('button', { name: t('h5.ask.confirm') }).click()
  await page.getByText(t('h5.wait.offline')).waitFor()
  await setOffline(context, false)
  await page.getByText(t('h5.report.accepted', { n: 1 })).waitFor()
  const { rows } = await journey.site.world.admin.query(
    `select flags -> 0 ->> 'reason' as reason from stage_record where public_values->>'loggingPermitNumber' = $1`,
    [permit],
  )
  expect(rows).toEqual([{ reason: 'Measured with bark' }])
})

test('a report whose answer was lost is sent again, and still counts once', async () => {
  const permit = 'PFA-2026-0078'
  const { page, context, sent } = await openOnce()
  let storedCount = 0
  await context.route(
    `**${call}`,
    async route => {
      await route.fetch()
      storedCount = await records(permit)
      await route.abort()
    },
    { times: 1 },
  )
  await fillReport(page, stock.goods.codes[1]!, permit)
  await page.getByText(t('h5.document.found', { name: 'Felling permit' })).waitFor()
  await page.getByRole('button', { name: t('h5.submit'), exact: true }).click()
  await page.getByText(t('h5.report.accepted', { n: 1 })).waitFor()
  expect(storedCount, 'the server had it when the phone did not know').toBe(1)
  expect(sent).toHaveLength(2)
  expect(sent[1]).toBe(sent[0])
  expect(await records(permit)).toBe(1)
})

/** A picture that is no other log's. */
const woodOf = (log: number): Promise<Buffer> =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: { r: 120 + log, g: 80, b: 40 } } })
    .png()
    .toBuffer()

test('five logs with pictures, measured without a network and sent over a line that breaks twice, are five records', async () => {
  const permit = 'PFA-2026-0080'
  const logs = stock.goods.codes.slice(10, 15)
  const { page, context } = await openOnce()
  await setOffline(context, true)
  await page.getByText(t('h5.offlineHint')).waitFor()
  await page.getByRole('link', { name: t('h5.tile.report') }).click()
  await page.getByRole('link', { name: t('stage.felling') }).click()
  await page.getByRole('button', { name: t('h5.rows.each') }).click()
  let entries = 0
  const enter = async (work: Promise<unknown>) => {
    entries++
    await work
  }
  const scanner = page.getByRole('dialog', { name: t('h5.scan.title') })
  await page.getByRole('button', { name: t('h5.codes.scan'), exact: true }).click()
  for (const [place, code] of logs.entries()) {
    await enter(typeCode(scanner, t, code))
    await scanner.waitFor({ state: 'hidden' })
    const log = page.getByRole('listitem').filter({ hasText: code })
    // From the scan to both diameters, the length and the next scan: nobody looks for a field.
    for (const [key, size] of [
      ['diameter1', String(60 + place)],
      ['diameter2', '56'],
      ['length', '10'],
    ] as const) {
      const isFocused = (input: unknown) =>
        input === (input as { ownerDocument: { activeElement: unknown } }).ownerDocument.activeElement
      await expect.poll(() => log.getByLabel(labelled(t(`stage.field.${key}`))).evaluate(isFocused)).toBe(true)
      await enter(page.keyboard.type(size))
      await page.keyboard.press('Enter')
    }
    await scanner.waitFor()
    // The species of the log before is filled in already.
    if (place === 0) await enter(log.getByLabel(labelled(t('stage.field.treeSpecies'))).selectOption('OKO'))
    await log.getByLabel(t('h5.photo.choose')).setInputFiles({
      name: `log-${place}.png`,
      mimeType: 'image/png',
      // A picture of each: the same one is never sent twice.
      buffer: await woodOf(place),
    })
    await log.getByRole('img').waitFor()
  }
  await scanner.getByRole('button', { name: t('h5.scan.done') }).click()
  // (60 + 56) / 2 cm and 10 m are 2.642 m³, and so on up to 64 cm.
  await page.getByText('13.672 m³', { exact: true }).waitFor()
  await enter(page.getByLabel(labelled(t('h5.documentCode'))).fill(stock.goods.documentCode))
  await enter(page.getByLabel(labelled(t('stage.field.fellingTime'))).fill('2026-01-15T09:30'))
  await enter(page.getByLabel(labelled(t('stage.field.loggingPermitNumber'))).fill(permit))
  expect(entries).toBeLessThanOrEqual(24)
  // Three taps in one moment are one report, and no complaint.
  await page.getByRole('button', { name: t('h5.submit') }).evaluate(button => {
    for (let tap = 0; tap < 3; tap++) (button as unknown as { click(): void }).click()
  })
  await page.getByText(t('h5.wait.offline')).waitFor()
  await expect.poll(() => page.getByText(t('h5.draft.failed')).count()).toBe(0)

  let uploads = 0
  await context.route('**/api/common/upload/piece?*', route =>
    route.request().method() === 'POST' && ++uploads === 3 ? route.abort() : route.continue(),
  )
  const answers: number[] = []
  await context.route(
    '**/api/stage/report/rows',
    async route => {
      await route.fetch()
      answers.push(await records(permit))
      await route.abort()
    },
    { times: 1 },
  )
  await setOffline(context, false)
  await page.getByText(t('h5.report.accepted', { n: 5 })).waitFor()
  expect(answers, 'the server had all of them when the phone did not know').toEqual([5])
  expect(uploads, 'no picture but the one that was cut off went up twice').toBe(6)
  expect(await records(permit)).toBe(5)
  const { rows } = await journey.site.world.admin.query(
    `select (select count(*)::int from jsonb_object_keys(attachments)) as pictures, public_values->>'volume' as volume
     from stage_record where public_values->>'loggingPermitNumber' = $1 order by id`,
    [permit],
  )
  expect(rows.map(row => row.pictures)).toEqual([1, 1, 1, 1, 1])
  expect(rows[0].volume).toBe('2.642')

  // The next report begins as this one, with what is new left open.
  await page.getByRole('link', { name: t('h5.again.another') }).click()
  await page.getByText(t('h5.again.filled')).waitFor()
  await expect.poll(() => page.getByLabel(labelled(t('stage.field.loggingPermitNumber'))).inputValue()).toBe(permit)
  await expect.poll(() => page.getByLabel(labelled(t('stage.field.diameter1'))).inputValue()).toBe('')
  await expect.poll(() => page.getByLabel(labelled(t('stage.field.treeSpecies'))).inputValue()).toBe('OKO')
})

/** A photo too large to be sent as it is: the phone makes it smaller. */
function largePicture(): Promise<Buffer> {
  const side = 640
  const noise = Buffer.from(Uint8Array.from({ length: side * side * 3 }, (_, n) => (n * 2_654_435_761) >>> 13))
  return sharp(noise, { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** From now on pictures that are made smaller wait for `go`. */
const holdPictures = `{
  const make = createImageBitmap
  const held = []
  window.letPicturesGo = () => held.splice(0).forEach(go => go())
  window.createImageBitmap = async (...given) => {
    await new Promise(go => held.push(go))
    return make(...given)
  }
}`
const letPicturesGo = 'letPicturesGo()'

test('a picture that is still being made small is waited for, and brings none back that was taken away', async () => {
  const permit = 'PFA-2026-0081'
  const { page } = await openOnce()
  await fillReport(page, stock.goods.codes[20]!, permit)
  const media = await unfoldMedia(page, t)
  const field = page
    .locator('fieldset')
    .filter({ has: page.getByLabel(t('h5.photo.choose')) })
    .first()
  const choose = (name: string, buffer: Buffer) =>
    field.getByLabel(t('h5.photo.choose')).setInputFiles({ name, mimeType: 'image/png', buffer })
  await choose('first.png', await woodOf(60))
  await field.getByRole('img').waitFor()
  // From here on: the first one is decoded too, though it stays as it is.
  await page.evaluate(holdPictures)
  await choose('second.png', await largePicture())
  const busy = page.getByRole('button', { name: t('h5.file.busy') })
  await busy.waitFor()
  expect(await busy.isDisabled()).toBe(true)
  await field.getByRole('button', { name: t('h5.file.remove', { name: t('h5.photo.alt', { n: 1 }) }) }).click()
  await expect.poll(() => field.getByRole('listitem').count()).toBe(0)
  // Folded away and opened again it is being made all the same.
  await media.click()
  await media.click()
  await field.getByText(t('h5.photo.busy')).waitFor()
  await page.evaluate(letPicturesGo)
  await expect.poll(() => field.getByRole('img').count()).toBe(1)
  await expect.poll(() => field.getByRole('listitem').count()).toBe(1)
  await page.getByRole('button', { name: t('h5.submit'), exact: true }).click()
  await page.getByText(t('h5.report.accepted', { n: 1 })).waitFor()
  const { rows } = await journey.site.world.admin.query(
    `select f.name from stage_record r join file_object f on f.id = any(array(select jsonb_object_keys(r.attachments)))
     where r.public_values->>'loggingPermitNumber' = $1`,
    [permit],
  )
  expect(rows.map(row => row.name)).toEqual(['second.jpg'])
})

test('a picture that is still being made small when its form is left belongs to the draft', async () => {
  const { page } = await openOnce()
  await fillReport(page, stock.goods.codes[21]!, 'PFA-2026-0082')
  await page.getByText(t('h5.draft.saved')).waitFor()
  const draft = new URL(page.url()).searchParams.get('report')
  await page.evaluate(holdPictures)
  const pictures = page.locator('.pictures img')
  await unfoldMedia(page, t)
  await page
    .getByLabel(t('h5.photo.choose'))
    .first()
    .setInputFiles({ name: 'left.png', mimeType: 'image/png', buffer: await largePicture() })
  await page.getByRole('link', { name: t('action.back') }).click()
  const leaving = page.getByRole('dialog', { name: t('h5.leave.title') })
  expect(await leaving.getByRole('button', { name: t('h5.file.busy') }).isDisabled()).toBe(true)
  await leaving.getByRole('button', { name: t('h5.leave.stay') }).click()
  // The phone's own back button does not ask.
  await goWithin(page, '')
  await page.locator(`a[href$="report=${draft}"]`).waitFor()
  await page.evaluate(letPicturesGo)
  await expect
    .poll(async () => {
      await goWithin(page, '')
      await page.locator(`a[href$="report=${draft}"]`).waitFor()
      await goWithin(page, `report=${draft}`)
      await unfoldMedia(page, t)
      return pictures.count()
    })
    .toBe(1)
})

/** The phone finds its position when the test says so. */
const holdPositions = `{
  const held = []
  window.findPositions = (longitude, latitude) =>
    held.splice(0).forEach(found => found({ coords: { longitude, latitude, accuracy: 8 } }))
  window.positionsAsked = () => held.length
  navigator.geolocation.getCurrentPosition = found => void held.push(found)
}`

test('a position that is found late stays away from coordinates that were typed meanwhile, and is stored with a draft', async () => {
  const { page } = await openOnce()
  await page.evaluate(holdPositions)
  const countPositionRequests = () => page.evaluate('positionsAsked()')
  await goWithin(page, 'stage=felling')
  const position = page.locator('[data-at="position"]')
  const latitude = position.getByLabel(t('h5.latitude'))
  const longitude = position.getByLabel(t('h5.longitude'))
  const use = position.getByRole('button', { name: t('h5.position.use') })
  await expect.poll(countPositionRequests).toBe(1)
  await latitude.fill('4.25')
  await longitude.fill('9.75')
  await page.getByText(t('h5.draft.saved')).waitFor()
  // Typed, hence no longer looked up; requested again, the latest request wins.
  await use.click()
  await expect.poll(countPositionRequests).toBe(2)
  await longitude.fill('9.5')
  await use.waitFor()
  await page.evaluate('findPositions(121.5, 31.5)')
  await leaveAndOpen(page)
  await expect.poll(() => latitude.inputValue()).toBe('4.25')
  await expect.poll(() => longitude.inputValue()).toBe('9.5')
  await use.click()
  await expect.poll(countPositionRequests).toBe(1)
  await page.evaluate('findPositions(9.47, 0.41)')
  await expect.poll(() => longitude.inputValue()).toBe('9.47')

  // Found by itself after something was entered, it is in the draft like everything else.
  await goWithin(page, '')
  await goWithin(page, 'stage=felling')
  await expect.poll(countPositionRequests).toBe(1)
  await page.getByLabel(labelled(t('h5.documentCode'))).fill(stock.goods.documentCode)
  await page.getByText(t('h5.draft.saved')).waitFor()
  await page.evaluate('findPositions(9.48, 0.42)')
  await expect.poll(() => longitude.inputValue()).toBe('9.48')
  await leaveAndOpen(page)
  await expect.poll(() => longitude.inputValue()).toBe('9.48')
})

/** Keeps the stored reports busy, so that every access waits until `releaseReports()`. */
const holdReports = `new Promise((resolve, reject) => {
  const open = indexedDB.open('timbermark-h5')
  open.onerror = () => reject(open.error)
  open.onsuccess = () => {
    const store = open.result.transaction('reports', 'readwrite').objectStore('reports')
    let held = true
    window.releaseReports = () => { held = false }
    const keep = () => { if (held) store.get('none').onsuccess = keep }
    keep()
    resolve()
  }
})`

test('a draft that is opened again while it is still being written shows what was entered last', async () => {
  const { page } = await openOnce()
  await goWithin(page, 'stage=felling')
  const code = page.getByLabel(labelled(t('h5.documentCode')))
  await code.fill('first')
  await page.getByText(t('h5.draft.saved')).waitFor()
  const draft = new URL(page.url()).searchParams.get('report')
  await page.evaluate(holdReports)
  await code.fill('second')
  await goWithin(page, '')
  await goWithin(page, `report=${draft}`)
  await page.evaluate('releaseReports()')
  await expect.poll(() => code.inputValue()).toBe('second')
  await code.fill('third')
  await page.getByText(t('h5.draft.saved')).waitFor()
})

/** Leaves the form of a draft by the phone's own back button, and opens it as it was stored. */
async function leaveAndOpen(page: Page): Promise<void> {
  const draft = new URL(page.url()).searchParams.get('report')
  await goWithin(page, '')
  await page.locator(`a[href$="report=${draft}"]`).waitFor()
  await goWithin(page, `report=${draft}`)
}

test('a draft that is open in three tabs is what the first one made of it; the others say so and lose nothing', async () => {
  const permit = 'PFA-2026-0083'
  const { page, context } = await openOnce()
  await fillReport(page, stock.goods.codes[22]!, permit)
  await unfoldMedia(page, t)
  const wood = { name: 'wood.png', mimeType: 'image/png', buffer: await woodOf(70) }
  await page.getByLabel(t('h5.photo.choose')).first().setInputFiles(wood)
  await page.locator('.pictures img').waitFor()
  await page.getByText(t('h5.draft.saved')).waitFor()
  const draft = page.url()
  const operator = labelled(t('h5.operator'))
  const others = [await context.newPage(), await context.newPage()]
  for (const other of others) {
    await other.goto(draft)
    await expect.poll(() => other.getByLabel(t('stage.field.loggingPermitNumber')).inputValue()).toBe(permit)
  }
  const [second, third] = others.map(other => ({
    other,
    asked: other.getByRole('dialog', { name: t('h5.elsewhere.title') }),
  }))

  // While all are drafts.
  await page.getByLabel(operator).fill('First')
  await page.getByText(t('h5.draft.saved')).waitFor()
  await second!.other.getByLabel(operator).fill('Second')
  await second!.asked.getByRole('button', { name: t('h5.elsewhere.new') }).click()
  await expect.poll(() => second!.other.url()).not.toBe(draft)
  await expect.poll(() => second!.other.getByLabel(operator).inputValue()).toBe('Second')
  await second!.other.getByRole('button', { name: new RegExp(`^${t('stage.group.media')}`) }).click()
  await second!.other.locator('.pictures img').waitFor()

  // Once one was sent.
  await page.getByRole('button', { name: t('h5.submit'), exact: true }).click()
  await page.getByText(t('h5.report.accepted', { n: 1 })).waitFor()
  await third!.other.getByLabel(operator).fill('Third')
  await third!.asked.waitFor()
  await expect.poll(() => third!.other.getByText(t('h5.draft.failed')).count()).toBe(1)
  await third!.asked.getByRole('button', { name: t('h5.elsewhere.open') }).click()
  await third!.other.getByText(t('h5.report.accepted', { n: 1 })).waitFor()
  const { rows } = await journey.site.world.admin.query(
    `select operator, attachments <> '{}' as pictures from stage_record where public_values->>'loggingPermitNumber' = $1`,
    [permit],
  )
  expect(rows).toEqual([{ operator: 'First', pictures: true }])
})
