import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorize, type Goods, makeBatch, makeGoods } from '../apps/server/test/goods.ts'
import type { Caller } from '../apps/server/test/harness.ts'
import { fillFelling, goWithin, openPhone, typeCode, unfoldMedia } from './support/field.ts'
import { makeJourney } from './support/journey.ts'
import type { NetworkLink } from './support/network-link.ts'
import { makePerson, type Person } from './support/people.ts'
import { labelled, words } from './support/words.ts'
import { setOffline } from './support/offline.ts'

/** A day's work in the forest without a network. */
const t = words('en')
const journey = makeJourney()
let tenant: { id: number; deptId: number }
let admin: Caller
let reporter: Person
let goods: Goods
let line: NetworkLink

beforeAll(async () => {
  const { world } = journey.site
  tenant = await world.makeTenant('FIELDDAY')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  reporter = await makePerson(journey.site, tenant, 'fieldReporter')
  goods = await makeGoods(world, admin, { batchId: await makeBatch(world, admin) })
  await authorize(admin, reporter.id, ['felling'])
  line = await journey.site.openLink()
})
afterAll(() => line?.close())

const sum = async (text: string, values: unknown[]): Promise<number> =>
  Number((await journey.site.world.admin.query(text, values)).rows[0].n)

/** Records with this permit number, and how many of them the ledger has. */
const records = (permit: string) =>
  sum(`select count(*) as n from stage_record where public_values->>'loggingPermitNumber' = $1`, [permit])
const logged = (permit: string) =>
  sum(
    `select count(distinct r.id) as n from stage_record r
     join sealed_content c on c.tenant_id = r.tenant_id and c.kind = 'mention' and c.row_id = r.id
     join ledger_entry e on e.content = c.content where r.public_values->>'loggingPermitNumber' = $1`,
    [permit],
  )

describe('a day without a network', () => {
  const permit = 'PFA-2026-0500'
  const reports = 50

  test('50 reports with pictures over a line that breaks three times are 50 records, all of them in the ledger', async () => {
    const page = await openPhone(journey, reporter, { leaves: true, url: line.url })
    // The plug is out, and the phone knows it.
    line.pull()
    await setOffline(page.context(), true)
    await page.getByText(t('h5.offlineHint')).waitFor()
    // A picture that nothing can pack: it goes up in more than one piece.
    const side = 320
    const noise = Buffer.from(Uint8Array.from({ length: side * side * 3 }, (_, n) => (n * 2_654_435_761) >>> 13))
    const buffer = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    await page.getByRole('link', { name: t('h5.tile.report') }).click()
    await page.getByRole('link', { name: t('stage.felling') }).click()
    for (let n = 0; n < reports; n++) {
      await typeCode(page, t, goods.codes[n]!)
      if (n === 0) {
        await fillFelling(page, t, { documentCode: goods.documentCode, permit })
      } else await page.getByLabel(labelled(t('stage.field.fellingTime'))).fill('2026-01-15T09:30')
      await unfoldMedia(page, t)
      await page
        .locator('[data-at^="values."] input[type=file][accept="image/*"]:not([capture])')
        .first()
        .setInputFiles({ name: `log-${n}.png`, mimeType: 'image/png', buffer })
      await page.locator('.pictures img').first().waitFor()
      await page.getByRole('button', { name: t('h5.submit') }).click()
      await page.getByText(t('h5.wait.offline')).waitFor()
      if (n === reports - 1) break
      await goWithin(page, 'stage=felling&again=1')
      await page.getByText(t('h5.again.filled')).waitFor()
    }
    expect(await records(permit)).toBe(0)

    // While a picture is under way; after the server took a report, before the phone got the answer; half way through a report.
    line.breakAt(
      { of: 'POST /api/common/upload/piece', after: 200_000 },
      { of: 'POST /api/stage/report ', after: 'answer' },
    )
    line.plug()
    await setOffline(page.context(), false)
    await expect.poll(() => records(permit)).toBeGreaterThanOrEqual(10)
    line.breakAt({ of: 'POST /api/stage/report ', after: 300 })
    await expect.poll(() => records(permit)).toBeGreaterThanOrEqual(25)
    // And the link once more, with everything that is in transit.
    line.pull()
    await page.waitForTimeout(500)
    line.plug()
    await expect.poll(() => records(permit)).toBe(reports)
    expect(line.broken()).toBe(3)
    await page.goto(`${line.url}/h5`)
    await page.getByText(t('h5.outbox.empty')).waitFor()
    await expect.poll(() => logged(permit)).toBe(reports)
    expect(await records(permit), 'not one twice').toBe(reports)
    expect(
      await sum(
        `select count(*) as n from stage_record where public_values->>'loggingPermitNumber' = $1 and attachments <> '{}'`,
        [permit],
      ),
    ).toBe(reports)
    const files = await sum(`select count(*) as n from file_object where name like 'log-%' and size = $1`, [
      buffer.length,
    ])
    expect(files, 'each picture once, and whole').toBe(reports)
  })
})
