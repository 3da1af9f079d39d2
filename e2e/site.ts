import { freePort } from '../apps/server/src/platform/free-port.ts'
import { makeWorld, type World } from '../apps/server/test/harness.ts'

export interface Site {
  world: World
  url: string
}

/**
 * The real server with its background work, on a database of its own, reachable by a browser.
 * @param environment settings beyond the usual ones
 */
export async function openSite(environment: Record<string, string> = {}): Promise<Site> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const world = await makeWorld({
    background: true,
    environment: { PORT: String(port), PUBLIC_URL: url, ...environment },
  })
  await world.app.listen({ host: '127.0.0.1', port })
  return { world, url }
}
