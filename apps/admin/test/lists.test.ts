import { channelCases, post, product, stageTemplate } from '@timbermark/contract'
import type { Browser } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { visit } from './stand-in/browser.ts'
import { recordAnswers, recordOf, fullAnswers } from './stand-in/records.ts'
import type { Call, Fault, StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

let browser: Browser
let site: StandIn
withStandIn({ more: call => known(call) ?? recordAnswers(call) }, context => {
  browser = context.browser
  site = context.site
})

function known(call: Call): unknown {
  if (call.path !== '/stage/record/1') return undefined
  const answer = fullAnswers(call) as { data: object }
  return { ...answer, data: { ...answer.data, can: ['correct', 'void'] } }
}

describe('the search above a list', () => {
  it('is undone by the browser’s back button, step by step, and the form follows', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/system/post')
    const name = page.locator('.screen:visible search input').first()
    for (const word of ['first', 'second']) {
      await name.fill(word)
      await name.press('Enter')
      await expect.poll(() => decodeURIComponent(person.path())).toContain(`=${word}`)
    }
    /** Number of history entries, once the page is idle. */
    const steps = () => page.evaluate(() => new Promise(done => requestIdleCallback(() => done(history.length))))
    const before = await steps()
    // The same search again adds no history entry.
    await name.press('Enter')
    expect(await steps()).toBe(before)
    await page.goBack()
    await expect.poll(() => person.path()).toContain('=first')
    await expect.poll(() => name.inputValue()).toBe('first')
    await page.goBack()
    await expect.poll(() => person.path()).toBe('/system/post')
    await expect.poll(() => name.inputValue()).toBe('')
    await page.goForward()
    await expect.poll(() => name.inputValue()).toBe('first')
  })

  it('removes a row without a question, and undoes it with the button or with Ctrl+Z', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/system/post')
    const undone = () => site.calls.filter(call => call.path.startsWith('/system/undo/')).map(call => call.path)
    const remove = async (undo: number) => {
      site.faults.set('DELETE /system/post/1', {
        code: 200,
        data: { removed: 1, undo: { id: undo, seconds: 60 } },
      } as Fault)
      site.faults.set(`POST /system/undo/${undo}`, { code: 200, data: { undone: 1 } } as Fault)
      await page.locator('.ant-table-row').first().getByRole('button', { name: all.en['action.remove'] }).click()
      await page.locator('.tm-undo').last().waitFor()
    }
    await remove(7)
    expect(await page.locator('.ant-modal-confirm').count()).toBe(0)
    await page.locator('.tm-undo').getByRole('button', { name: all.en['entity.undo'] }).click()
    await page.getByText(all.en['entity.undone'], { exact: true }).waitFor()
    await expect.poll(undone).toEqual(['/system/undo/7'])
    await remove(8)
    await page.keyboard.press('Control+z')
    await expect.poll(undone).toEqual(['/system/undo/7', '/system/undo/8'])
    await expect.poll(() => page.locator('.tm-undo').count()).toBe(0)
    // The offer was taken.
    await page.keyboard.press('Control+z')
    expect(undone()).toHaveLength(2)
  })

  it('copies a product into the form for a new one, and stores nothing before it is saved', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/catalog/product?add=copy:1')
    const form = page.getByRole('dialog')
    const name = form.getByLabel(all.en['catalog.product.name']).first()
    await expect.poll(() => name.inputValue()).toMatch(/ \(2\)$/)
    expect(await form.getByLabel(all.en['catalog.product.code']).first().inputValue()).toBe('')
    expect(site.calls.filter(call => call.path === '/catalog/product' && call.method === 'POST')).toHaveLength(0)
  })

  it('shows two chosen records beside each other, and marks where they differ', async () => {
    const rows = [recordOf(post, 1), { ...recordOf(post, 2), postName: 'Other' }]
    site.faults.set('GET /system/post/list', { code: 200, rows, total: 2 } as Fault)
    for (const row of rows) site.faults.set(`GET /system/post/${row.id}`, { code: 200, data: row } as Fault)
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/system/post')
    const screen = page.locator('.screen:visible')
    const compare = screen.getByRole('button', { name: all.en['entity.compare'] })
    const boxes = screen.locator('.ant-table-row').getByRole('checkbox')
    await boxes.nth(0).check()
    expect(await compare.count()).toBe(0)
    await boxes.nth(1).check()
    await compare.click()
    const dialog = page.getByRole('dialog', { name: all.en['entity.compareTitle'] })
    const marks = dialog.getByText(all.en['entity.compareDiffers'], { exact: true })
    await expect.poll(() => marks.count()).toBe(1)
    const lines = dialog.locator('tbody tr')
    expect(await lines.count()).toBeGreaterThan(2)
    await dialog.getByRole('checkbox').check()
    await expect.poll(() => lines.allTextContents()).toEqual([expect.stringContaining('Other')])
    for (const path of ['list', '1', '2']) site.faults.delete(`GET /system/post/${path}`)
  })

  it('edits two chosen records together, sends the chosen fields only, and says which was refused', async () => {
    const rows = [1, 2].map(id => ({ ...recordOf(product, id), name: `Product ${id}` }))
    site.faults.set('GET /catalog/product/list', { code: 200, rows, total: 2 } as Fault)
    site.faults.set('PUT /catalog/product/several', {
      code: 200,
      data: {
        done: 1,
        failed: 1,
        results: [
          { id: 1, ok: true },
          { id: 2, ok: false, error: 'notFound', message: 'Gone meanwhile' },
        ],
      },
    } as Fault)
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/catalog/product')
    const screen = page.locator('.screen:visible')
    const boxes = screen.locator('.ant-table-row').getByRole('checkbox')
    for (const n of [0, 1]) await boxes.nth(n).check()
    await screen.getByRole('button', { name: new RegExp(all.en['entity.bulkEdit']) }).click()
    const dialog = page.getByRole('dialog', { name: /Edit 2 records/ })
    const send = dialog.getByRole('button', { name: /Change 2 records/ })
    expect(await send.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: all.en['catalog.product.status'] }).check()
    await dialog.locator('.ant-radio-wrapper').last().click()
    await send.click()
    await page.getByText('Gone meanwhile').waitFor()
    const sent = site.calls.filter(({ path }) => path === '/catalog/product/several').map(({ body }) => body)
    expect(sent).toEqual([{ ids: [1, 2], changes: { status: expect.any(String) } }])
  })

  it('assigns two chosen cases together, and says which was refused', async () => {
    const rows = [1, 2].map(id => ({ ...recordOf(channelCases, id), code: `CODE${id}`, assigneeId: null }))
    site.faults.set('GET /channel/case/list', { code: 200, rows, total: 2 } as Fault)
    site.faults.set('GET /channel/case/assignees', { code: 200, data: [{ id: 7, label: 'Ada' }] } as Fault)
    site.faults.set('PUT /channel/case/several/assignee', {
      code: 200,
      data: {
        done: 1,
        failed: 1,
        results: [
          { id: 1, ok: true },
          { id: 2, ok: false, error: 'notFound', message: 'Gone meanwhile' },
        ],
      },
    } as Fault)
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/channel/case')
    const screen = page.locator('.screen:visible')
    const boxes = screen.locator('.ant-table-row').getByRole('checkbox')
    for (const n of [0, 1]) await boxes.nth(n).check()
    await screen.getByRole('button', { name: `${all.en['channel.case.assign']} (2)` }).click()
    const dialog = page.getByRole('dialog', { name: 'Who looks into 2 cases?' })
    await dialog.getByRole('combobox').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle('Ada').click()
    await dialog.getByRole('button', { name: all.en['action.save'] }).click()
    const results = page.getByRole('dialog', { name: all.en['entity.results'] })
    await results.getByText('Gone meanwhile').waitFor()
    await results.getByText('CODE2').waitFor()
    const sent = site.calls.filter(({ path }) => path === '/channel/case/several/assignee').map(({ body }) => body)
    expect(sent).toEqual([{ ids: [1, 2], accountId: 7 }])
  })

  it.each(['/system/post', '/system/dept'])('reloads when the same is searched for again, in %s', async path => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go(path)
    const requestCount = () => site.calls.filter(call => call.path === `${path}/list`).length
    await expect.poll(requestCount).toBe(1)
    const search = page.locator('.screen:visible search')
    await search.getByRole('button', { name: all.en['action.search'] }).click()
    await expect.poll(requestCount).toBe(2)
    await search.getByRole('button', { name: all.en['action.reset'] }).click()
    await expect.poll(requestCount).toBe(3)
  })

  it('keeps what was typed and not searched for while another screen is open', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/system/post')
    const name = page.locator('.screen:visible search input').first()
    await name.fill('half a wo')
    await person.go('/system/role')
    await page.locator('.screen:visible search input').first().waitFor()
    await person.go('/system/post')
    await expect.poll(() => name.inputValue()).toBe('half a wo')
  })
})

