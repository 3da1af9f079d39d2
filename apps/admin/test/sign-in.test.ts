import { identityProblems } from '@timbermark/contract'
import type { Browser, Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { all } from '../../../packages/phrases/src/all.ts'
import { typeInto, type Visit, visit } from './stand-in/browser.ts'
import { waitForList } from './stand-in/wait-for-list.ts'
import type { StandIn } from './stand-in/server.ts'
import { withStandIn } from './stand-in/with-stand-in.ts'

let browser: Browser
let site: StandIn
withStandIn({ withTestScreens: true }, context => {
  browser = context.browser
  site = context.site
})
afterEach(() => {
  site.strongPassword = false
  site.registering = true
  site.owesFactor = undefined
  site.identity = null
})

const en = all.en
const passwordLength = (min: number, max: number) =>
  en['shell.password.length'].replace('{min}', String(min)).replace('{max}', String(max))
/**
 * Opens a page with a new password and waits until it knows the length limits; until then the strict ones apply. The
 * page's own resource timing shows this: the browser driver once missed the end of a response on a busy machine.
 */
async function knowsLengths(page: Page, open: () => Promise<void>): Promise<void> {
  await open()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('sys.account.strongPassword')),
  )
}
const openRegistration = (person: Visit) => knowsLengths(person.page, () => person.open('/register'))
const called = (path: string) => site.calls.filter(call => call.path === path)

describe('the sign-in page', () => {
  it('sends exactly account, password, code and picture id, without a token (ENT-46, SCR-39, SCR-40)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.open('/login')
    await page.evaluate(() => localStorage.removeItem('admin-token'))
    await expect.poll(() => page.getAttribute('input[name=password]', 'type')).toBe('password')
    await person.signInByHand()
    const [login] = called('/login')
    expect(login?.body).toEqual({
      username: 'admin',
      password: 'demo-pass',
      code: '9',
      uuid: expect.stringMatching(/^picture-/),
    })
    expect(login?.headers.authorization).toBeUndefined()
    await expect.poll(person.path).toBe('/index')
    await expect.poll(() => person.stored('admin-token')).toMatch(/^token-/)
    expect(person.problems).toEqual([])
  })

  it('shows the picture, and a new one on a click and after a refusal (SCR-40)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.open('/login')
    const picture = page.getByRole('img', { name: en['shell.login.codePicture'] })
    await picture.waitFor()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
      .toBe(true)
    await page.click('.captcha-picture')
    await expect.poll(() => called('/captchaImage').length).toBe(2)
    await typeInto(page, 'input[name=username]', 'admin')
    await typeInto(page, 'input[name=password]', 'demo-pass')
    await typeInto(page, '.captcha input', '8')
    await page.click('button[type=submit]')
    await page.getByText('The verification code is wrong').waitFor()
    await expect.poll(() => called('/captchaImage').length).toBe(3)
    await expect.poll(() => page.inputValue('.captcha input')).toBe('')
    // Where something must be corrected; the submit button had lost the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
    await expect.poll(person.path).toBe('/login')
  })

  it('sends nothing while something is missing', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    await person.open('/login')
    await person.page.click('button[type=submit]')
    for (const key of ['account', 'password', 'code'] as const)
      await person.page.getByText(en[`shell.login.${key}Required`]).waitFor()
    expect(called('/login')).toEqual([])
  })

  it('remembers the account and never stores the password (SCR-41)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.open('/login')
    await page.getByLabel(en['shell.login.remember']).check()
    await page.getByText(en['shell.login.rememberHint']).waitFor()
    await typeInto(page, 'input[name=username]', 'admin')
    await typeInto(page, 'input[name=password]', 'demo-pass')
    await typeInto(page, '.captcha input', '9')
    await page.click('button[type=submit]')
    // The back office is another program, which may redirect while it starts.
    await page.waitForSelector('.content')
    const storedData = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(storedData).toContain('admin')
    expect(storedData).not.toContain('demo-pass')
    await page.evaluate(() => localStorage.removeItem('admin-token'))
    await person.open('/login')
    await expect.poll(() => page.inputValue('input[name=username]')).toBe('admin')
    await expect.poll(() => page.getByLabel(en['shell.login.remember']).isChecked()).toBe(true)
    await expect.poll(() => page.getAttribute('input[name=username]', 'autocomplete')).toBe('username')
    await expect.poll(() => page.getAttribute('input[name=password]', 'autocomplete')).toBe('current-password')
  })

  it('leads to /register, and says so when the server asks for no code (SCR-42)', async () => {
    site.faults.set('GET /captchaImage', { code: 200, data: { captchaEnabled: false } } as never)
    await using person = await visit(browser, site, { language: 'en' })
    await person.open('/login')
    await expect.poll(() => person.page.locator('.captcha').count()).toBe(0)
    await person.page.getByRole('link', { name: en['shell.login.register'] }).click()
    await expect.poll(person.path).toBe('/register')
  })

  it('submitted before the server has answered whether it needs a code, is sent after the answer (SCR-39)', async () => {
    site.faults.set('GET /captchaImage', { code: 200, data: { captchaEnabled: false } } as never)
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    let release = () => {}
    const released = new Promise<void>(done => {
      release = done
    })
    await page.route('**/api/captchaImage', async route => {
      await released
      await route.continue()
    })
    await person.open('/login')
    await typeInto(page, 'input[name=username]', 'admin')
    await typeInto(page, 'input[name=password]', 'demo-pass')
    await page.press('input[name=password]', 'Enter')
    await page.locator('button[type=submit][aria-busy=true]').waitFor()
    expect(called('/login')).toEqual([])
    release()
    await expect.poll(() => called('/login').length).toBe(1)
    expect(called('/login')[0]?.body).toMatchObject({ username: 'admin', password: 'demo-pass' })
  })

  it('is in Chinese at first, and in the chosen language after a reload (I18-01, I18-03, I18-04)', async () => {
    await using person = await visit(browser, site)
    const { page } = person
    await person.open('/login')
    await page.getByRole('heading', { name: all.zh['shell.login.title'] }).waitFor()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Français' }).click()
    await reloaded
    await page.getByRole('heading', { name: all.fr['shell.login.title'] }).waitFor()
    expect(await person.stored('language')).toBe('fr')
    await expect.poll(() => page.getAttribute('html', 'lang')).toBe('fr-FR')
  })
})

