import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientLimits } from '../../src/areas/system/identity/client-limits.ts'
import { signPage } from '../../src/areas/wechat/signature.ts'
import { forgetVisitors } from '../../src/areas/wechat/visitors.ts'
import type { Caller } from '../harness.ts'
import {
  credentialsOf,
  platformAgent as inside,
  type PlatformFixture,
  makeMill,
  startPlatformFixture,
} from './fixture.ts'

const page = '/c/ABCDE12345ABCDE12345'

let fixture: PlatformFixture
let operator: Caller
beforeAll(async () => {
  fixture = await startPlatformFixture()
  operator = await fixture.world.signIn({ id: 1, deptId: null }, ['platformOperator'])
})
afterAll(() => fixture.platform.stop())

const set = async (more: object = {}) => {
  const answer = await operator.put('/wechat/account', { ...credentialsOf(fixture.platform), signIn: true, ...more })
  expect(answer.code).toBe(200)
}

/** A browser with its cookies. */
function browser(agent = inside) {
  const jar = new Map<string, string>()
  return {
    jar,
    async open(url: string, remoteAddress?: string) {
      const response = await fixture.world.app.inject({
        url,
        ...(remoteAddress && { remoteAddress }),
        headers: { 'user-agent': agent, cookie: [...jar].map(pair => pair.join('=')).join('; ') },
      })
      for (const line of [response.headers['set-cookie'] ?? []].flat()) {
        const [name, value] = line.split(';')[0]!.split('=')
        jar.set(name!, value!)
      }
      return {
        status: response.statusCode,
        to: response.headers.location as string | undefined,
        said: response.headers,
      }
    },
  }
}
/** The visitor's trip to the consent page. */
const consent = async (to: string) => {
  const answer = await fetch(to.split('#')[0]!, { redirect: 'manual' })
  return answer.headers.get('location') ?? (await answer.text())
}
/** The cookie of the page that a return leads back to. */
const leftOf = (back: string) => `wx-left-${/state=(\w\w)/.exec(back)![1]}`
const pathOf = (address: string) => address.slice('http://trace.example'.length)
const people = async () => (await operator.get('/wechat/user/list')).rows

describe('the signature of a page', () => {
  it('is the one of the known vectors', () => {
    const ticket = 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg'
    expect(signPage(ticket, 'Wm3WZYTPz0wzccnW', 1414587457, 'http://mp.weixin.qq.com?params=value')).toBe(
      '0f9de62fce790f9a083d5c99e95740ceb90c27ed',
    )
    expect(signPage(ticket, 'Wm3WZYTPz0wzccnW', 1414587457, 'http://mp.weixin.qq.com')).toBe(
      'f4d90daf4b3bca3078ab155816175ba34c443a7b',
    )
    expect(signPage('HoagFKDcsGMVCIY2vOjf9gFXy', 'abc123', 1700000000, 'https://example.test/c?code=A+B%20C')).toBe(
      '8faa14d998596be3aa7d7677aece9e1eee54aca6',
    )
  })

  const sign = (url: string) =>
    fixture.world.anonymous.get<{
      appId: string
      timestamp: number
      nonceStr: string
      signature: string
      script: string
    }>(`/wechat/signature?url=${encodeURIComponent(url)}`)

  it('is refused while there is no account, and for pages of others', async () => {
    expect((await sign('http://trace.example/h5')).error).toBe('wechat.noAccount')
    await set()
    for (const url of ['https://evil.example/h5', 'http://trace.example.evil/h5', '//trace.example', 'no address'])
      expect((await sign(url)).error).toBe('wechat.signatureHost')
  })

  it('is accepted by the platform, with one ticket for many', async () => {
    const before = fixture.platform.calls.filter(call => call.path.endsWith('getticket')).length
    const url = 'http://trace.example/h5/operationLink?stage=felling'
    const { data } = await sign(`${url}#part`)
    await Promise.all([sign(url), sign(url), sign(url)])
    expect(fixture.platform.calls.filter(call => call.path.endsWith('getticket')).length - before).toBe(1)
    const { script: _, ...config } = data
    fixture.platform.callbackHost = 'trace.example'
    const ask = async (more: object) =>
      (
        await fetch(
          `${fixture.platform.url}/verify?${new URLSearchParams({ ...config, timestamp: String(config.timestamp), url, ...more })}`,
        )
      ).text()
    expect(await ask({})).toContain('"ok"')
    expect(await ask({ url: `${url}&more` })).toContain('invalid signature')
  })

  it('reports the platform’s refusal in the reader’s language', async () => {
    await set({ secret: 'wrong' })
    const french = fixture.world.caller(null, 'fr')
    const { msg } = await french.get(`/wechat/signature?url=${encodeURIComponent('http://trace.example/h5')}`)
    expect(msg).toMatch(/^L’AppSecret est faux .*40125/)
  })
})

