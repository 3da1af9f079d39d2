import { codeRequest, post } from '@timbermark/contract'
import type { Browser, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { type Visit, visit } from './stand-in/browser.ts'
import { recordAnswers, recordOf } from './stand-in/records.ts'
import type { Call, StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

// Input that comes before the server has answered must not affect something else.
let browser: Browser
let site: StandIn
withStandIn({ more: call => known(call) ?? recordAnswers(call) }, context => {
  browser = context.browser
  site = context.site
})

const en = all.en
const products = ['Iroko outdoor decking', 'Sapelli door', 'Iroko']

function known({ method, path, query }: Call): unknown {
  // Its codes have been generated.
  if (path === '/code/request/1')
    return { code: 200, msg: 'ok', data: { ...recordOf(codeRequest), status: 'completed' } }
  if (path === '/code/qr/values') return { code: 200, msg: 'ok', data: ['X-1'] }
  if (method !== 'GET') return undefined
  const parameters = new URLSearchParams(query)
  const ok = (data: unknown) => ({ code: 200, msg: 'ok', data })
  if (path === '/catalog/product/options') {
    const search = parameters.get('search') ?? ''
    const results = products.map((label, n) => ({ id: n + 1, label }))
    return ok(results.filter(({ label }) => label.toLowerCase().includes(search)))
  }
  if (path === '/system/post/list') {
    const names = ['sel1', 'sel2', 'sel14'].map((postName, n) => ({ ...recordOf(post, n + 1), postName }))
    const rows = names.filter(({ postName }) => postName.includes(parameters.get('postName') ?? ''))
    return { code: 200, msg: 'ok', rows, total: rows.length }
  }
  return undefined
}

async function at(path: string): Promise<Visit> {
  const person = await visit(browser, site, { language: 'en' })
  await person.signIn('office', path)
  return person
}

/** Holds such calls back until they are released. */
async function hold(page: Page, address: RegExp): Promise<() => void> {
  let letGo = () => {}
  const wait = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(address, async route => {
    await wait
    await route.continue()
  })
  return letGo
}

describe('a reference', () => {
  async function atReference() {
    const person = await at('/catalog/batch?add=1')
    const { page } = person
    const option = (label: string) => page.locator('.ant-select-item-option', { hasText: label })
    const form = page.getByRole('dialog')
    await form.getByRole('combobox', { name: en['catalog.batch.productId'] }).click()
    await option(products[0]!).waitFor()
    const letGo = await hold(page, /product\/options\?search=/)
    const opened = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    const scan = async (text: string) => {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    return { person, page, form, option, opened, letGo, scan }
  }

  it('chooses the only match on an Enter right after the text, as scanners send it', async () => {
    const { person, page, form, opened, letGo, scan } = await atReference()
    await using _ = person
    await scan('sapelli')
    await expect.poll(() => page.locator('.ant-select-item-option').count()).toBe(0)
    letGo()
    await form.getByTitle(products[1]!, { exact: true }).waitFor()
    await expect.poll(() => opened.count()).toBe(0)
    expect(await form.getByTitle(products[0]!, { exact: true }).count()).toBe(0)
  })

  it('chooses the exact match among several', async () => {
    const { person, form, opened, letGo, scan } = await atReference()
    await using _ = person
    await scan('iroko')
    letGo()
    await form.getByTitle('Iroko', { exact: true }).waitFor()
    await expect.poll(() => opened.count()).toBe(0)
  })

  it('shows several results or none, and chooses nothing', async () => {
    const { person, form, option, opened, letGo, scan } = await atReference()
    await using _ = person
    await scan('o')
    letGo()
    await option(products[0]!).waitFor()
    await option(products[1]!).waitFor()
    await expect.poll(() => opened.count()).toBe(1)
    await expect.poll(() => form.getByTitle(/Iroko|Sapelli/).count()).toBe(0)
  })

  it('ignores an Enter after further typing, and after leaving the field', async () => {
    const { person, page, form, option, opened, letGo, scan } = await atReference()
    await using _ = person
    await scan('sapell')
    await page.keyboard.type('i')
    letGo()
    await option(products[1]!).waitFor()
    await expect.poll(() => opened.count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => opened.count()).toBe(0)
    const again = await hold(page, /product\/options\?search=door/)
    const request = page.waitForRequest(/product\/options\?search=door/)
    await scan('door')
    await request
    await form.getByLabel(en['catalog.batch.batchNumber']).focus()
    const answered = page.waitForResponse(/product\/options\?search=door/)
    again()
    await answered
    await expect.poll(() => opened.count()).toBe(0)
    await expect.poll(() => form.getByTitle(/Iroko|Sapelli/).count()).toBe(0)
  })
})

describe('selected rows', () => {
  it('are deselected when a filter hides them', async () => {
    await using person = await at('/system/post')
    const { page } = person
    const remove = (label: string) => page.locator('.tm-toolbar').getByRole('button', { name: label, exact: true })
    for (const name of ['sel1', 'sel2', 'sel14'])
      await page
        .locator('.ant-table-row', { has: page.getByText(name, { exact: true }) })
        .getByRole('checkbox')
        .check()
    await remove(`${en['action.remove']} (3)`).waitFor()
    await person.go('/system/post?postName=sel14')
    await expect.poll(() => page.locator('.ant-table-row').count()).toBe(1)
    await remove(`${en['action.remove']} (1)`).waitFor()
    await person.go('/system/post?postName=none')
    await remove(en['action.remove']).waitFor()
    await person.go('/system/post')
    await expect.poll(() => page.locator('.ant-table-row').count()).toBe(3)
    await expect.poll(() => page.locator('.ant-table-row input:checked').count()).toBe(0)
  })
})

describe('an import', () => {
  it('accepts no other file while one is checked, and commits the checked one', async () => {
    site.faults.set('POST /catalog/product/importData', {
      code: 200,
      msg: 'ok',
      data: { rows: 1, errors: [] },
    } as { code: number })
    await using person = await at('/catalog/product')
    const { page } = person
    await page.getByRole('button', { name: en['action.import'], exact: true }).click()
    const dialog = page.getByRole('dialog')
    const drop = (name: string) =>
      dialog.locator('.tm-import-drop .ant-upload-btn').evaluate((area, called) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['x'], called))
        area.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      }, name)
    await drop('A.xlsx')
    await dialog.getByText('A.xlsx').waitFor()
    const letGo = await hold(page, /importData/)
    await dialog.getByRole('button', { name: en['entity.importCheck'] }).click()
    await expect.poll(() => dialog.locator('.tm-import-drop input[type=file]').isDisabled()).toBe(true)
    await drop('B.xlsx')
    letGo()
    await dialog.getByRole('button', { name: 'Import 1 row' }).click()
    const sent = () =>
      site.calls
        .filter(({ path }) => path.endsWith('/importData'))
        .map(({ body }) => /[AB]\.xlsx/.exec(String(body))?.[0])
    await expect.poll(sent).toEqual(['A.xlsx', 'A.xlsx'])
  })

  it('is stored once when its answer was lost, even if it was checked again, and cannot be closed meanwhile', async () => {
    await using person = await at('/catalog/product')
    const { page } = person
    await page.getByRole('button', { name: en['action.import'], exact: true }).click()
    const dialog = page.getByRole('dialog')
    const keys: (string | undefined)[] = []
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/catalog/product/importData', async route => {
      const key = route.request().headers()['idempotency-key']
      if (key) keys.push(key)
      if (key && keys.length === 1) {
        await answered.promise
        return route.abort()
      }
      return route.fulfill({ json: { code: 200, msg: 'ok', data: { rows: 1, errors: [] } } })
    })
    const file = { name: 'A.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('x') }
    await dialog.locator('.tm-import-drop input[type=file]').setInputFiles(file)
    const check = dialog.getByRole('button', { name: en['entity.importCheck'] })
    const commit = dialog.getByRole('button', { name: 'Import 1 row' })
    await check.click()
    await commit.click()
    await expect.poll(() => keys.length).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.getByRole('button', { name: en['action.back'] }).isDisabled()).toBe(true)
    answered.resolve()
    await dialog.getByText(en['shell.transport.network']).waitFor()
    await dialog.getByRole('button', { name: en['action.back'] }).click()
    await check.click()
    await commit.click()
    await dialog.getByText('Data import succeeded: 1 row').waitFor()
    expect(keys[0]).toMatch(/^form-/)
    expect(keys[1]).toBe(keys[0])
  })
})

