import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type Fault, recovery } from '../scene.ts'
import { EmbeddedSite, makeFolder } from '../site.ts'
import { pause } from '../wait.ts'

/** An installation on a small disk of its own. Undefined where the user may not mount one. */
export async function smallDisk(environment: Record<string, string>): Promise<EmbeddedSite | undefined> {
  const folder = makeFolder('disk')
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=0755', 'tmpfs', folder], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  const site = await EmbeddedSite.make(folder, environment)
  const close = site.close.bind(site)
  site.close = async () => {
    // The content of the disk goes with it; the mount point can be removed only afterwards.
    await close().catch(() => {})
    for (let tries = 0; spawnSync('umount', [folder]).status !== 0 && tries < 20; tries++) await pause(250)
    rmSync(folder, { recursive: true, force: true })
  }
  return site
}

export const fullDisk: Fault<EmbeddedSite> = {
  name: 'full-disk',
  title: 'disk full, 12 s',
  times: 1,
  quick: 0,
  async strike(scene) {
    const filler = join(scene.site.folder, 'filler')
    const end = performance.now() + 12_000
    const file = openSync(filler, 'w')
    const block = Buffer.alloc(1 << 20)
    let isReported = false
    try {
      while (performance.now() < end) {
        // Also takes space that becomes free meanwhile.
        try {
          for (let size = block.length; size >= 4096; ) {
            try {
              writeSync(file, block, 0, size)
            } catch {
              size >>= 1
            }
          }
        } catch {
          // Full.
        }
        await pause(200)
        const status = await fetch(`${scene.site.addresses[0]}/readyz`, { signal: AbortSignal.timeout(3000) }).then(
          async response => {
            await response.arrayBuffer()
            return response.status
          },
          () => 0,
        )
        isReported ||= status === 503
      }
    } finally {
      closeSync(file)
      rmSync(filler)
    }
    if (!isReported) scene.object('readyz never said that the disk was full')
    const back = await recovery(scene, performance.now())
    if (!scene.site.server.alive) {
      scene.object('the server ended on a full disk')
      return undefined
    }
    return back
  },
}
