import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { pdf } from '../apps/server/test/samples.ts'
import { phone } from './support/browser.ts'
import { bytesOf, downloaded } from './support/downloads.ts'
import { fillFelling } from './support/field.ts'
import { makeJourney, type Visit } from './support/journey.ts'
import { readLabel, unzip } from './support/labels.ts'
import { act, choose, chooseSeveral, field, goTo, openForm, openMenu, save } from './support/office.ts'
import { makePerson, type Person, signIn } from './support/people.ts'
import { words } from './support/words.ts'

const t = words('en')
const journey = makeJourney({ lasting: true })

/** What the journey finds out on its way, each step building on those before it. */
let office: Visit
let buyer: Visit
let admin: Person
let reporter: Person
let certifier: Person
let tenant: { id: number; deptId: number }
const codes: { code: string; security: string }[] = []
let address: string
let recordId: number

const batch = 'OKO-2026-001'
const certificate = 'CITES-GA-2026-17'
const permit = 'PFA-2026-0042'

beforeAll(async () => {
  const { world } = journey.site
  tenant = await world.makeTenant('JOURNEY')
  const body = await world.makeTenant('CERTIFIER')
  await world.admin.query(`update enterprise set kind = 'certifier' where id = $1`, [body.id])
  certifier = await makePerson(journey.site, body, 'certifier')
  admin = await makePerson(journey.site, tenant, 'enterpriseAdmin')
  reporter = await makePerson(journey.site, tenant, 'fieldReporter', { nickName: 'Field reporter' })
  office = await journey.visit({ language: 'en' })
})

/** Hands in the 10,000 codes, as the office sees them, to the certifier. */
async function handIn(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: t('certification.handIn') })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: t('certification.handIn') })
  await choose(form, t('certification.certifierId'), 'Demo CERTIFIER')
  await choose(form, t('certification.requestId'), 'First labels')
  await field(form, t('certification.to')).fill('10000')
  await form.getByRole('button', { name: t('certification.handIn') }).click()
  await form.waitFor({ state: 'hidden' })
}

/** The button of a row that bears this name. */
const inRow = (page: Page, row: string, button: string) =>
  page.getByRole('row', { name: row }).getByRole('button', { name: button, exact: true })