describe('saved views', () => {
  const en = all.en
  it('are tabs that bring filters, order and columns back, by keyboard, and are saved again', async () => {
    site.views = [
      {
        id: 5,
        name: 'Heads',
        shared: true,
        version: 3,
        start: false,
        settings: {
          filters: { postName: 'Head', colour: 'red' },
          orderBy: 'postSort',
          order: 'desc',
          limit: 20,
          columns: ['postSort', 'postName'],
        },
      },
    ]
    site.faults.set('PUT /system/list-view', { code: 200 } as Fault)
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/system/post')
    const screen = page.locator('.screen:visible')
    const tabs = screen.getByRole('tablist', { name: en['listView.tabs'] }).getByRole('tab')
    await expect.poll(() => tabs.count()).toBe(2)
    const selected = () => tabs.and(page.locator('[aria-selected="true"]')).textContent()
    const headings = () => screen.locator('.ant-table-header th .ant-table-column-title').allTextContents()
    const usual = await headings()
    expect(await selected()).toBe(en['listView.all'])
    await tabs.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(selected).toBe('Heads')
    await expect.poll(() => person.path()).toContain('listView=5')
    expect(person.path()).toContain('postName=Head')
    await expect.poll(headings).toEqual([en['system.post.postSort'], en['system.post.postName']])
    // What the list has not is left out, and named.
    await screen.getByText(/colour/).waitFor()
    const lastQuery = () => site.calls.filter(call => call.path === '/system/post/list').at(-1)?.query ?? ''
    await expect.poll(lastQuery).toContain('postName=Head')
    expect(lastQuery()).toContain('orderBy=postSort')
    expect(lastQuery()).not.toContain('colour')

    await screen.getByLabel(en['system.post.postName']).first().fill('Clerk')
    await page.keyboard.press('Enter')
    await screen.getByText(en['listView.changed'], { exact: true }).waitFor()
    await screen.getByRole('button', { name: en['listView.replace'].replace('{name}', 'Heads') }).click()
    const saved = () => site.calls.find(call => call.method === 'PUT' && call.path === '/system/list-view')?.body
    await expect.poll(saved).toMatchObject({
      id: 5,
      seen: 3,
      settings: { filters: { postName: 'Clerk' }, columns: ['postSort', 'postName'] },
    })
    await tabs.first().click()
    await expect.poll(headings).toEqual(usual)
    expect(person.path()).toBe('/system/post')
    site.views = []
  })
})

