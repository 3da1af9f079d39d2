import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Services } from '../../../platform/services.ts'
import type { PageScript } from '../../ledger/log/script-releases.ts'
import { logKeysOf } from '../proof/log-keys.ts'

/** The built page, with everything that it loads. */
export const builtFolder = join(import.meta.dirname, '../../../../../trace/dist')

/** Where the module with the keys of the log is served. */
export const logKeysPath = '/t/log.js'

/** The scripts of the public page as this process serves them, while the log is in this epoch; none before the page is built. */
export async function listPageScripts(
  services: Pick<Services, 'settings' | 'secrets'>,
  epoch: number,
  folder = builtFolder,
): Promise<PageScript[]> {
  const client = join(folder, 'client')
  const names = await readdir(client, { recursive: true }).catch(() => [])
  const scripts = names.filter(name => name.endsWith('.js')).sort()
  if (scripts.length === 0) return []
  const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
  const built = await Promise.all(
    scripts.map(async name => ({
      path: `/t/${name.replaceAll(sep, '/')}`,
      sha256: hash(await readFile(join(client, name))),
    })),
  )
  return [...built, { path: logKeysPath, sha256: hash(logKeysOf(services, epoch)) }]
}
