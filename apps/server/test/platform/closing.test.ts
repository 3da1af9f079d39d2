import { Agent, request as send } from 'node:http'
import { expect, test } from 'vitest'
import { makeApp } from '../../src/app.ts'
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

/** An app that serves, with a quick answer and one that waits until it is released. */
async function serve(drainMs: number) {
  const { services } = await makeWorld()
  const app = await makeApp({ ...services, settings: { ...services.settings, drainMs } })
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
  return { app, release, underWay, address: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

test('a server that closes answers what is under way, what comes on open connections, and who comes new', async () => {
  const drainMs = 1500
  const { app, release, underWay, address } = await serve(drainMs)
  const [one, other] = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 })) as [Agent, Agent]
  expect((await ask(other, `${address}/quick`)).headers.connection).toBe('keep-alive')
  expect((await ask(other, `${address}/readyz`)).status).toBe(200)
  const first = ask(one, `${address}/held`)
  await underWay
  const began = performance.now()
  const closed = app.close()
  // On an open connection; the answer ends it.
  const late = await ask(other, `${address}/quick`)
  expect(late).toMatchObject({ status: 200, body: 'quick' })
  expect(late.headers.connection).toBe('close')
  // On a new one. Whoever asks whether it is ready sends nothing more here.
  const ready = await ask(new Agent(), `${address}/readyz`)
  expect(ready.status).toBe(503)
  expect(JSON.parse(ready.body)).toMatchObject({ status: 'closing' })
  release()
  const answered = await first
  expect(answered).toMatchObject({ status: 200, body: 'answered' })
  expect(answered.headers.connection).toBe('close')
  await closed
  expect(performance.now() - began).toBeGreaterThanOrEqual(drainMs - 10)
  await expect(ask(new Agent(), `${address}/quick`)).rejects.toThrow()
  for (const agent of [one, other]) agent.destroy()
})

test('with no time to drain it still answers what is under way', async () => {
  const { app, release, underWay, address } = await serve(0)
  const first = ask(new Agent({ keepAlive: true }), `${address}/held`)
  await underWay
  const closed = app.close()
  release()
  expect(await first).toMatchObject({ status: 200, body: 'answered' })
  await closed
})