describe('what comes after the sign-in', () => {
  const officeScript = /\/assets\/start-[\w-]+\.js$/
  const type = (page: Page) => typeInto(page, 'input[name=username]', 'admin')

  it('is prefetched as soon as the user types, and not before', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    const fetched: string[] = []
    page.on('request', request => void fetched.push(new URL(request.url()).pathname))
    await person.open('/login')
    await page.waitForSelector('.captcha-picture img')
    expect(fetched.filter(path => officeScript.test(path))).toEqual([])
    const ahead = page.waitForRequest(officeScript)
    await type(page)
    expect(await (await ahead).response()).not.toBeNull()
    expect(await person.path()).toBe('/login')
  })

  it('of a phone is the phone page', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.open('/login?redirect=%2Fh5')
    const ahead = page.waitForRequest(request => new URL(request.url()).pathname === '/h5')
    await type(page)
    await ahead
  })

  it('is prefetched for input from its first moment, and the focus stays where it was set then', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    // In the same task that draws the form, before anything that follows the drawing.
    await page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        const password = document.querySelector<HTMLInputElement>('input[name=password]')
        if (!password) return
        watch.disconnect()
        password.focus()
        password.value = 'early'
        password.dispatchEvent(new InputEvent('input', { bubbles: true }))
      })
      watch.observe(document, { subtree: true, childList: true })
    })
    const ahead = page.waitForRequest(officeScript)
    await person.open('/login')
    await ahead
    // The picture is requested after the drawing.
    await page.waitForSelector('.captcha-picture img')
    const focused = page.locator('input:focus')
    await expect.poll(() => focused.getAttribute('name')).toBe('password')
    await expect.poll(() => focused.inputValue()).toBe('early')
  })

  it('is not prefetched where the browser saves data', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    const fetched: string[] = []
    page.on('request', request => void fetched.push(new URL(request.url()).pathname))
    await person.open('/login')
    await page.waitForSelector('.captcha-picture img')
    await type(page)
    // Any request caused by typing has been sent by now: this call was made after it.
    await page.click('.captcha-picture')
    await expect.poll(() => called('/captchaImage').length).toBe(2)
    expect(fetched.filter(path => path === '/index' || officeScript.test(path))).toEqual([])
  })
})

