import { createServer } from 'node:net'
import { makeWorld, type World } from '../apps/server/test/harness.ts'

export interface Site {
  world: World
  url: string
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/** The real server with its background work, on a database of its own, reachable by a browser. */
export async function openSite(): Promise<Site> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const world = await makeWorld({ background: true, environment: { PORT: String(port), PUBLIC_URL: url } })
  await world.app.listen({ host: '127.0.0.1', port })
  return { world, url }
}
