import { freePort, isFree } from '../apps/server/src/platform/free-port.ts'
import { demonstrationOrigin } from '../apps/server/test/demonstration.ts'
import { makeWorld, type World } from '../apps/server/test/harness.ts'
import { makeUnsteady } from '../scripts/unsteady-line.ts'
import { type Line, openLine } from './line.ts'

export interface Site {
  world: World
  url: string
  /** Another way to it, which breaks where it is told to. */
  openLine(): Promise<Line>
  /** Ends what browsers keep open for requests to come, which the server would wait for when it closes. */
  hangUp(): void
}

/** Journeys are made on two processes behind nginx instead of one: `SITE=nginx npm test -- e2e`. */
export const isBehindNginx = process.env.SITE === 'nginx'
const behindNginx = isBehindNginx ? await import('./behind-nginx.ts') : undefined

/** Kept from one file to the next: at one address the browser need not compile the same scripts again. */
let port = 0

/**
 * The real server with its background work, on a database of its own, reachable by a browser.
 * @param environment settings beyond the usual ones
 * @param demonstration whether it begins with the demonstration; not behind nginx
 */
export async function openSite(environment: Record<string, string> = {}, demonstration = false): Promise<Site> {
  if (behindNginx) return behindNginx.openBehindNginx(environment)
  if (port === 0 || !(await isFree(port))) port = await freePort()
  const own = port
  const url = `http://localhost:${own}`
  const world = await makeWorld({
    background: true,
    environment: { PORT: String(own), PUBLIC_URL: url, ...environment },
    ...(demonstration ? { origin: await demonstrationOrigin() } : {}),
  })
  await world.app.listen({ host: '127.0.0.1', port: own })
  makeUnsteady(world.app.server)
  return { world, url, openLine: () => openLine(own), hangUp: () => world.app.server.closeAllConnections() }
}
