import { Agent, request as send } from 'node:http'
import { expect, test } from 'vitest'
import { createApp } from '../../src/platform/http/http.ts'
import { makeWorld } from '../harness.ts'

/** One request over a connection that stays open. */
function ask(
  agent: Agent,
  url: string,
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> {
  return new Promise((resolve, reject) => {
    const request = send(url, { agent, headers: { 'accept-language': 'fr' } }, response => {
      let body = ''
      response.setEncoding('utf8').on('data', text => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    request.on('error', reject).end()
  })
}

test('a server that ends answers the calls in progress, and tells later ones when to try again', async () => {
  const { services } = await makeWorld()
  const app = createApp(services)
  app.get('/quick', async () => 'quick')
  let release = () => {}
  const held = new Promise<void>(done => {
    release = done
  })
  let begun = () => {}
  const underWay = new Promise<void>(done => {
    begun = done
  })
  app.get('/held', async () => {
    begun()
    await held
    return 'answered'
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const one = new Agent({ keepAlive: true, maxSockets: 1 })
  const other = new Agent({ keepAlive: true, maxSockets: 1 })
  expect((await ask(other, `${address}/quick`)).status).toBe(200)
  const first = ask(one, `${address}/held`)
  await underWay
  const closed = app.close()
  const late = await ask(other, `${address}/quick`).catch((error: Error) => error)
  // The connection may have been ended already, which means the same; an answer must state it.
  if (!(late instanceof Error)) {
    expect(late.status).toBe(503)
    expect(late.headers['retry-after']).toBeDefined()
    expect(JSON.parse(late.body)).toMatchObject({ error: 'unavailable' })
  }
  release()
  expect(await first).toMatchObject({ status: 200, body: 'answered' })
  await closed
  one.destroy()
  other.destroy()
})