describe('a form that is being sent', () => {
  it('accepts no input that would be lost, and gets the focus again when it is refused', async () => {
    await using person = await at('/system/post?edit=1')
    const { page } = person
    const form = page.getByRole('dialog')
    const name = form.getByLabel(en['system.post.postName'])
    const remark = form.getByLabel(en['system.post.remark'])
    await name.fill('Clerk')
    const letGo = await hold(page, /system\/post$/)
    await name.press('Enter')
    await expect.poll(() => form.locator('form').getAttribute('inert')).not.toBeNull()
    await page.keyboard.type('lost')
    const box = (await remark.boundingBox())!
    await page.mouse.click(box.x + 20, box.y + 10)
    await page.keyboard.type('lost')
    expect(await name.inputValue()).toBe('Clerk')
    expect(await remark.inputValue()).not.toContain('lost')
    // The stand-in refuses unknown calls.
    letGo()
    await form.getByText(en['entity.notSaved']).waitFor()
    await expect.poll(() => name.evaluate(field => field === document.activeElement)).toBe(true)
    site.faults.set('PUT /system/post', { code: 200, msg: 'ok' })
    await page.keyboard.type('s')
    await name.press('Enter')
    await form.waitFor({ state: 'detached' })
    expect(site.calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ postName: 'Clerks' })
  })
})

