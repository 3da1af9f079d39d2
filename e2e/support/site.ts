import { freePort, isFree } from '../../apps/server/src/platform/free-port.ts'
import { demonstrationOrigin } from '../../apps/server/test/demonstration.ts'
import { makeWorld, type World } from '../../apps/server/test/harness.ts'
import { addNetworkJitter } from '../../scripts/network-jitter.ts'
import { type NetworkLink, openLink } from './network-link.ts'

export interface Site {
  world: World
  url: string
  /** Another link to it, which breaks at a chosen byte. */
  openLink(): Promise<NetworkLink>
  /** Ends what browsers keep open for requests to come, which the server would wait for when it closes. */
  hangUp(): void
}

/** Journeys are made on two processes behind nginx instead of one: `SITE=nginx npm test -- e2e`. */
export const isBehindNginx = process.env.SITE === 'nginx'
const behindNginx = isBehindNginx ? await import('./behind-nginx.ts') : undefined

/** The same for every file: at one address the browser need not compile the same scripts again. */
let port = 0

/**
 * The real server with its background work, on a database of its own, reachable by a browser.
 * @param environment settings beyond the usual ones
 * @param demonstration whether it begins with the demonstration; not behind nginx
 */
export async function openSite(environment: Record<string, string> = {}, demonstration = false): Promise<Site> {
  if (behindNginx) return behindNginx.openBehindNginx(environment)
  if (port === 0 || !(await isFree(port))) port = await freePort()
  const sitePort = port
  const url = `http://localhost:${sitePort}`
  const world = await makeWorld({
    background: true,
    environment: { PORT: String(sitePort), PUBLIC_URL: url, ...environment },
    ...(demonstration ? { origin: await demonstrationOrigin() } : {}),
  })
  await world.app.listen({ host: '127.0.0.1', port: sitePort })
  addNetworkJitter(world.app.server)
  return { world, url, openLink: () => openLink(sitePort), hangUp: () => world.app.server.closeAllConnections() }
}
