import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { servePages } from '../../src/app.ts'

test('pages that are built anew while the server runs are served whole', async () => {
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
})