describe('a keyboard user', () => {
  it('gets the focus back where a dialog was opened, when it is closed', async () => {
    await using person = await at('/system/post')
    const { page } = person
    await page.getByRole('row', { name: 'sel14' }).waitFor()
    for (const [opened, where] of [
      [page.getByRole('button', { name: en['action.add'], exact: true }), 'form'],
      [page.getByRole('row', { name: 'sel14' }).getByRole('button', { name: en['action.edit'] }), 'form of a row'],
    ] as const) {
      await opened.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(en['system.post.postName']).waitFor()
      await dialog.getByRole('button', { name: en['action.cancel'] }).click()
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => opened.evaluate(one => one === document.activeElement), { message: where }).toBe(true)
    }
  })

  it('continues in the field that must be corrected, in a dialog too', async () => {
    await using person = await at('/certification/authorization?add=1')
    const { page } = person
    const dialog = page.getByRole('dialog', { name: en['certification.handIn'] })
    const codes = dialog.getByLabel(en['certification.codes'], { exact: true })
    await dialog.getByRole('radio', { name: en['certification.way.submit'] }).check()
    await dialog.getByRole('radio', { name: en['certification.how.list'] }).check()
    await dialog.getByRole('button', { name: en['certification.handIn'] }).click()
    await expect.poll(() => codes.evaluate(field => field === document.activeElement)).toBe(true)
  })
})

