import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readXlsx, type XlsxTable } from '../apps/server/src/platform/workbook/xlsx/xlsx.ts'
import { pdf, png } from '../apps/server/test/samples.ts'
import type { World } from '../apps/server/test/harness.ts'
import { makeDemonstration } from './support/demonstration.ts'
import { takeTexts, recordTexts, findForeignTexts } from './support/language-check.ts'
import { makeJourney } from './support/journey.ts'
import { act as actOn, choose, chooseSeveral, openForm, openMenu, save, unfold } from './support/office.ts'
import { makePerson, type Person, signIn } from './support/people.ts'
import { named, button, exactly, words } from './support/words.ts'

const t = words('fr')
const journey = makeJourney({ lasting: true, demonstration: true })

let page: Page
let admin: Person
/** A field user without any authorization yet. */
let reporter: Person
/** Chinese that belongs to the data, such as the name of a species in the trade with China. */
let data: string[]

const notice = 'Fermeture du parc lundi'
const password = 'Okoume-et-moabi-8'

beforeAll(async () => {
  const { world } = journey.site
  const demo = await makeDemonstration(journey.site)
  admin = demo('gabon-admin')
  const { rows } = await world.admin.query<{ id: number; deptId: number }>(
    'select tenant_id as id, dept_id as "deptId" from account where id = $1',
    [admin.id],
  )
  reporter = await makePerson(journey.site, rows[0]!, 'fieldReporter', { nickName: 'Équipe Ogooué' })
  const platform = await world.signIn({ id: 1, deptId: null }, ['superAdmin'])
  const written = { noticeTitle: notice, noticeType: '1', status: '0', noticeContent: '<p>Le parc sera fermé.</p>' }
  expect(await platform.post('/system/notice', written)).toMatchObject({ code: 200 })
  data = await dataOf(world)
  const visit = await journey.visit({
    // None of the three, so that only the choice counts.
    locale: 'de-DE',
    baseURL: journey.site.url,
    language: 'fr',
  })
  page = visit.page
})

// Screens of closed tags are gone from the page; else each step would be slower than the one before.
afterEach(async () => {
  const others = page.locator('.tags-bar li:not(.active) button')
  for (let left = await others.count(); left > 0; left--) await others.first().dispatchEvent('click')
})

/** What people wrote, in whatever language: names, notices, news, offers of other enterprises, places of scans. */
async function dataOf({ admin }: World): Promise<string[]> {
  const written = ['enterprise', 'account', 'dept', 'product', 'listing', 'quote', 'notice', 'article', 'news_category']
  const values: string[] = []
  for (const table of [...written, 'customer', 'supplier', 'stage_record', 'scan_day', 'scan_log', 'check_log']) {
    const { rows } = await admin.query<{ value: string }>(
      `select distinct value #>> '{}' as value from ${table} as one, jsonb_path_query(to_jsonb(one), 'strict $.**') as value
       where jsonb_typeof(value) = 'string' and value #>> '{}' ~ '[^\\x01-\\x7f]| '`,
    )
    values.push(...rows.flatMap(({ value }) => value.split(/<[^>]*>/)))
  }
  // A longer name may hold a shorter one.
  return values.filter(value => value.trim().length > 1).sort((a, b) => b.length - a.length)
}

/** No text in another language has been on the screen since the last check. */
async function expectFrench(where: string): Promise<void> {
  const texts = await takeTexts(page)
  expect(texts.length, `${where}: nothing was heard`).toBeGreaterThan(5)
  expect.soft(findForeignTexts(texts, 'fr', data), where).toEqual([])
}

/** Goes to a list by the menu and waits for its rows. */
async function goTo(group: Parameters<typeof t>[0], entry: Parameters<typeof t>[0]): Promise<void> {
  await openMenu(page, t, t(group), t(entry))
}

