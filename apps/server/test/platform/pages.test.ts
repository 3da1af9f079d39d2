import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInPaths } from '@timbermark/contract'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { servePages } from '../../src/app.ts'
import { makeWorld } from '../harness.ts'

test('pages that are rebuilt while the server runs are served complete', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  const app = fastify()
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  const build = async (name: string) => {
    for (const page of ['admin', 'h5']) {
      const dist = join(folder, page, 'dist')
      await rm(dist, { recursive: true, force: true })
      await mkdir(join(dist, 'assets'), { recursive: true })
      await writeFile(join(dist, 'index.html'), `${page} ${name}`)
      await writeFile(join(dist, 'assets', `${name}.js`), name)
    }
    await writeFile(join(folder, 'admin/dist/sign-in.html'), `sign-in ${name}`)
  }
  const read = async (url: string) => {
    const { statusCode, payload, headers } = await app.inject(url)
    return [statusCode, payload, headers['cache-control']]
  }
  await build('first')
  await servePages(app, folder)
  await build('second')
  for (const [page, at] of [
    ['admin', '/'],
    ['h5', '/h5/'],
  ] as const) {
    expect(await read(at)).toEqual([200, `${page} second`, 'no-cache'])
    expect(await read(`${at}assets/second.js`)).toEqual([200, 'second', 'public, max-age=31536000, immutable'])
    expect((await read(`${at}assets/first.js`))[0]).toBe(404)
  }
  for (const path of signInPaths) {
    expect(await read(path)).toEqual([200, 'sign-in second', 'no-cache'])
    expect(await read(`${path}?redirect=%2Fh5`)).toEqual([200, 'sign-in second', 'no-cache'])
    expect(await read(`${path}x`)).toEqual([200, 'admin second', 'no-cache'])
  }
})

test('the pages before the sign-in may load what every page may, and nothing else', async () => {
  const { app } = await makeWorld()
  const policies = await Promise.all(
    ['/login', '/index'].map(async url => (await app.inject(url)).headers['content-security-policy']),
  )
  expect(policies[0]).toContain("script-src 'self';")
  const besideStyles = (policy: unknown) => String(policy).replace(/style-src[^;]*;(style-src-attr[^;]*;)?/, '')
  expect(besideStyles(policies[0])).toBe(besideStyles(policies[1]))
})

test('the back office frames the sites of its menu and no others', async () => {
  const world = await makeWorld()
  const framed = async () =>
    /frame-src ([^;]*)/.exec(String((await world.app.inject('/index')).headers['content-security-policy']))![1]
  const add = (name: string, path: string, isFrame: string) =>
    world.admin.query(
      `insert into menu (menu_name, parent_id, order_num, menu_type, path, is_frame) values ($1, null, 99, 'C', $2, $3)`,
      [name, path, isFrame],
    )
  expect(await framed()).not.toContain('https:')
  await add('Maps', 'https://maps.example/map?x=1', '1')
  await add('Own window', 'https://window.example/', '0')
  await expect.poll(framed, { timeout: 30_000 }).toContain('https://maps.example')
  expect(await framed()).not.toContain('window.example')
})

test('no page takes style sheets or scripts that stand in its markup, but those of the back office with the nonce of the answer', async () => {
  const { app } = await makeWorld()
  const pageAt = async (url: string) => {
    const { headers, body } = await app.inject(url)
    const directives = String(headers['content-security-policy'])
      .split(';')
      .map(text => text.trim().split(' '))
    return { body, allows: Object.fromEntries(directives.map(([name, ...sources]) => [name, sources])) }
  }
  for (const url of ['/login', '/h5', '/h5/report', '/index', '/c']) {
    const { allows } = await pageAt(url)
    expect([...allows['script-src']!, ...allows['style-src']!].join(' '), url).not.toContain('unsafe')
    if (url !== '/index') expect(allows['style-src-attr'], url).toBeUndefined()
  }
  const [one, two] = [await pageAt('/index'), await pageAt('/index')]
  const nonce = /<meta name="style-nonce" nonce="([^"]+)"/.exec(one.body)![1]!
  expect(one.allows['style-src']).toEqual(["'self'", `'nonce-${nonce}'`])
  expect(two.body).not.toContain(nonce)
})

/** Status of an address sent unchanged: a usual client would normalize it first. */
function statusOf(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
    )
    let text = ''
    socket.setEncoding('latin1').on('data', data => (text += data))
    socket.on('end', () => resolve(Number(text.split(' ')[1])))
    socket.on('error', reject)
  })
}

test('an address that can be no file’s does not exist, and is no fault', async () => {
  const { app } = await makeWorld()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const odd = [
    ...['../x', '.', '..', '%00', '%2e%2e/x', '....//', '\\..\\x', '//x', '%', '%ff', '%5c..%5cx', 'a'.repeat(3000)],
    ...['..%2f..%2fpackage.json', '.env', 'a/'.repeat(600), '~', 'x.js/../../x'],
  ]
  const answered: Record<string, number> = {}
  for (const prefix of ['/assets/', '/h5/assets/', '/', '/h5/'])
    for (const rest of odd) {
      const path = prefix + rest
      answered[path.slice(0, 40)] = await statusOf(port, path)
    }
  for (const path of ['/ledger', '/ledger/', '/ledger/tile/nothing']) answered[path] = await statusOf(port, path)
  // Elsewhere an address without an ending belongs to a page: the program there shows that it does not exist.
  const wrong = Object.entries(answered).filter(([path, status]) =>
    /assets|ledger/.test(path) ? ![404, 400].includes(status) : ![200, 404, 400].includes(status),
  )
  expect(wrong).toEqual([])
})