describe('a dialog that is being sent', () => {
  it('accepts no input, stays until it is answered, and takes effect once when its answer was lost', async () => {
    await using person = await at('/channel/assignment')
    const { page } = person
    const line = page.locator('.ant-table-row').first()
    const verb = line.getByRole('button', { name: en['channel.assignment.withdrawAll'], exact: true })
    await verb.click()
    const dialog = page.getByRole('dialog')
    const reason = dialog.getByLabel(en['channel.assignment.reason'])
    await reason.fill('Returned')
    const keys: (string | undefined)[] = []
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/channel/assignment/withdraw', async route => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.fulfill({ json: { code: 200, msg: 'ok', data: { withdrawn: 3 } } })
      await answered.promise
      await route.abort()
    })
    const send = dialog.getByRole('button', { name: en['channel.assignment.withdraw'], exact: true })
    await send.click()
    await expect.poll(() => keys.length).toBe(1)
    await expect.poll(() => dialog.locator('form').getAttribute('inert')).not.toBeNull()
    const box = (await reason.boundingBox())!
    await page.mouse.click(box.x + 20, box.y + 10)
    await page.keyboard.type('lost')
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.getByRole('button', { name: en['action.cancel'] }).isDisabled()).toBe(true)
    answered.resolve()
    await dialog.getByText(en['shell.transport.network']).waitFor()
    expect(await reason.inputValue()).toBe('Returned')
    // The same request within a second counts as a double submit.
    await expect
      .poll(async () => {
        if (keys.length === 1) await send.click()
        return keys.length
      })
      .toBe(2)
    await dialog.waitFor({ state: 'detached' })
    expect(keys[0]).toMatch(/^form-/)
    expect(keys[1]).toBe(keys[0])
  })

  it('without a form accepts no input either', async () => {
    await using person = await at('/monitor/job-log/index')
    const { page } = person
    await page.getByRole('button', { name: en['monitor.job-log.cleanOlder'] }).click()
    const dialog = page.getByRole('dialog')
    site.faults.set('DELETE /monitor/job-log/clean', { code: 500, msg: 'Not now' })
    const letGo = await hold(page, /job-log\/clean/)
    await dialog.getByRole('button', { name: en['action.remove'], exact: true }).click()
    const inner = dialog.locator('[inert][aria-busy=true]')
    await expect.poll(() => inner.count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.getByRole('button', { name: en['action.cancel'] }).isDisabled()).toBe(true)
    letGo()
    await dialog.getByText('Not now').waitFor()
    await expect.poll(() => inner.count()).toBe(0)
  })
})

describe('an answer that comes after the user has opened another screen', () => {
  it('does not navigate back, and closes its form on its own screen', async () => {
    await using person = await at('/system/post?edit=1')
    const { page } = person
    const form = page.getByRole('dialog')
    const name = form.getByLabel(en['system.post.postName'])
    await name.fill('Clerk')
    site.faults.set('PUT /system/post', { code: 200, msg: 'ok' })
    const letGo = await hold(page, /system\/post$/)
    await name.press('Enter')
    await expect.poll(() => form.locator('form').getAttribute('inert')).not.toBeNull()
    await person.go('/system/role?roleName=Packer')
    letGo()
    await page.getByText(en['entity.saved']).waitFor()
    await page.waitForLoadState('networkidle')
    const address = () => page.evaluate('location.pathname + location.search')
    expect(await address()).toBe('/system/role?roleName=Packer')
    const tag = page.locator('.tags-bar li', { hasText: en['menu.system.post'] }).getByRole('link')
    await expect.poll(() => tag.getAttribute('href')).toBe('/system/post')
    await tag.click()
    await expect.poll(address).toBe('/system/post')
    await expect.poll(() => form.count()).toBe(0)
  })

  it('does not navigate with selected codes', async () => {
    await using person = await at('/code/qr?request=1')
    const { page } = person
    await page.locator('.ant-table-row').first().getByRole('checkbox').check()
    const letGo = await hold(page, /qr\/values$/)
    const request = page.waitForRequest(/qr\/values$/)
    await page.getByRole('button', { name: 'To a dealer (1)' }).click()
    await request
    await person.go('/system/post')
    const answered = page.waitForResponse(/qr\/values$/)
    letGo()
    await answered
    await page.waitForLoadState('networkidle')
    expect(person.path()).toBe('/system/post')
  })
})