/** Goes to one of the logs, which stand one level deeper. */
async function goToLog(entry: 'menu.monitor.oper-log' | 'menu.monitor.login-log'): Promise<void> {
  const menu = page.getByRole('navigation', { name: t('shell.nav.main') })
  const logs = menu.getByRole('menuitem', { name: t('menu.system.log') })
  await unfold(menu.getByRole('menuitem', { name: t('menu.system') }), logs)
  await openMenu(page, t, t('menu.system.log'), t(entry))
}

/** Presses one of the things that can be done with a row. */
const act = (row: string | RegExp, label: string) => actOn(page, t, row, label)

/** Confirms the open question. */
async function agree(label: string): Promise<void> {
  const question = page.locator('.ant-modal-confirm').last()
  await question.getByRole('button', { name: button(label) }).click()
  await question.waitFor({ state: 'hidden' })
}

/** Chooses a file without the window in which one looks for it: a form that is still growing moves the button away below a pressed pointer. */
const upload = (form: Locator, name: string, mimeType: string, buffer: Buffer) =>
  form.locator('input[type=file]').first().setInputFiles({ name, mimeType, buffer })

/** A field by its whole label: several begin with the same word. */
const field = (form: Locator, label: string) => form.getByLabel(exactly(label))

/** Fills in text fields by their labels. */
async function fillIn(form: Locator, values: Partial<Record<Parameters<typeof t>[0], string>>): Promise<void> {
  for (const [key, value] of Object.entries(values)) await field(form, t(key as Parameters<typeof t>[0])).fill(value)
}

/** Ticks the entry of a tree that is open. */
async function tick(tree: Locator, entry: string): Promise<void> {
  await tree
    .getByRole('treeitem')
    .filter({ has: page.getByText(entry, { exact: true }) })
    .getByRole('checkbox')
    .check()
}

/** The workbook that a press on "export" saves. */
async function exported(): Promise<XlsxTable> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: t('action.export') })
      .first()
      .click(),
  ])
  return readXlsx(await readFile(await download.path()))
}