describe('the second factor', () => {
  it('is asked for after the password, reports a wrong code, and makes the browser known from then on', async () => {
    site.owesFactor = 'admin'
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    const password = async () => {
      await person.open('/login')
      await typeInto(page, 'input[name=username]', 'admin')
      await typeInto(page, 'input[name=password]', 'demo-pass')
      await typeInto(page, '.captcha input', '9')
      await page.click('button[type=submit]')
      await page.getByRole('heading', { name: en['shell.factor.title'] }).waitFor()
    }
    await password()
    expect(await person.stored('admin-token')).toBeNull()
    expect(called('/login')[0]?.headers['x-known-device']).toBeUndefined()
    const code = page.getByLabel(en['shell.factor.code'], { exact: true })
    await expect.poll(() => code.evaluate(input => input === document.activeElement)).toBe(true)
    await code.fill('000000')
    await code.press('Enter')
    await page.getByRole('alert').getByText('The code is wrong').waitFor()
    await code.fill('123456')
    await code.press('Enter')
    await expect.poll(person.path).toBe('/index')
    await page.waitForSelector('.content')
    await page.evaluate(() => localStorage.removeItem('admin-token'))
    await password()
    expect(called('/login').at(-1)?.headers['x-known-device']).toBe('known-here')
    await page.getByRole('button', { name: en['shell.password.other'] }).click()
    await page.getByRole('heading', { name: en['shell.login.title'] }).waitFor()
  })
})

describe('registration', () => {
  it('checks the rules and sends nothing that violates them (VAL-07 to VAL-10)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await openRegistration(person)
    const fill = async (account: string, password: string, again: string, code: string) => {
      await typeInto(page, 'input[name=enterprise]', 'DEMO-1')
      await typeInto(page, 'input[name=username]', account)
      await typeInto(page, 'input[name=password]', password)
      await typeInto(page, 'input[name=confirmPassword]', again)
      await typeInto(page, '.captcha input', code)
      await page.click('button[type=submit]')
    }
    const refused = async (text: string) => {
      await page.getByText(text, { exact: true }).waitFor()
      expect(called('/register')).toEqual([])
    }
    await fill('a', '12345', '12345', '9')
    await refused(en['shell.register.accountLength'])
    await fill('a'.repeat(21), '12345', '12345', '9')
    await refused(en['shell.register.accountLength'])
    await fill('ab', '1234', '1234', '9')
    await refused(passwordLength(5, 20))
    await fill('ab', '1'.repeat(21), '1'.repeat(21), '9')
    await refused(passwordLength(5, 20))
    await fill('ab', '12345', '123456', '9')
    await refused('the passwords entered twice are inconsistent')
    await fill('ab', '12345', '12345', '')
    await refused(en['shell.login.codeRequired'])
    await fill('ab', '12345', '12345', '9')
    await page.getByText(en['shell.register.done'].replace('{name}', 'ab')).waitFor()
    expect(called('/register').map(call => call.body)).toEqual([
      {
        enterprise: 'DEMO-1',
        username: 'ab',
        password: '12345',
        confirmPassword: '12345',
        code: '9',
        uuid: expect.any(String),
      },
    ])
    await expect.poll(() => page.inputValue('input[name=username]')).toBe('ab')
  })

  it('carries no token even when one is stored (API-05)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    await openRegistration(person)
    await typeInto(page, 'input[name=enterprise]', 'DEMO-1')
    await typeInto(page, 'input[name=username]', 'abc')
    await typeInto(page, 'input[name=password]', '12345')
    await typeInto(page, 'input[name=confirmPassword]', '12345')
    await typeInto(page, '.captcha input', '9')
    await page.click('button[type=submit]')
    await expect.poll(() => called('/register').length).toBe(1)
    expect(called('/register')[0]?.headers.authorization).toBeUndefined()
  })

  it('shows the server’s issues next to their fields', async () => {
    site.faults.set('POST /register', {
      code: 500,
      msg: 'x',
      data: { issues: [{ field: 'username', error: 'taken' }] },
    } as never)
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await openRegistration(person)
    await typeInto(page, 'input[name=enterprise]', 'DEMO-1')
    await typeInto(page, 'input[name=username]', 'abc')
    await typeInto(page, 'input[name=password]', '12345')
    await typeInto(page, 'input[name=confirmPassword]', '12345')
    await typeInto(page, '.captcha input', '9')
    await page.click('button[type=submit]')
    await page
      .locator('.field', { has: page.locator('input[name=username]') })
      .getByText(en['error.taken'].replace('{label}', en['field.username']))
      .waitFor()
  })
})