describe('from the forest to the buyer’s phone', () => {
  test('an enterprise administrator signs in and describes product, batch and certificate', async () => {
    const { page } = office
    await page.goto(`${journey.site.url}/`)
    await signIn(page, admin)
    await page.waitForURL('**/index')

    await openMenu(page, t, t('menu.catalog'), t('menu.catalog.category'))
    let form = await openForm(page, t, t('catalog.category'))
    await field(form, t('catalog.category.name')).fill('Logs')
    await field(form, t('catalog.category.orderNum')).fill('1')
    await save(form, t)

    await openMenu(page, t, t('menu.catalog'), t('menu.catalog.product'))
    form = await openForm(page, t, t('catalog.product'))
    await field(form, t('catalog.product.code')).fill('LOG-1')
    await field(form, t('catalog.product.name')).fill('Okoumé logs')
    await choose(form, t('catalog.product.categoryId'), 'Logs')
    await field(form, t('catalog.product.enterpriseName')).fill('Demo forestry')
    await field(form, t('catalog.product.foreignName')).fill('Okoumé')
    await field(form, t('catalog.product.chineseName')).fill('奥古曼')
    await field(form, t('catalog.product.latinGenus')).fill('Aucoumea')
    await field(form, t('catalog.product.latinSpecies')).fill('klaineana')
    await save(form, t)
    await page.getByRole('row', { name: 'LOG-1' }).waitFor()

    await openMenu(page, t, t('menu.catalog'), t('menu.catalog.batch'))
    form = await openForm(page, t, t('catalog.batch'))
    await field(form, t('catalog.batch.batchNumber')).fill(batch)
    await choose(form, t('catalog.batch.productId'), 'Okoumé logs')
    // Felling is the first record of it.
    await choose(form, t('catalog.batch.circulationId'), t('stage.circulation.free'))
    await field(form, t('catalog.batch.volume')).fill('412.5')
    await save(form, t)
    await page.getByRole('row', { name: batch }).waitFor()

    await openMenu(page, t, t('menu.evidence'), t('menu.evidence.document'))
    form = await openForm(page, t, t('evidence.document'))
    await field(form, t('evidence.document.code')).fill(certificate)
    await field(form, t('evidence.document.name')).fill('Felling permit of the demonstration')
    await form.getByRole('radio', { name: 'Certificate' }).check()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      form.getByRole('button', { name: t('action.upload') }).click(),
    ])
    await chooser.setFiles({ name: 'permit.pdf', mimeType: 'application/pdf', buffer: pdf })
    await form.getByRole('link', { name: 'permit.pdf' }).waitFor()
    await save(form, t)
    await page.getByRole('row', { name: certificate }).waitFor()
  })

  test('the field user is authorized for one stage', async () => {
    const { page } = office
    await openMenu(page, t, t('menu.stage'), t('menu.stage.authorization'))
    await page
      .getByRole('button', { name: t('stage.authorization.grant') })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: t('stage.authorization.grant') })
    await choose(form, t('stage.authorization.userId'), reporter.userName)
    await chooseSeveral(form, t('stage.authorization.stages'), [t('stage.felling')])
    await save(form, t)
    await page.getByRole('row', { name: reporter.userName }).waitFor()
  })

  test('10,000 codes are asked for and made, and the progress is seen', async () => {
    const { page } = office
    await openMenu(page, t, t('menu.code'), t('menu.code.request'))
    const form = await openForm(page, t, t('code.request'))
    await field(form, t('code.request.name')).fill('First labels')
    await choose(form, t('code.request.batchId'), batch)
    await field(form, t('code.request.count')).fill('10000')
    await form.getByRole('radio', { name: t('code.request.codeRule.alnum'), exact: true }).check()
    await field(form, t('code.request.countryCode')).fill('GA')
    await field(form, t('code.request.factoryCode')).fill('F1')
    await choose(form, t('code.request.species'), 'Okoumé')
    await save(form, t)
    const row = page.getByRole('row', { name: 'First labels' })
    await row.getByText(t('code.request.status.initialized')).waitFor()

    await inRow(page, 'First labels', t('action.submit')).click()
    const question = page.getByRole('dialog', { name: t('code.request.submitTitle', { name: 'First labels' }) })
    await question.getByText(t('code.request.submitText', { n: '10,000' })).waitFor()
    await question.getByRole('button', { name: t('action.submit') }).click()
    await row.getByText(t('code.request.status.completed')).waitFor()
  })

  test('the file of codes is downloaded, complete, in order and with the announced checksum', async () => {
    const { page } = office
    await page.getByRole('button', { name: 'First labels', exact: true }).click()
    const detail = page.getByRole('dialog', { name: 'First labels' })
    const checksum = await detail.getByRole('row', { name: t('code.request.sha256') }).textContent()
    await detail.getByRole('button', { name: t('action.download'), exact: true }).click()
    await page.getByRole('button', { name: t('code.request.downloadAs.csv') }).click()
    // The file holds security codes in plain text: one question says what the download changes.
    const question = page.getByRole('dialog').filter({ hasText: t('code.request.plainTitle') })
    const file = await bytesOf(
      await downloaded(page, () => question.getByRole('button', { name: t('action.download'), exact: true }).click()),
    )
    const lines = file.toString('ascii').split('\n')
    expect(lines.pop(), 'the last line ends like all others').toBe('')
    expect(lines).toHaveLength(10_000)
    const wrong = lines.filter(line => !/^[0-9A-HJKMNP-TV-Z]{20},[0-9A-Z]{8}$/.test(line))
    expect(wrong).toEqual([])
    expect(new Set(lines.map(line => line.slice(0, 20))).size, 'no code twice').toBe(10_000)
    expect(checksum).toContain(createHash('sha256').update(file).digest('hex'))
    codes.push(...lines.slice(0, 10).map(line => ({ code: line.slice(0, 20), security: line.slice(21) })))
  })

  test('a label sheet and label pictures are printed; a foreign decoder reads the address of each code', async () => {
    const { page } = office
    const detail = page.getByRole('dialog', { name: 'First labels' })
    const order = async (format: string) => {
      await detail.getByRole('button', { name: t('code.request.labels') }).click()
      const dialog = page.getByRole('dialog', { name: t('code.request.labels') })
      await field(dialog, t('code.request.labelsTo')).fill(String(codes.length))
      await dialog.getByRole('radio', { name: format }).check()
      const file = await bytesOf(
        await downloaded(page, () => dialog.getByRole('button', { name: t('action.download') }).click()),
      )
      await dialog.waitFor({ state: 'hidden' })
      return file
    }
    const sheet = await order(t('code.request.labelsSheets'))
    expect(sheet.subarray(0, 5).toString()).toBe('%PDF-')
    expect(sheet.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)

    const pictures = unzip(await order('PNG'))
    expect([...pictures.keys()]).toEqual(codes.map(({ code }) => `${code}.png`))
    for (const { code } of codes) {
      const label = await readLabel(pictures.get(`${code}.png`)!)
      expect(label).toEqual({ text: `${journey.site.url.toUpperCase()}/C/${code}`, width: 300, height: 300 })
      address ??= label.text
    }
  })

  test('a buyer opens the printed address on a phone and tells a wrong anti-counterfeit code from the right one', async () => {
    buyer = await journey.visit({ ...phone, locale: 'en-GB' })
    const { page } = buyer
    await page.goto(address)
    await page.getByRole('heading', { level: 1, name: 'Okoumé' }).waitFor()
    // Printed, and on no goods that the enterprise knows of.
    await page.getByRole('heading', { name: t('trace.verdict.notInUse') }).waitFor()
    // For a moment the page that the browser draws from the proof stands hidden behind the one shown.
    await page.getByText(t('trace.journey.empty')).first().waitFor()
    await page.getByRole('button', { name: t('trace.position.decline') }).click()
    await page.getByText(t('trace.scan.isFirst')).first().waitFor()

    const check = page.getByRole('region', { name: t('trace.check.heading') })
    const enter = async (code: string) => {
      await check.getByLabel(t('trace.check.label')).fill(code)
      await check.getByRole('button', { name: t('trace.check.submit'), exact: true }).click()
    }
    await enter(codes[1]!.security)
    await check.getByRole('heading', { name: t('trace.check.fail') }).waitFor()
    await page.getByRole('heading', { name: t('trace.verdict.wrong') }).waitFor()
    await enter(codes[0]!.security.toLowerCase())
    await check.getByRole('heading', { name: t('trace.check.success') }).waitFor()
    await page.getByRole('heading', { name: t('trace.verdict.notInUse') }).waitFor()
  })

  test('CRT-02, CRT-03, H5-08: the office has the codes certified by a third party; before that a report is intercepted', async () => {
    const { page } = office
    const { world } = journey.site
    const field = await world.signIn(tenant, ['fieldReporter'])
    const readRequested = async () =>
      (await field.get<{ refusal: string | null }>(`/stage/code/${codes[0]!.code}?stage=felling`)).data.refusal
    expect(await readRequested()).toBe('stage.notCertified')
    // The labels of the step before are still open.
    await goTo(page, '/certification/authorization')
    await handIn(page)
    const state = (name: string) => t(`certification.authorization.state.${name}.short` as 'certification')
    const row = page.getByRole('row', { name: batch })
    await row.getByText(state('authorizedNotCertified')).waitFor()
    expect(await readRequested()).toBe('stage.notCertified')

    const other = await journey.enter(certifier, '/index')
    // Home shows what waits for this certifier, and names the screen too.
    const waiting = other.page.locator('section', { hasText: t('stats.toReview') })
    await waiting.getByRole('link', { name: batch }).waitFor()
    const menu = other.page.getByRole('navigation', { name: t('shell.nav.main') })
    await menu.getByRole('link', { name: t('menu.certification.review'), exact: true }).click()
    await act(other.page, t, batch, t('action.judge'))
    const form = other.page.getByRole('dialog', { name: t('certification.title.judge') })
    await form.getByRole('radio', { name: t('certification.result.pass'), exact: true }).check()
    await form.getByRole('button', { name: t('action.judge'), exact: true }).click()
    await form.waitFor({ state: 'hidden' })
    await other.page.getByRole('row', { name: batch }).getByText(state('certified')).waitFor()
    expect(await readRequested()).toBeNull()

    await page.reload()
    await row.getByText(state('certified')).waitFor()
    await act(page, t, batch, t('certification.history'))
    const history = page.getByRole('dialog', { name: t('certification.history') })
    await history.getByText(t('certification.step.pass')).waitFor()
    await expect.poll(() => history.getByRole('listitem').count()).toBe(2)
  })

  test('the field user signs in, lands on the phone page and reports felling, typing the code', async () => {
    const { page } = await journey.visit({ ...phone, language: 'en' })
    await page.goto(`${journey.site.url}/login`)
    await signIn(page, reporter)
    await page.waitForURL('**/h5')
    await page.getByRole('link', { name: t('h5.tile.report') }).click()
    const offered = page.getByRole('main').getByRole('listitem')
    await offered.first().waitFor()
    await expect.poll(() => offered.count(), { message: 'only the authorized stage is offered' }).toBe(1)
    await offered.getByRole('link', { name: t('stage.felling') }).click()

    await page.getByRole('button', { name: t('h5.codes.scan'), exact: true }).click()
    const scanner = page.getByRole('dialog', { name: t('h5.scan.title') })
    await scanner.getByText(t('h5.scan.aim')).waitFor()
    await scanner.getByRole('textbox', { name: t('h5.codes.type') }).fill(codes[0]!.code)
    await scanner.getByRole('button', { name: t('h5.codes.add'), exact: true }).click()
    await scanner.getByText(t('h5.codes.added', { code: codes[0]!.code })).waitFor()
    await scanner.getByRole('button', { name: t('h5.scan.done') }).click()
    await page.getByText(batch).waitFor()

    await fillFelling(page, t, { documentCode: certificate, permit })
    await page.getByText(t('h5.document.found', { name: 'Felling permit of the demonstration' })).waitFor()
    await page.getByRole('button', { name: t('h5.submit'), exact: true }).click()
    await page.getByText(t('h5.report.accepted', { n: 1 })).waitFor()
    const { rows } = await journey.site.world.admin.query('select id from stage_record')
    expect(rows).toHaveLength(1)
    recordId = rows[0].id
  })

  /** Opens the trace page anew until the record is sealed, which takes about a second. */
  async function sealed(page: Page) {
    const proof = page.getByRole('region', { name: t('trace.proof.heading') })
    const outcome = proof.getByRole('status').getByRole('heading')
    await expect
      .poll(
        async () => {
          await page.reload()
          return outcome.textContent()
        },
        { interval: 500 },
      )
      .not.toBe(t('trace.proof.pending'))
    return { proof, outcome }
  }

  test('the trace page shows the stage with a proof that the buyer’s own browser verified', async () => {
    const { page } = buyer
    const { proof, outcome } = await sealed(page)
    await expect.poll(() => outcome.textContent()).toBe(t('trace.proof.match'))
    await proof.getByText(t('trace.proof.match.note.one')).waitFor()
    await page.getByRole('heading', { name: t('trace.verdict.proven') }).waitFor()
    await page.getByText(t('trace.journey.summary.named', { done: '1', total: '18', named: '1' })).waitFor()
    const records = page.getByRole('region', { name: t('trace.journey.heading') })
    await records.getByRole('article').getByText(permit).first().waitFor()
  })

  test('SCR-12: the office corrects the record with a reason, and the buyer sees the corrected one proven', async () => {
    const { page } = office
    await goTo(page, `/stage/record?view=${recordId}`)
    const record = page.getByRole('dialog', { name: new RegExp(batch) })
    await record.getByRole('button', { name: t('action.correct') }).click()
    const form = page.getByRole('dialog', { name: t('stage.record.correctTitle') })
    await field(form, t('stage.field.loggingPermitNumber')).fill(`${permit}-B`)
    await form.getByRole('button', { name: t('action.correct') }).click()
    await form.getByText(t('error.required', { label: t('stage.record.reason') })).waitFor()
    await field(form, t('stage.record.reason')).fill('Read wrongly')
    await form.getByRole('button', { name: t('action.correct') }).click()
    await form.waitFor({ state: 'hidden' })
    await record.getByText('Read wrongly').waitFor()
    await record.getByRole('button', { name: t('stage.record.compare') }).click()
    await record.getByRole('row', { name: new RegExp(`${permit}.*${permit}-B`) }).waitFor()
    recordId = Number(new URL(page.url()).searchParams.get('view'))
    await sealed(buyer.page)
    await buyer.page.getByText(`${permit}-B`).first().waitFor()
  })

  test('a record that is changed in the database is called suspicious, and no longer once it is put back', async () => {
    const { page } = buyer
    const write = (number: string) =>
      journey.site.world.admin.query(
        `update stage_record set public_values = jsonb_set(public_values, '{loggingPermitNumber}', to_jsonb($1::text)) where id = $2`,
        [number, recordId],
      )
    await write('PFA-2026-9999')
    await page.reload()
    const proof = page.getByRole('region', { name: t('trace.proof.heading') })
    await proof
      .getByRole('status')
      .getByRole('heading', { name: t('trace.proof.mismatch') })
      .waitFor()
    await page.getByRole('heading', { name: t('trace.verdict.suspicious') }).waitFor()
    await page.getByText(t('trace.warning.product'), { exact: true }).waitFor()
    await page.getByText(t('trace.fault.database')).first().waitFor()
    // The page shows what was sealed, not what the database says now.
    await page.getByRole('article').getByText(permit).first().waitFor()
    await expect.poll(() => page.getByText('PFA-2026-9999').count()).toBe(0)

    await write(`${permit}-B`)
    await page.reload()
    await proof
      .getByRole('status')
      .getByRole('heading', { name: t('trace.proof.match') })
      .waitFor()
    await page.getByRole('heading', { name: t('trace.verdict.proven') }).waitFor()
  })
})
