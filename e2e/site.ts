import { freePort } from '../apps/server/src/platform/free-port.ts'
import { makeWorld, type World } from '../apps/server/test/harness.ts'
import { type Line, openLine } from './line.ts'

export interface Site {
  world: World
  url: string
  /** Another way to it, which breaks where it is told to. */
  openLine(): Promise<Line>
}

/** Journeys are made on two processes behind nginx instead of one: `SITE=nginx npm test -- e2e`. */
export const isBehindNginx = process.env.SITE === 'nginx'
// It closes after a file's tests, which benches have none of.
const behindNginx = isBehindNginx ? await import('./behind-nginx.ts') : undefined

/**
 * The real server with its background work, on a database of its own, reachable by a browser.
 * @param environment settings beyond the usual ones
 */
export async function openSite(environment: Record<string, string> = {}): Promise<Site> {
  if (behindNginx) return behindNginx.openBehindNginx(environment)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const world = await makeWorld({
    background: true,
    environment: { PORT: String(port), PUBLIC_URL: url, ...environment },
  })
  await world.app.listen({ host: '127.0.0.1', port })
  return { world, url, openLine: () => openLine(port) }
}