describe('where registration is closed', () => {
  it('the sign-in page does not offer it', async () => {
    site.registering = false
    await using person = await visit(browser, site, { language: 'en' })
    await person.open('/login')
    await expect.poll(() => called('/system/config/configKey/sys.account.registerUser').length).toBe(1)
    await person.page.getByRole('button', { name: en['shell.login.submit'] }).waitFor()
    await expect.poll(() => person.page.getByRole('link', { name: en['shell.login.register'] }).count()).toBe(0)
  })
})

describe('an initial password', () => {
  it('is checked by the policy in force (VAL-12)', async () => {
    site.strongPassword = true
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await knowsLengths(page, () => person.signInByHand('fresh'))
    await page.waitForURL(/\/change-password$/)
    await typeInto(page, 'input[name=oldPassword]', 'demo-pass')
    for (const [password, wrong] of [
      ['1234567', true],
      ['1'.repeat(65), true],
      ['12345678', false],
    ] as const) {
      await typeInto(page, 'input[name=newPassword]', password)
      await page.click('button[type=submit]')
      await expect.poll(() => page.getByText(passwordLength(8, 64)).count()).toBe(wrong ? 1 : 0)
    }
  })

  it('must be changed before the user can continue (VAL-11 to VAL-13)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await knowsLengths(page, () => person.signInByHand('fresh'))
    await page.waitForURL(/\/change-password$/)
    expect(called('/getRouters')).toEqual([])
    await person.go('/catalog/product')
    await page.waitForURL(/\/change-password$/)

    const fill = async (old: string, fresh: string, again: string) => {
      await typeInto(page, 'input[name=oldPassword]', old)
      await typeInto(page, 'input[name=newPassword]', fresh)
      await typeInto(page, 'input[name=confirmPassword]', again)
      await page.click('button[type=submit]')
    }
    await fill('', '', '')
    for (const key of ['shell.password.oldRequired', 'shell.password.newRequired'] as const)
      await page.getByText(en[key]).waitFor()
    await fill('demo-pass', '12345', '12345')
    await page.getByText(passwordLength(6, 20)).waitFor()
    await fill('demo-pass', '1'.repeat(21), '1'.repeat(21))
    await page.getByText(passwordLength(6, 20)).waitFor()
    await fill('demo-pass', 'demo-pass', 'demo-pass')
    await page.getByText(en['shell.password.same']).waitFor()
    await fill('demo-pass', '123456', '123457')
    await page.getByText('the passwords entered twice are inconsistent').waitFor()
    expect(called('/system/user/profile/updatePwd')).toEqual([])
    await fill('wrong', '123456', '123456')
    await page.getByText('Old password wrong').waitFor()
    await fill('demo-pass', '123456', '123456')
    await page.waitForURL(/\/index$/)
    await page.getByText(en['shell.password.done']).waitFor()
    await page.waitForSelector('.content')
    expect(called('/system/user/profile/updatePwd').at(-1)?.body).toEqual({
      oldPassword: 'demo-pass',
      newPassword: '123456',
    })
    expect(called('/getRouters')).toHaveLength(1)
  })
})

describe('a password that was reset meanwhile', () => {
  it('leads to the page that changes it, as soon as a call says so', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    await person.go('/system/user')
    await waitForList(page)
    site.faults.set('GET /rows/list', {
      code: 403,
      error: 'auth.initialPassword',
      msg: 'Change the initial password first',
    })
    site.faults.set('GET /getInfo', {
      code: 200,
      data: {
        user: { userId: 1, userName: 'admin', nickName: 'A', avatar: null, userType: 1 },
        mustChangePassword: true,
      },
    } as never)
    await page.getByRole('button', { name: 'call' }).click()
    await page.waitForURL(/\/change-password$/)
    await page.getByRole('heading', { name: en['shell.password.title'] }).waitFor()
  })
})

