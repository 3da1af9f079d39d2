import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../apps/server/src/platform/free-port.ts'
import { makeWorld } from '../../apps/server/test/harness.ts'
import { openWorlds } from '../../apps/server/test/open-worlds.ts'
import { findTools, makeAuthority, startNginx } from '../../apps/server/test/process/nginx.ts'
import { startPair } from '../../apps/server/test/process/pair.ts'
import { endAll } from '../../apps/server/test/process/server-process.ts'
import { openSecureLink } from './network-link.ts'
import type { Site } from './site.ts'

/**
 * The site as a larger installation has it: two processes that work on one database, behind nginx with the shipped
 * configuration and TLS. The world of the harness only prepares data and reads results.
 */
export async function openBehindNginx(environment: Record<string, string>): Promise<Site> {
  const tools = findTools()
  if (!tools) throw new Error('SITE=nginx needs nginx and openssl')
  const folder = mkdtempSync(join(tmpdir(), 'timbermark-site-'))
  const [secure, plain] = [await freePort(), await freePort()]
  const url = `https://localhost:${secure}`
  const world = await makeWorld({ environment: { PUBLIC_URL: url, ...environment } })
  const authority = makeAuthority(tools.openssl, folder)
  const { ports } = await startPair(world, folder, environment)
  const nginx = await startNginx(tools, join(folder, 'nginx'), {
    authority,
    processes: ports,
    ports: { secure, plain },
  })
  // The tests ask it too, and know no authority of a few minutes.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  openWorlds.push(async () => {
    await nginx.stop()
    await endAll()
    rmSync(folder, { recursive: true, force: true })
  })
  // A second nginx like the first, for the callers of this link alone.
  const openLink = () =>
    openSecureLink(ports, through =>
      startNginx(tools, join(folder, 'nginx-of-line'), { authority, processes: through }),
    )
  return { world, url, openLink, hangUp: () => {} }
}
