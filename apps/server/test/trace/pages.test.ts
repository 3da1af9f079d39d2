import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import helmet from 'helmet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { requestSubjects } from '../../src/areas/ledger/log/request-subjects.ts'
import { registerTracePages } from '../../src/areas/trace/page/pages.ts'
import { type App, createApp } from '../../src/platform/http/http.ts'
import { forged, makeScene, type Scene } from './scene.ts'

let scene: Scene
let app: App
const folder = mkdtempSync(join(tmpdir(), 'timbermark-trace-'))

interface Drawn {
  language: string
  state: { kind: string; code?: string; answer?: { code: string } }
  nonce: string
  assets: string[]
  url: string
  officialHost: string
}

/** Replaces the built page: renders its input as text. */
beforeAll(async () => {
  scene = await makeScene('PAGES')
  mkdirSync(join(folder, 'client/.vite'), { recursive: true })
  mkdirSync(join(folder, 'client/assets'))
  mkdirSync(join(folder, 'server'))
  writeFileSync(join(folder, 'client/.vite/manifest.json'), '{"entry":"x"}')
  writeFileSync(join(folder, 'client/assets/client-abc.js'), 'export {}')
  writeFileSync(join(folder, 'client/icon.svg'), '<svg/>')
  mkdirSync(join(folder, 'verifier'))
  writeFileSync(join(folder, 'verifier/timbermark-verifier.html'), '<!doctype html>')
  writeFileSync(
    join(folder, 'server/server.js'),
    'export const assetsOf = manifest => Object.keys(manifest)\nexport const render = input => JSON.stringify(input)',
  )
  app = createApp(scene.world.services)
  const protect = helmet()
  app.addHook('onRequest', (request, reply, done) =>
    protect(request.raw, reply.raw, error => done(error as Error | undefined)),
  )
  await registerTracePages(app, scene.world.services, folder)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const open = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await app.inject({ method: 'GET', url, headers })
  return { ...answer, status: answer.statusCode, headers: answer.headers, drawn: JSON.parse(answer.payload) as Drawn }
}

describe('the public page', () => {
  it('SCR-47, COD-14: opens for a code in every form that a label or a link may have', async () => {
    const code = scene.goods.codes[0]!
    const forms = [
      `/c/${code}`,
      `/C/${code}`,
      `/c/${code.toLowerCase()}`,
      `/c?code=${code}`,
      `/C?code=${code}`,
      `/c/${code}?lang=fr`,
      `/01/06012345678905/10/B-1/21/${code}`,
      `/01/06012345678905/21/${code}`,
      `/01/06012345678905/22/A/10/B%2F1/21/${code}?lang=fr`,
      `/c/${code.replace(/(.{5})(?=.)/g, '$1-')}`,
      `/c/${code}/`,
      `/c//${code}`,
      `//c//${code}`,
    ]
    for (const form of forms) {
      const { status, drawn } = await open(form)
      expect(status, form).toBe(200)
      expect(drawn.state, form).toMatchObject({ kind: 'found', answer: { code } })
      expect(drawn.url).toBe(form)
    }
  })

  it('is the start page without a code, says unknown for a forged code, and no verdict while something is broken (I5)', async () => {
    expect(await open('/c')).toMatchObject({ status: 200, drawn: { state: { kind: 'welcome' } } })
    const fake = forged(scene.goods.codes[0]!)
    expect(await open(`/c/${fake}`)).toMatchObject({ status: 404, drawn: { state: { kind: 'unknown', code: fake } } })
    expect(await open('/c/%F0%9F%8C%B2')).toMatchObject({ status: 404, drawn: { state: { kind: 'unknown' } } })
    expect(await open('/01/06012345678905/10/B-1')).toMatchObject({
      status: 404,
      drawn: { state: { kind: 'unknown' } },
    })
    await scene.world.admin.query('alter table product rename to product_away')
    const broken = await open(`/c/${scene.goods.codes[0]}`)
    expect(broken).toMatchObject({ status: 503, drawn: { state: { kind: 'unavailable' } } })
    expect(JSON.stringify(broken.drawn)).not.toContain('relation')
    await scene.world.admin.query('alter table product_away rename to product')
  })

  it('reads a code out of what surrounds it, and goes on at the code’s own address', async () => {
    const code = scene.goods.codes[0]!
    const address = `http://localhost:8080/c/${code}`
    const forms = [
      ...[...'.,;:!)]}>"\u3002\uff0c\uff1b\uff09\u300b\u201d'].map(sign => `/c/${code}${encodeURIComponent(sign)}`),
      `/c/${code}&from=timeline&isappinstalled=0`,
      `/c/${code}/index.html?from=singlemessage`,
      `/c?code=${code}.&from=x`,
      `/c?code=${encodeURIComponent(`\u8bf7\u67e5\u8be2 ${address}\u3002`)}`,
      `/c?code=${encodeURIComponent(`https://nam01.safelinks.protection.outlook.com/?url=${encodeURIComponent(address)}&data=05`)}`,
      `/c/https://www.google.com/url?q=${encodeURIComponent(address)}&sa=D`,
      `/c?code=${encodeURIComponent(`]Q1${address}`)}`,
      `/c?code=${encodeURIComponent(`0106012345678905${'21'}${code}`)}`,
      `/c/${code}/${scene.goods.codes[1]!}`,
    ]
    for (const form of forms) {
      const answer = await app.inject({ method: 'GET', url: form })
      expect([answer.statusCode, answer.headers.location], form).toEqual([303, `/c/${code}`])
    }
    expect((await app.inject({ method: 'GET', url: `/c/${code}.?lang=fr` })).headers.location).toBe(
      `/c/${code}?lang=fr`,
    )
  })

  it('tells a text that is no code, a typing error and a code that was never issued apart', async () => {
    const code = scene.goods.codes[0]!
    const why = async (text: string) => (await open(`/c/${encodeURIComponent(text)}`)).drawn.state
    const wrongAt = (at: number) => code.slice(0, at) + (code[at] === '7' ? '8' : '7') + code.slice(at + 1)
    for (const text of [code.slice(1), `${code}7`, 'menu', '\u8336', `${code.slice(0, 19)}*`])
      expect(await why(text), text).toMatchObject({ kind: 'unknown', why: 'unread' })
    for (const [at, group] of [
      [6, 2],
      [12, 3],
      [19, 4],
    ] as const)
      expect(await why(wrongAt(at)), wrongAt(at)).toMatchObject({
        kind: 'unknown',
        why: 'mistyped',
        group,
        code: wrongAt(at),
      })
    const at = [...code].findIndex((character, n) => n > 5 && character !== code[n + 1])
    const exchanged = code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2)
    expect(await why(`${exchanged}.`)).toMatchObject({ why: 'mistyped', code: exchanged })
    // Two wrong characters, or the number of another request, are nobody's slip as far as anyone can tell.
    expect(await why(forged(wrongAt(8)))).toMatchObject({ why: 'neverIssued' })
    const borrowing = `/c/${forged(wrongAt(8))}?back=${encodeURIComponent(`http://localhost:8080/c/${code}`)}`
    expect((await open(borrowing)).drawn.state).toMatchObject({ why: 'neverIssued' })
    for (const request of ['ZZZZZ', '00000'])
      expect(await why(request + code.slice(5)), request).toMatchObject({ why: 'neverIssued' })
  })

  it('is rendered in the language of the address, else the stored one, else the browser’s, else Chinese', async () => {
    const language = async (url: string, headers: Record<string, string> = {}) =>
      (await open(url, headers)).drawn.language
    expect(await language('/c?lang=fr', { cookie: 'language=en' })).toBe('fr')
    expect(await language('/c', { cookie: 'a=b; language=en', 'accept-language': 'fr' })).toBe('en')
    expect(await language('/c?lang=de', { 'accept-language': 'de, fr;q=0.8' })).toBe('fr')
    expect(await language('/c')).toBe('zh')
  })

  it('may connect to the one node that the reader names, and to no other address', async () => {
    const code = scene.goods.codes[0]!
    const connectionsWith = async (node: string) => {
      const { headers } = await open(`/c/${code}?node=${encodeURIComponent(node)}`)
      return /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]
    }
    expect(await connectionsWith('https://rpc.example:8545/v1/key')).toBe("'self' https://rpc.example:8545")
    expect(await connectionsWith('http://127.0.0.1:8545')).toBe("'self' http://127.0.0.1:8545")
    for (const bad of [
      'http://rpc.example',
      'javascript:alert(1)',
      'https://a.example; script-src *',
      'https://*.example',
      'https://a.example https://b.example',
      'wss://rpc.example',
      'data:text/html,x',
      '',
      `https://${'a'.repeat(400)}.example`,
    ])
      expect(await connectionsWith(bad), bad).toBe("'self'")
  })

  it('has a policy with a new nonce each time, and is not cached, framed or indexed', async () => {
    const [one, two] = [await open('/c'), await open('/c')]
    const policy = String(one.headers['content-security-policy'])
    expect(policy).toContain(`script-src 'self' 'nonce-${one.drawn.nonce}'`)
    expect(policy).toContain(`style-src 'self' 'nonce-${one.drawn.nonce}'`)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(two.drawn.nonce).not.toBe(one.drawn.nonce)
    expect(one.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'x-frame-options': 'DENY',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(one.drawn).toMatchObject({ officialHost: 'trace.example', assets: ['entry'] })
  })

  it('lets its built files be cached forever, and does not serve its manifest', async () => {
    const file = await app.inject({ method: 'GET', url: '/t/assets/client-abc.js' })
    expect(file.statusCode).toBe(200)
    expect(file.headers['cache-control']).toContain('immutable')
    expect((await app.inject({ method: 'GET', url: '/t/icon.svg' })).headers['cache-control']).toBe(
      'public, max-age=86400',
    )
    expect((await app.inject({ method: 'GET', url: '/t/.vite/manifest.json' })).statusCode).toBe(404)
    expect((await app.inject({ method: 'GET', url: '/t/../server/server.js' })).statusCode).toBe(404)
  })

  it('offers the stand-alone verifier as a file to keep, not as a page of its own', async () => {
    const file = await app.inject({ method: 'GET', url: '/t/timbermark-verifier.html' })
    expect([file.statusCode, file.payload]).toEqual([200, '<!doctype html>'])
    expect(file.headers['content-disposition']).toBe('attachment; filename="timbermark-verifier.html"')
  })

  it('answers a plain message when it has not been built', async () => {
    const bare = createApp(scene.world.services)
    await registerTracePages(bare, scene.world.services, join(folder, 'nowhere'))
    const answer = await bare.inject({ method: 'GET', url: `/c/${scene.goods.codes[0]}` })
    expect(answer.statusCode).toBe(503)
    expect(answer.payload).toContain('npm run build')
    await bare.close()
  })
})

// Runs last, because a break cannot be undone.
describe('the keys of the log', () => {
  it('the script gets the keys of every epoch of the log, and requests them each time', async () => {
    const read = async () => {
      const answer = await app.inject({ method: 'GET', url: '/t/log.js' })
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-cache',
        'content-type': 'text/javascript; charset=utf-8',
      })
      const module = await import(`data:text/javascript,${encodeURIComponent(answer.payload)}`)
      expect(module.requestKey).toBe(requestSubjects(scene.world.services.secrets).key)
      expect(module.witnessKeys).toEqual(scene.world.services.settings.ledgerWitnesses.map(({ key }) => key))
      return module.keys as string[]
    }
    const log = ledgerLog(scene.world.services)
    expect(await read()).toEqual([log.verifierKey])
    await scene.world.admin.query(
      `insert into ledger_break (epoch, reason, former_origin, size, root, lost_origin, lost_size, lost_root)
       values (2, 'The disk burned.', $1, 1, $2, $1, 2, $2)`,
      [log.origin, Buffer.alloc(32)],
    )
    expect(await read()).toEqual([log.verifierKey, log.at(2).verifierKey])
  })
})