describe('the route guard', () => {
  it('keeps the full path and opens it after signing in (RT-39, OPEN-12)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.open('/user/profile?x=1')
    await page.waitForURL(/\/login/)
    await expect.poll(person.path).toBe('/login?redirect=%2Fuser%2Fprofile%3Fx%3D1')
    await typeInto(page, 'input[name=username]', 'admin')
    await typeInto(page, 'input[name=password]', 'demo-pass')
    await typeInto(page, '.captcha input', '9')
    await page.click('button[type=submit]')
    await page.waitForURL(/\/user\/profile/)
    await expect.poll(person.path).toBe('/user/profile?x=1')
  })

  it('does not follow a redirect to another site (A59)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.open('/login?redirect=%2F%2Fevil.example%2Fx')
    await typeInto(page, 'input[name=username]', 'admin')
    await typeInto(page, 'input[name=password]', 'demo-pass')
    await typeInto(page, '.captcha input', '9')
    await page.click('button[type=submit]')
    await page.waitForURL(/\/index$/)
    expect(new URL(page.url()).origin).toBe(site.origin)
  })

  it('loads user, then menu, then opens the deep address (ST-27 to ST-29, RT-08)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    await person.signIn()
    site.calls.length = 0
    await person.open('/catalog/product?page=3')
    await person.page.locator('[data-test=address]', { hasText: 'page=3' }).waitFor()
    const order = site.calls.map(call => call.path)
    expect(order.indexOf('/getInfo')).toBeLessThan(order.indexOf('/getRouters'))
    expect(order.filter(path => path === '/getInfo')).toHaveLength(1)
    await expect.poll(person.path).toBe('/catalog/product?page=3')
  })

  it('redirects signed-in users from /login to Home, from / to /index, from unknown paths to /404 (RT-16, RT-40, RT-43)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn()
    await person.open('/login')
    await page.waitForURL(/\/index$/)
    await person.open('/')
    await page.waitForURL(/\/index$/)
    await person.open('/no/such/page')
    await page.waitForURL(/\/404$/)
    await page.getByRole('link', { name: en['shell.home'] }).click()
    await page.waitForURL(/\/index$/)
    await person.open('/system/user-auth/role/abc')
    await page.waitForURL(/\/404$/)
    await person.open('/system/user-auth/role/12')
    await page.locator('[data-test=address]', { hasText: '12' }).waitFor()
    await expect.poll(() => page.locator('.side-menu .ant-menu-item-selected').innerText()).toBe(en['menu.system.user'])
  })

  it('shows /401 and /404 outside of the layout, with their texts (RT-15, SCR-44, SCR-45)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    await person.signIn()
    await person.open('/401')
    await person.page.getByText('Sorry, you do not have access rights...').waitFor()
    await person.open('/404')
    await person.page.getByRole('heading', { name: en['shell.notFound.title'] }).waitFor()
    await expect.poll(() => person.page.locator('.side, .navbar, .tags-bar').count()).toBe(0)
  })

  it.each(['/getInfo', '/getRouters'])(
    'signs out with a message and ends at / when %s fails (ST-30, ERR-57)',
    async call => {
      await using person = await visit(browser, site, { language: 'en' })
      const { page } = person
      await person.signIn()
      site.faults.set(`GET ${call}`, { code: 500, message: 'The session store is away' })
      await person.open('/catalog/product')
      await page.getByText('The session store is away').waitFor()
      await page.waitForURL(`${site.origin}/login?redirect=%2F`)
      await expect.poll(() => person.stored('admin-token')).toBeNull()
      expect(called('/logout')).toHaveLength(1)
    },
  )

  it('says that the user does not exist when the account is gone (ERR-37)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.open('/login')
    await typeInto(page, 'input[name=username]', 'ghost')
    await typeInto(page, 'input[name=password]', 'demo-pass')
    await typeInto(page, '.captcha input', '9')
    await page.click('button[type=submit]')
    await page.getByText('User does not exist').waitFor()
    expect(await person.stored('admin-token')).toBeNull()
  })

  it('survives one dropped connection while loading', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    await person.signIn()
    let dropped = 0
    await person.page.route('**/api/getInfo', route =>
      dropped++ === 0 ? route.abort('connectionreset') : route.continue(),
    )
    await person.open('/catalog/product')
    await person.page.locator('[data-test=address]').waitFor()
    expect(await person.stored('admin-token')).not.toBeNull()
  })

  it('loads the phone page for a type-2 user, and signs that user out on /c (RT-48, RT-49)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signInByHand('field')
    await page.waitForURL(/\/h5$/)
    await expect.poll(() => page.title()).toBe('next door')
    await expect.poll(() => person.stored('user-type')).toBe('2')
    await person.open('/system/user')
    await page.waitForURL(/\/h5$/)
    // From inside of the back office, since the trace page is another program.
    await person.open('/test')
    await person.go('/c?code=A')
    await expect.poll(() => page.title()).toBe('next door')
    await expect.poll(person.path).toBe('/c?code=A')
    await expect.poll(() => person.stored('admin-token')).toBeNull()
  })

  it('opens the public pages without signing in, outside of the layout (RT-01 to RT-07, RT-11)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    for (const path of ['/login', '/auth-redirect', '/bind', '/register', '/test', '/wx/webAuth']) {
      await person.open(path)
      await person.page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(person.path).toBe(path)
      await expect.poll(() => person.page.locator('.side, .navbar, .tags-bar').count()).toBe(0)
    }
    await person.open('/test')
    await person.page.getByText(/Works, \d+ ms/).waitFor()
    expect(person.problems).toEqual([])
  })

  it('returns from the messaging platform only to the remembered path of this site (RT-07, A62)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.open('/test')
    await page.evaluate(() => sessionStorage.setItem('wx-return-path', '/c?code=ABC'))
    await person.open('/wx/webAuth?code=x&state=y')
    await page.waitForURL(/\/c\?code=ABC$/)
    await person.open('/test')
    await page.evaluate(() => sessionStorage.setItem('wx-return-path', '//evil.example/'))
    await person.open('/wx/webAuth?code=x&state=y')
    await page.getByText(en['shell.wxAuth.nothing']).waitFor()
  })
})