describe('a French administrator’s day, without a foreign word', () => {
  test('signing in, after a slip of the finger, and a notice in the bell', async () => {
    await page.goto('/login')
    await page.getByRole('textbox', { name: t('shell.login.account') }).waitFor()
    await recordTexts(page, 'fr')
    await signIn(page, { ...admin, password: 'pas-le-bon' }, 'fr')
    await page.getByText(t('error.auth.badCredentials')).waitFor()
    await expectFrench('sign-in')
    await signIn(page, admin, 'fr')
    // Another program, hence another page.
    await page.getByText(t('stats.trend')).first().waitFor()
    await recordTexts(page, 'fr')
    await expectFrench('home')

    const bell = page.getByRole('button', { name: named(t('shell.notices.unread', { n: '\\d+' })) })
    await bell.click()
    await page.getByRole('button', { name: notice }).click()
    const dialog = page.getByRole('dialog', { name: notice })
    await dialog.getByText('Le parc sera fermé.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await bell.click()
    await page.getByRole('button', { name: t('shell.notices.markAll') }).click()
    await page.getByRole('button', { name: t('shell.notices.title'), exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await expectFrench('notice')
  })

  test('a department, a post, and a role with its menus and its reach', async () => {
    await goTo('menu.system', 'menu.system.dept')
    let form = await openForm(page, t, t('system.dept'))
    await choose(form, t('system.dept.parentId'), 'Demo Okoumé Export (Gabon)')
    await fillIn(form, { 'system.dept.deptName': 'Séchoir', 'system.dept.leader': 'Chef du séchoir' })
    await save(form, t)
    await page.getByRole('row', { name: 'Séchoir' }).waitFor()
    await expectFrench('departments')

    await goTo('menu.system', 'menu.system.post')
    form = await openForm(page, t, t('system.post'))
    await fillIn(form, {
      'system.post.postCode': 'CHEF',
      'system.post.postName': 'Chef de parc',
      'system.post.postSort': '1',
    })
    await save(form, t)
    await page.getByRole('row', { name: 'Chef de parc' }).waitFor()
    await expectFrench('posts')

    await goTo('menu.system', 'menu.system.role')
    form = await openForm(page, t, t('system.role'))
    await fillIn(form, {
      'system.role.roleName': 'Responsable du séchoir',
      'system.role.roleKey': 'sechoir:chef',
      'system.role.roleSort': '20',
    })
    await form.getByRole('button', { name: t('system.tree.expandAll') }).click()
    await form.getByRole('checkbox', { name: t('system.tree.linked') }).uncheck()
    const menus = form.getByRole('tree', { name: t('system.role.menuIds') })
    for (const entry of [t('menu.catalog'), t('menu.catalog.product')]) await tick(menus, entry)
    await expectFrench('role form')
    await save(form, t)
    await act('Responsable du séchoir', t('system.role.dataScope'))
    const scope = page.getByRole('dialog', { name: t('system.role.scopeTitle', { name: 'Responsable du séchoir' }) })
    await scope.getByRole('radio', { name: t('system.role.dataScope.2') }).check()
    await tick(scope.getByRole('tree', { name: t('system.role.deptIds') }), 'Séchoir')
    await save(scope, t)
    await expectFrench('roles')
    await page.getByRole('button', { name: t('system.role.matrix') }).click()
    const matrix = page.getByRole('dialog', { name: t('system.role.matrix') })
    await matrix.getByRole('row').nth(1).waitFor()
    await expectFrench('permission matrix')
    await matrix.getByRole('button', { name: t('action.close') }).click()
  })

  test('a user with that role, whose first password is shown, and another one whose password is set anew', async () => {
    await goTo('menu.system', 'menu.system.user')
    const form = await openForm(page, t, t('system.user'))
    await fillIn(form, {
      'system.user.userName': 'chef-sechoir',
      'system.user.nickName': 'Chef du séchoir',
      'system.user.phonenumber': '+24106009876',
      'system.user.email': 'sechoir@example.org',
    })
    await form.getByRole('button', { name: t('system.user.makePassword') }).click()
    const first = form.getByLabel(t('system.user.password'), { exact: false }).first()
    expect((await first.inputValue()).length).toBeGreaterThan(7)
    await expect.poll(() => first.getAttribute('type'), { message: 'it can be read' }).toBe('text')
    await choose(form, t('system.user.deptId'), 'Séchoir')
    await choose(form, t('system.user.userType'), t('dict.user_type.1'))
    await chooseSeveral(form, t('system.user.postIds'), ['Chef de parc'])
    await chooseSeveral(form, t('system.user.roleIds'), ['Responsable du séchoir'])
    await expectFrench('user form')
    await save(form, t)
    await page.getByRole('row', { name: 'chef-sechoir' }).waitFor()

    await act('gabon-clerk', t('action.resetPwd'))
    const dialog = page.getByRole('dialog', { name: t('system.user.resetTitle', { name: 'gabon-clerk' }) })
    await dialog.getByRole('button', { name: t('system.user.makePassword') }).click()
    await dialog.getByRole('button', { name: t('action.resetPwd') }).click()
    await page.getByText(t('system.user.resetDone', { name: 'gabon-clerk' })).waitFor()
    await expectFrench('users')
  })

  test('a product with a picture, a batch, and codes for it', async () => {
    await goTo('menu.catalog', 'menu.catalog.product')
    await act('GA-SWN-01', t('action.edit'))
    let form = page.getByRole('dialog', { name: t('entity.editTitle', { name: t('catalog.product') }) })
    await field(form, t('catalog.product.name')).fill('Okoumé scié, séché à 12 %')
    await upload(form, 'parc.png', 'image/png', png)
    await form.getByRole('button', { name: t('entity.removeFile', { name: 'parc.png' }) }).waitFor()
    await form.getByRole('button', { name: t('entity.editor.bold') }).hover()
    await expectFrench('product form')
    // Codes of it are in circulation: what their readers see may change, and the page says why.
    await form.getByRole('button', { name: button(t('action.save')) }).click()
    await form.getByText(t('error.catalog.reason')).first().waitFor()
    await field(form, t('catalog.product.changeReason')).fill('Séchage précisé')
    await save(form, t)
    await page.getByRole('row', { name: 'Okoumé scié, séché à 12 %' }).waitFor()
    await expectFrench('products')

    await goTo('menu.catalog', 'menu.catalog.batch')
    form = await openForm(page, t, t('catalog.batch'))
    await field(form, t('catalog.batch.batchNumber')).fill('GA-2026-099')
    await choose(form, t('catalog.batch.productId'), 'Okoumé scié, séché à 12 %')
    await field(form, t('catalog.batch.volume')).fill('douze')
    await form.getByText(t('error.notNumber.read', { label: t('catalog.batch.volume'), value: 'douze' })).waitFor()
    await field(form, t('catalog.batch.volume')).fill('1 088,5')
    await field(form, t('catalog.batch.plannedDate')).click()
    await expectFrench('batch form and its calendar')
    await page.keyboard.press('Escape')
    await save(form, t)
    await page.getByRole('row', { name: /GA-2026-099.*1\s088,5/ }).waitFor()
    await act('GA-2026-099', t('catalog.batch.activate'))
    await agree(t('action.confirm'))
    await expectFrench('batches')

    await goTo('menu.code', 'menu.code.request')
    form = await openForm(page, t, t('code.request'))
    await field(form, t('code.request.name')).fill('Étiquettes du parc')
    await choose(form, t('code.request.batchId'), 'GA-2026-099')
    await field(form, t('code.request.count')).fill('10000')
    await fillIn(form, { 'code.request.countryCode': 'GA', 'code.request.factoryCode': 'F1' })
    await choose(form, t('code.request.species'), t('dict.tree_species.OKO'))
    await expectFrench('code request form')
    await save(form, t)
    await act('Étiquettes du parc', t('action.submit'))
    await agree(t('action.submit'))
    await page.getByRole('row', { name: 'Étiquettes du parc' }).getByText(t('code.request.status.completed')).waitFor()
    await page.getByRole('button', { name: 'Étiquettes du parc', exact: true }).click()
    const detail = page.getByRole('dialog', { name: 'Étiquettes du parc' })
    await detail.getByRole('row', { name: t('code.request.sha256') }).waitFor()
    await expectFrench('code request')
    await detail.getByRole('button', { name: t('action.close') }).click()
  })

  test('a dealer level, a dealer with a store, a customer and a supplier', async () => {
    await goTo('menu.channel', 'menu.channel.dealer-level')
    let form = await openForm(page, t, t('channel.dealer-level'))
    await fillIn(form, {
      'channel.dealer-level.code': 'N1',
      'channel.dealer-level.name': 'Grossiste',
      'channel.dealer-level.orderNum': '1',
    })
    await form.getByRole('radio', { name: t('channel.dealer-level.level.1') }).check()
    await save(form, t)
    await page.getByRole('row', { name: 'Grossiste' }).waitFor()
    await expectFrench('dealer levels')

    await goTo('menu.channel', 'menu.channel.dealer')
    form = await openForm(page, t, t('channel.dealer'))
    await fillIn(form, { 'channel.dealer.name': 'Négoce démo', 'channel.dealer.phone': '+24101020304' })
    await choose(form, t('channel.dealer.levelId'), 'Grossiste')
    await save(form, t)
    await page.getByRole('row', { name: 'Négoce démo' }).waitFor()
    await expectFrench('dealers')

    await goTo('menu.channel', 'menu.channel.store')
    form = await openForm(page, t, t('channel.store'))
    await fillIn(form, { 'channel.store.name': 'Magasin démo', 'channel.store.address': 'Libreville (démo)' })
    await choose(form, t('channel.store.dealerId'), 'Négoce démo')
    await save(form, t)
    await page.getByRole('row', { name: 'Magasin démo' }).waitFor()
    await expectFrench('stores')

    for (const kind of ['customer', 'supplier'] as const) {
      await goTo('menu.channel', `menu.channel.${kind}`)
      form = await openForm(page, t, t(`channel.${kind}`))
      await fillIn(form, { [`channel.${kind}.name`]: 'Menuiserie démo', [`channel.${kind}.address`]: 'Oyem (démo)' })
      await save(form, t)
      await page.getByRole('row', { name: 'Menuiserie démo' }).waitFor()
      await expectFrench(kind)
    }
  })

  test('a supply listing and a certificate', async () => {
    await goTo('menu.trade', 'menu.trade.publish')
    await page
      .getByRole('button', { name: t('menu.trade.publish-add') })
      .first()
      .click()
    const form = page.locator('.tm-trade-form')
    await form.getByText(t('trade.listing.auditHint')).waitFor()
    await fillIn(form, {
      'trade.listing.goodsName': 'Sciages d’okoumé',
      'trade.listing.quantity': '120',
      'trade.listing.woodName': 'Okoumé',
      'trade.listing.origin': 'Gabon',
      'trade.listing.expectedPrice': '2400',
      'trade.listing.contactPhone': '+24101020304',
      'trade.listing.remark': 'Séchés au four.',
    })
    await form.getByRole('radio', { name: t('trade.listing.unit.cubicMeter') }).check()
    await upload(form, 'sciages.png', 'image/png', png)
    await form.getByRole('button', { name: t('entity.removeFile', { name: 'sciages.png' }) }).waitFor()
    await expectFrench('new listing')
    await form.getByRole('button', { name: t('trade.listing.publish') }).click()
    await page.getByRole('row', { name: 'Sciages d’okoumé' }).waitFor()
    await page.getByRole('button', { name: 'Sciages d’okoumé' }).click()
    await page.getByRole('heading', { level: 1, name: t('menu.trade.detail') }).waitFor()
    await page.getByText('Séchés au four.').waitFor()
    await expectFrench('listings')

    await goTo('menu.evidence', 'menu.evidence.document')
    const certificate = await openForm(page, t, t('evidence.document'))
    await fillIn(certificate, { 'evidence.document.code': 'PFA-2026-9', 'evidence.document.name': 'Permis de coupe' })
    await certificate.getByRole('radio', { name: t('dict.document_type.certificate') }).check()
    await upload(certificate, 'permis.pdf', 'application/pdf', pdf)
    await certificate.getByRole('link', { name: 'permis.pdf' }).waitFor()
    await save(certificate, t)
    await page.getByRole('row', { name: 'PFA-2026-9' }).waitFor()
    await expectFrench('certificates')
  })

  test('SCR-09, STG-48: a custom order of stages, moved by the keyboard alone', async () => {
    await goTo('menu.stage', 'menu.stage.circulation')
    await act(new RegExp(t('stage.circulation.full').slice(0, 6)), t('stage.circulation.copy'))
    const form = page.getByRole('dialog', { name: t('entity.addTitle', { name: t('stage.circulation') }) })
    await field(form, t('stage.circulation.name')).fill('Abattage d’abord')
    const felling = t('stage.felling')
    await form.getByRole('button', { name: t('stage.circulation.move', { name: felling }) }).focus()
    // The whole sentence: the number of all stages has a 1 and a 2 in it as well.
    const all = await form.getByRole('listitem').count()
    const accessibleNameAt = (n: number) =>
      page
        .locator('[aria-live=assertive]')
        .filter({ hasText: t('stage.circulation.draggedTo', { name: felling, n, all }) })
        .waitFor({ state: 'attached' })
    await page.keyboard.press('Space')
    await accessibleNameAt(2)
    await page.keyboard.press('ArrowUp')
    await accessibleNameAt(1)
    await page.keyboard.press('Space')
    await expect.poll(() => form.getByRole('listitem').first().textContent()).toContain(felling)
    await form.getByRole('checkbox', { name: t('stage.forestSurvey') }).uncheck()
    await expectFrench('circulation form')
    await save(form, t)
    await page.getByRole('row', { name: 'Abattage d’abord' }).waitFor()
    await expectFrench('circulations')
    const { rows } = await journey.site.world.admin.query(
      `select steps -> 0 as first, steps -> 1 as second from circulation where name = 'Abattage d’abord'`,
    )
    expect(rows).toEqual([
      { first: { stage: 'felling', required: true }, second: { stage: 'forestSurvey', required: false } },
    ])
  })

  test('values to begin a stage with, a custom stage form, and an authorization to report for a field user', async () => {
    await goTo('menu.stage', 'menu.stage.parameter')
    let form = await openForm(page, t, t('stage.parameter'))
    await choose(form, t('stage.parameter.stage'), t('stage.felling'))
    await field(form, t('stage.parameter.name')).fill('Coupe habituelle')
    await field(form, t('stage.field.loggingPermitNumber')).fill('PFA-2026-9')
    await expectFrench('parameter template form')
    await save(form, t)
    await page.getByRole('row', { name: 'Coupe habituelle' }).waitFor()
    await expectFrench('parameter templates')

    await goTo('menu.stage', 'menu.stage.template')
    await act(new RegExp(t('stage.felling')), t('stage.template.copy'))
    form = page.getByRole('dialog', { name: t('entity.addTitle', { name: t('stage.template') }) })
    await field(form, t('stage.template.name')).fill('abattage-gabon')
    await field(form, t('stage.template.displayName')).fill('Abattage au Gabon')
    await form.getByRole('button', { name: t('stage.template.addAttribute') }).click()
    await field(form, t('stage.template.label')).fill('Nom du chef d’équipe')
    await expectFrench('stage template form')
    await save(form, t)
    await page.getByRole('row', { name: 'abattage-gabon' }).waitFor()
    await expectFrench('stage templates')

    await goTo('menu.stage', 'menu.stage.authorization')
    await page
      .getByRole('button', { name: t('stage.authorization.grant') })
      .first()
      .click()
    form = page.getByRole('dialog', { name: t('stage.authorization.grant') })
    await choose(form, t('stage.authorization.userId'), reporter.userName)
    await chooseSeveral(form, t('stage.authorization.stages'), [t('stage.felling')])
    await save(form, t)
    await page.getByRole('row', { name: reporter.userName }).waitFor()
    await expectFrench('authorizations')
  })

  test('stage records, scans, checks, and who did what', async () => {
    await goTo('menu.stage', 'menu.stage.record')
    await act(/GA-2026-007/, t('action.query'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('action.close') })
      .waitFor()
    await expectFrench('stage record')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('action.close') })
      .click()
    for (const entry of ['menu.trace.scan-log', 'menu.trace.check-log'] as const) {
      await goTo('menu.trace', entry)
      await page.getByRole('row').nth(1).waitFor()
      await expectFrench(entry)
    }
    await goToLog('menu.monitor.oper-log')
    await page.getByRole('row').nth(1).waitFor()
    await page
      .getByRole('row')
      .nth(2)
      .getByRole('button', { name: t('action.query') })
      .click()
    await page.getByRole('dialog').getByText(t('monitor.operlog.operParam'), { exact: true }).waitFor()
    await expectFrench('operation log')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('action.close') })
      .click()
    await goToLog('menu.monitor.login-log')
    await page.getByRole('row').nth(2).waitFor()
    await expectFrench('login log')
  })
  test('lists as workbooks, a form that is not right, and refusals', async () => {
    await goTo('menu.catalog', 'menu.catalog.product')
    const products = await exported()
    expect(products.header).toContain(t('catalog.product.latinGenus'))
    expect(findForeignTexts([...products.header, ...products.rows.flat().map(String)], 'fr', data)).toEqual([])

    const form = await openForm(page, t, t('catalog.product'))
    await form.getByRole('button', { name: button(t('action.save')) }).click()
    await form
      .getByText(t('error.required', { label: t('catalog.product.code') }))
      .first()
      .waitFor()
    await fillIn(form, {
      'catalog.product.code': 'GA-SWN-01',
      'catalog.product.name': 'Encore une fois',
      'catalog.product.enterpriseName': 'Démo',
      'catalog.product.foreignName': 'Okoumé',
      'catalog.product.chineseName': 'Okoumé',
      'catalog.product.latinGenus': 'Aucoumea',
      'catalog.product.latinSpecies': 'klaineana',
    })
    await choose(form, t('catalog.product.categoryId'), 'Sciages')
    await form.getByRole('button', { name: button(t('action.save')) }).click()
    await form.getByText(t('error.taken', { label: t('catalog.product.code') })).waitFor()
    await expectFrench('form that is refused')
    // The text editor has a button of this name too.
    await form
      .getByRole('button', { name: button(t('action.cancel')) })
      .last()
      .click()
    await agree(t('entity.leave'))

    await goTo('menu.catalog', 'menu.catalog.category')
    // What can be undone is not asked about.
    await act('Sciages', t('action.remove'))
    await page.getByText(t('error.inUse')).first().waitFor()
    await expectFrench('category in use')
    await goTo('menu.system', 'menu.system.dept')
    await act('Séchoir', t('action.remove'))
    await agree(t('action.remove'))
    await page.getByText(t('error.system.dept.hasUsers')).first().waitFor()
    await expectFrench('department with users')

    await goToLog('menu.monitor.oper-log')
    const log = await exported()
    expect(log.header).toContain(t('monitor.operlog.operName'))
    expect(findForeignTexts([...log.header, ...log.rows.flat().map(String)], 'fr', data)).toEqual([])
  })

  test('their own account, their password, and the sign-out', async () => {
    await page.getByRole('button', { name: new RegExp(`^${t('shell.nav.account')}`) }).click()
    await page.getByRole('menuitem', { name: t('shell.nav.profile') }).click()
    const main = page.getByRole('main')
    await field(main, t('system.profile.nickName')).fill('Administratrice démo')
    await main.getByRole('button', { name: button(t('action.save')) }).click()
    await page.getByText(t('entity.saved'), { exact: true }).waitFor()
    await main.getByRole('tab', { name: t('system.profile.password') }).click()
    await field(main, t('system.profile.oldPassword')).fill(admin.password)
    await field(main, t('system.profile.newPassword')).fill('motdepasse')
    await field(main, t('shell.password.confirm')).fill('autre-chose')
    await main.getByRole('button', { name: t('system.profile.password') }).click()
    await main.getByText(t('shell.password.mismatch')).waitFor()
    await field(main, t('system.profile.newPassword')).fill(password)
    await field(main, t('shell.password.confirm')).fill(password)
    await main.getByRole('button', { name: t('system.profile.password') }).click()
    await page.getByText(t('system.profile.passwordDone')).waitFor()
    await expectFrench('own account')

    await page.getByRole('button', { name: `${t('shell.nav.account')}: Administratrice démo` }).click()
    await page.getByRole('menuitem', { name: t('shell.logout.title') }).click()
    await page.getByText(t('shell.logout.text')).waitFor()
    await expectFrench('way out')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('action.confirm') })
      .click()
    await page.getByRole('textbox', { name: t('shell.login.account') }).waitFor()
    await recordTexts(page, 'fr')
    await expectFrench('the form to sign in')
    await signIn(page, { ...admin, password }, 'fr')
    await page.getByText(t('stats.trend')).first().waitFor()
    await recordTexts(page, 'fr')
    await expectFrench('the next day')
  })
})