describe('the density', () => {
  const en = all.en
  it('applies to rows, tags and header together, on every list and after a reload; 50 rows need less than 3,000 px', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => recordOf(product, n + 1))
    site.faults.set('GET /catalog/product/list', { code: 200, rows, total: 50 } as Fault)
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/catalog/product?limit=50')
    await page.waitForSelector('.screen:visible .ant-table-row')
    const heights = () =>
      page.evaluate(() =>
        ['.ant-table-row', '.tags-bar', '.navbar'].map(part => {
          const element = [...document.querySelectorAll(part)].find(element => element.checkVisibility())
          return Math.round(element?.getBoundingClientRect().height ?? 0)
        }),
      )
    const usual = await heights()
    expect(usual[0]).toBe(40)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3000)
    const choose = async (density: 'large' | 'small') => {
      await page.locator('.screen:visible').getByRole('button', { name: en['entity.density'] }).click()
      await page.getByRole('menuitem', { name: en[`entity.density.${density}`] }).click()
    }
    await choose('small')
    await expect.poll(async () => (await heights())[0]).toBeLessThan(32)
    const small = await heights()
    await choose('large')
    await expect.poll(async () => (await heights())[0]).toBeGreaterThan(48)
    const large = await heights()
    for (const [part, height] of usual.entries()) {
      expect(small[part]).toBeLessThan(height)
      expect(large[part]).toBeGreaterThan(height)
    }
    await person.open('/system/post')
    await page.waitForSelector('.screen:visible .ant-table-row')
    await expect.poll(heights).toEqual(large)
  })
})

describe('a printed list', () => {
  it('has its title, the search as text, every column, and no controls', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('office')
    await person.go('/system/post?postName=Somebody')
    await page.waitForSelector('.screen:visible .ant-table-row')
    const columns = await page.locator('.screen:visible .ant-table-header th').allInnerTexts()
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    const paper = page.locator('.tm-printed:visible')
    await expect.poll(() => paper.getByRole('heading').innerText()).toBe(all.en['menu.system.post'])
    await expect.poll(() => paper.locator('p').innerText()).toMatch(/Somebody.*1 to 1 of 1.*\d{4}-\d\d-\d\d/s)
    const named = columns.filter(text => text !== '' && text !== all.en['common.operation'])
    await expect.poll(() => paper.locator('th').allInnerTexts()).toEqual(named)
    const controls = 'button:not(.tm-link):visible, input:visible, [role=switch]:visible, a:visible'
    await expect.poll(() => page.locator(controls).count()).toBe(0)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: null })
    await paper.waitFor({ state: 'detached' })
  })
})