describe('readers of the public page', () => {
  beforeEach(async () => {
    fixture.platform.visitor = 'agrees'
    fixture.platform.fault = undefined
    await fixture.world.admin.query('delete from wechat_user')
    await set()
  })

  it('go to the consent page once, come back to their page, and are identified from then on (RT-44 to RT-47)', async () => {
    const reader = browser()
    const left = await reader.open(`${page}?lang=fr`)
    expect([left.status, left.to]).toEqual([302, expect.stringMatching(/#wechat_redirect$/)])
    const address = new URL(left.to!)
    expect([...address.searchParams.keys()]).toEqual(['appid', 'redirect_uri', 'response_type', 'scope', 'state'])
    expect(address.searchParams.get('scope')).toBe('snsapi_userinfo')
    expect(address.searchParams.get('redirect_uri')).toBe('http://trace.example/wx/webAuth')
    const back = pathOf(await consent(left.to!))
    const landed = await reader.open(back)
    expect([landed.status, landed.to]).toEqual([302, `${page}?lang=fr`])
    // The same answer again, as some clients send it: exchanged once, then redirected to the page.
    expect((await reader.open(back)).to).toBe(`${page}?lang=fr`)
    const exchanges = fixture.platform.calls.filter(call => call.path === '/sns/oauth2/access_token')
    expect(exchanges).toHaveLength(1)
    expect((await reader.open(page)).to).toBeUndefined()
    expect(await people()).toMatchObject([{ nickname: '林中客 🌲', visits: 1 }])
    // Neither the cookie nor a row names the platform's own id of the person.
    const { rows } = await fixture.world.admin.query('select t::text as said from wechat_user t')
    expect(`${rows[0].said}${[...reader.jar.values()].join()}`).not.toContain('person-1')
    expect(String(landed.said['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/)
  })

  it('may have left several pages: each return leads to its own, in any order', async () => {
    const reader = browser()
    const pages = ['/c/ABCDE12345ABCDE12341', '/c/ABCDE12345ABCDE12342?lang=fr', '/c']
    const backs: string[] = []
    for (const one of pages) {
      // Two states may begin alike; then the newer one stays.
      let back = ''
      do back = pathOf(await consent((await reader.open(one)).to!))
      while (backs.some(other => leftOf(other) === leftOf(back)))
      backs.push(back)
    }
    expect((await reader.open(backs[1]!)).to).toBe(pages[1])
    expect((await reader.open(backs[0]!)).to).toBe(pages[0])
    expect((await reader.open(backs[2]!)).to).toBe(pages[2])
  })

  it('the platform finds its verification file at the root, once the operator has set it', async () => {
    const file = '/MP_verify_Ab12Cd34Ef56.txt'
    const read = (url: string) => fixture.world.app.inject({ url })
    expect((await read(file)).statusCode).toBe(404)
    await set({ verifyFile: 'MP_verify_Ab12Cd34Ef56.txt' })
    const served = await read(file)
    expect([served.statusCode, served.body, served.headers['content-type']]).toEqual([
      200,
      'Ab12Cd34Ef56',
      'text/plain; charset=utf-8',
    ])
    expect((await operator.get('/wechat/account')).data).toMatchObject({ verifyFile: 'MP_verify_Ab12Cd34Ef56.txt' })
    expect((await read('/MP_verify_Ab12Cd34Ef57.txt')).statusCode).toBe(404)
    // Left out, it stays; the token alone is enough; empty removes it.
    await set()
    expect((await read(file)).statusCode).toBe(200)
    await set({ verifyFile: 'Zz99Zz99' })
    expect((await read('/MP_verify_Zz99Zz99.txt')).body).toBe('Zz99Zz99')
    await set({ verifyFile: '' })
    expect((await read('/MP_verify_Zz99Zz99.txt')).statusCode).toBe(404)
    for (const wrong of ['../etc/passwd', 'a b', 'MP_verify_.txt', 'x'.repeat(70)])
      expect(
        (await operator.put('/wechat/account', { ...credentialsOf(fixture.platform), verifyFile: wrong })).data,
      ).toMatchObject({ issues: [{ field: 'verifyFile', error: 'pattern' }] })
    // An enterprise cannot have the operator's host confirmed for its own account.
    const mill = await makeMill(fixture)
    await mill.admin.put('/wechat/account', { ...credentialsOf(fixture.platform), verifyFile: 'Mill1234' })
    expect((await mill.admin.get('/wechat/account')).data).toMatchObject({ verifyFile: null })
    expect((await read('/MP_verify_Mill1234.txt')).statusCode).toBe(404)
  })

  it('a visitor who refuses reads the page too and is not asked again', async () => {
    fixture.platform.visitor = 'refuses'
    const reader = browser()
    const back = pathOf(await consent((await reader.open(page)).to!))
    expect(back).not.toContain('code=')
    expect((await reader.open(back)).to).toBe(page)
    expect((await reader.open(page)).to).toBeUndefined()
    expect(await people()).toEqual([])
  })

  it('a snapshot visitor stays anonymous', async () => {
    fixture.platform.visitor = 'snapshot'
    const reader = browser()
    expect((await reader.open(pathOf(await consent((await reader.open(page)).to!)))).to).toBe(page)
    expect([await people(), reader.jar.has('wx-visitor')]).toEqual([[], false])
  })

  it.each(['down', 'garbage', 'notAllowed'] as const)(
    'a platform that is %s costs the name, not the page',
    async fault => {
      const reader = browser()
      const back = pathOf(await consent((await reader.open(page)).to!))
      fixture.platform.fault = fault
      expect((await reader.open(back)).to).toBe(page)
      expect((await reader.open(page)).to).toBeUndefined()
    },
  )

  it('an answer of another browser, another state or no browser at all exchanges nothing', async () => {
    const reader = browser()
    const back = pathOf(await consent((await reader.open(page)).to!))
    const before = fixture.platform.calls.length
    for (const wrong of [
      [browser(), back],
      [reader, back.replace(/state=\w/, first => (first === 'state=0' ? 'state=1' : 'state=0'))],
      [reader, '/wx/webAuth?code=x'],
    ] as const)
      expect((await wrong[0].open(wrong[1])).to).toBeUndefined()
    expect(fixture.platform.calls.length).toBe(before)
    // A forged state: it is sealed, so that nobody can redirect a visitor elsewhere.
    const forged = browser()
    const state = 'ab'.repeat(16)
    forged.jar.set('wx-left-ab', Buffer.from('{"state":"x","path":"//evil.example"}').toString('base64url'))
    expect((await forged.open(`/wx/webAuth?code=x&state=${state}`)).to).toBeUndefined()
  })

  it('a code counts once: with the state of another browser it names nobody, and the state goes with its use', async () => {
    const reader = browser()
    const back = pathOf(await consent((await reader.open(page)).to!))
    const thief = browser()
    const ownBack = pathOf(await consent((await thief.open(page)).to!))
    const code = /code=([^&]*)/.exec(back)![1]!
    const left = reader.jar.get(leftOf(back))!
    expect((await reader.open(back)).to).toBe(page)
    expect(reader.jar.has('wx-visitor')).toBe(true)
    expect((await thief.open(ownBack.replace(/code=[^&]*/, `code=${code}`))).to).toBe(page)
    expect(thief.jar.has('wx-visitor')).toBe(false)
    // The cookie that comes back holds no state any more.
    expect(reader.jar.get(leftOf(back))).not.toBe(left)
    const calls = fixture.platform.calls.length
    reader.jar.delete('wx-visitor')
    expect((await reader.open(back.replace(/code=[^&]*/, 'code=another'))).to).toBe(page)
    expect(reader.jar.has('wx-visitor')).toBe(false)
    expect(fixture.platform.calls.length).toBe(calls)
  })

  it('endless or invalid codes cost no call to the platform and lead to the page', async () => {
    const reader = browser()
    const back = pathOf(await consent((await reader.open(page)).to!))
    // Strangers keep the cookie of their leaving.
    const left = reader.jar.get(leftOf(back))!
    const withCode = (code: string) => {
      reader.jar.set(leftOf(back), left)
      return back.replace(/code=[^&]*/, `code=${code}`)
    }
    const tokenCalls = () => fixture.platform.calls.filter(call => call.path === '/sns/oauth2/access_token').length
    const before = tokenCalls()
    expect((await reader.open(withCode('x'.repeat(513)))).to).toBe(page)
    expect(tokenCalls()).toBe(before)
    const from = '198.51.100.7'
    const usedUp = () => {
      for (;;) clientLimits(fixture.world.services).lookup(from)
    }
    for (let n = 0; n < 20; n++) {
      expect(usedUp).toThrow()
      expect((await reader.open(withCode(`made-up-${n}`), from)).to).toBe(page)
    }
    // New codes are accepted meanwhile.
    expect(tokenCalls() - before).toBeLessThan(20)
    expect((await reader.open(withCode('made-up'), '203.0.113.9')).to).toBe(page)
    expect(tokenCalls() - before).toBeGreaterThan(0)
  })

  it('there is no redirect in another browser, without the operator’s setting, or on other pages', async () => {
    for (const agent of ['Mozilla/5.0 Chrome/120', `${inside} wxwork/4.1`, `${inside} miniProgram`])
      expect((await browser(agent).open(page)).to).toBeUndefined()
    for (const other of ['/h5', '/login', '/api/wechat/signature', '/catalog'])
      expect((await browser().open(other)).to).toBeUndefined()
    await set({ signIn: false })
    expect((await browser().open(page)).to).toBeUndefined()
    await set({ enabled: false })
    expect((await browser().open(page)).to).toBeUndefined()
    // An enterprise's own account does not apply to the site.
    const mill = await makeMill(fixture)
    await mill.admin.put('/wechat/account', { ...credentialsOf(fixture.platform), signIn: true })
    expect((await mill.admin.get('/wechat/account')).data).toMatchObject({ signIn: null })
    expect((await browser().open(page)).to).toBeUndefined()
  })

  it('the operator lists and removes them, others do not; they are removed after their retention', async () => {
    const reader = browser()
    await reader.open(pathOf(await consent((await reader.open(page)).to!)))
    const [known] = await people()
    const mill = await makeMill(fixture)
    expect((await mill.admin.get('/wechat/user/list')).code).toBe(403)
    expect((await mill.admin.delete(`/wechat/user/${known!.id}`)).code).toBe(403)
    expect((await operator.delete(`/wechat/user/${known!.id}`)).code).toBe(200)
    expect(await people()).toEqual([])
    const again = browser()
    await again.open(pathOf(await consent((await again.open(page)).to!)))
    await fixture.world.admin.query("update wechat_user set last_seen = now() - interval '366 days'")
    await forgetVisitors(fixture.world.services)
    expect(await people()).toEqual([])
  })
})