describe('an identity of the messaging platform', () => {
  const text = (key: keyof typeof en, params: Record<string, string> = {}) =>
    Object.entries(params).reduce((said, [name, value]) => said.replace(`{${name}}`, value), en[key] as string)

  it('is bound by signing in when no account has it, and each other ending has a way on', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    site.identity = 'Lin'
    await person.open('/auth-redirect?redirect=%2Fcatalog%2Fproduct')
    await page.waitForURL(/\/bind$/)
    await page.getByText(text('shell.bind.unbound', { name: 'Lin' })).waitFor()
    await page.fill('input[name=username]', 'admin')
    await page.fill('input[name=password]', 'demo-pass')
    await page.fill('input[name=code]', '9')
    await page.getByRole('button', { name: en['shell.bind.submitSignIn'] }).click()
    await expect.poll(person.path).toBe('/catalog/product')
    expect(called('/system/user/profile/identities').map(call => call.body)).toEqual([{ password: 'demo-pass' }])
    // Nothing is waiting any more: the page lists what is bound, and undoes it.
    site.bound = [{ id: 7, nickname: 'Lin', appId: 'wx1', boundAt: '2026-11-20T08:00:00Z', usedAt: null }]
    await person.open('/bind')
    await page.getByText(text('shell.bind.list', { account: 'admin' })).waitFor()
    await expect
      .poll(() => page.getByRole('link', { name: en['shell.bind.begin'] }).getAttribute('href'))
      .toBe('/wx/identify?redirect=%2Fbind')
    await page.getByRole('button', { name: en['shell.bind.undo'] }).click()
    await page.getByText(text('shell.bind.undoText', { name: 'Lin' })).waitFor()
    await page.getByRole('button', { name: en['shell.bind.undo'] }).click()
    await page.getByText(text('shell.bind.none', { account: 'admin' })).waitFor()
    for (const problem of identityProblems) {
      await person.open(`/auth-redirect?problem=${problem}&redirect=//evil.example`)
      await page.getByText(en[`shell.authRedirect.${problem}`]).waitFor()
      await expect.poll(() => page.getByRole('link', { name: en['shell.home'] }).getAttribute('href')).toBe('/')
    }
    expect(await page.locator('a[href*=evil]').count()).toBe(0)
    expect(person.problems).toEqual([])
  })
})

describe('a user without roles', () => {
  it('can sign in, and sees only what the permissions allow (ST-37, SEC-10, SEC-11, SEC-31)', async () => {
    await using person = await visit(browser, site, { language: 'en' })
    const { page } = person
    await person.signIn('clerk')
    await expect
      .poll(() => page.locator('.side-menu a').allInnerTexts())
      .toEqual([en['menu.home'], en['menu.catalog.product']])
    await person.go('/system/user')
    await page.waitForURL(/\/404$/)
    await person.open('/catalog/product')
    await page.locator('[data-test=address]').waitFor()
    await person.open('/system/user-auth/role/12')
    await page.waitForURL(/\/401$/)
  })
})