describe('a half-filled form', () => {
  const en = all.en
  it('can be left for another screen without a question, survives a reload, and is removed when it is cancelled', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    // The browser's question when the tab is closed or reloaded.
    let questions = 0
    page.once('dialog', dialog => {
      questions++
      void dialog.accept()
    })
    await person.signIn('office')
    await person.go('/system/post?add=1')
    const form = page.getByRole('dialog')
    const name = form.getByLabel(en['system.post.postName'])
    await name.fill('Half a post')
    await person.go('/system/role')
    await expect.poll(() => page.locator('.ant-modal-confirm').count()).toBe(0)
    // The form is hidden and shown together with its screen.
    await form.waitFor({ state: 'hidden' })
    await person.go('/system/post?add=1')
    await expect.poll(() => name.inputValue()).toBe('Half a post')
    await page.reload()
    expect(questions).toBe(1)
    await person.go('/system/post?add=1')
    await expect.poll(() => name.inputValue()).toBe('Half a post')
    await form.getByText(en['entity.draftFound']).waitFor()
    await form.getByRole('button', { name: en['entity.draftDrop'] }).click()
    await expect.poll(() => name.inputValue()).toBe('')
    await name.fill('Another')
    await form.getByRole('button', { name: en['action.cancel'] }).click()
    await page.locator('.ant-modal-confirm').getByRole('button', { name: en['entity.leave'] }).click()
    await form.waitFor({ state: 'detached' })
    await person.go('/system/post?add=1')
    await expect.poll(() => name.inputValue()).toBe('')
  })
})

describe('the result of a code import', () => {
  it('is readable on a phone without anything cut off (COD-06)', async () => {
    const packings = [{ row: 2, parentCode: '0000J9FJBMQDYV4QJYPP', packed: 10, repacked: 0 }]
    const data = { rows: 1, codes: 10, moved: 0, packings, errors: [], more: false }
    site.faults.set('POST /code/qr/importData', { code: 200, msg: 'ok', data } as Fault)
    await using person = await visit(browser, site, { language: 'en', viewport: { width: 390, height: 844 } })
    const { page } = person
    await person.signIn('office')
    await person.go('/code/qr')
    await page.getByRole('button', { name: all.en['code.import.open'] }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({ name: 'a.xlsx', mimeType: '', buffer: Buffer.from('x') })
    await dialog.getByRole('button', { name: all.en['entity.importCheck'] }).click()
    await dialog.getByRole('button', { name: 'Import 1 row' }).click()
    await dialog.getByText(packings[0]!.parentCode).waitFor()
    const beyond = () =>
      dialog.evaluate(box => {
        const right = box.getBoundingClientRect().right
        const parts = [...box.querySelectorAll('th, td, dt, dd, button')]
        return parts.flatMap(part => (part.getBoundingClientRect().right > right + 1 ? (part.textContent ?? '') : []))
      })
    await expect.poll(beyond).toEqual([])
  })
})

describe('a record on a phone', () => {
  it('has its name in one or two lines at the top, its actions at the bottom, and its tables within the screen (STG-43, STG-47)', async () => {
    const attributes = [{ key: 'gate', label: 'Gate number', input: 'text', required: true }]
    const data = { ...recordOf(stageTemplate), stage: 'felling', attributes }
    site.faults.set('GET /stage/template/1', { code: 200, msg: 'ok', data } as Fault)
    await using person = await visit(browser, site, { language: 'fr', viewport: { width: 390, height: 844 } })
    const { page } = person
    await person.signIn('office')
    const drawer = page.getByRole('dialog')
    const cutOff = () =>
      drawer.evaluate(box =>
        [...box.querySelectorAll('th, td')].flatMap(cell => {
          if (cell.getBoundingClientRect().right <= innerWidth + 1 || cell.closest('.ant-table-content')) return []
          return cell.textContent ?? ''
        }),
      )
    await person.go('/stage/record?view=1')
    await drawer.getByRole('button', { name: all.fr['action.correct'] }).waitFor()
    const title = drawer.locator('.ant-drawer-title')
    await expect.poll(async () => (await title.boundingBox())?.height ?? 999).toBeLessThan(60)
    await expect.poll(cutOff).toEqual([])
    await person.go('/stage/template?view=1')
    await drawer.getByRole('cell', { name: 'Gate number' }).waitFor()
    await expect.poll(cutOff).toEqual([])
  })
})
