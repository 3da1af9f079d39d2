import { mkdtempSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Claim, readClaim } from '../platform/backup/claim.ts'
import { databaseFolder } from '../platform/postgres/postgres.ts'
import { endOrphans } from './orphan.ts'

const prefixes = ['timbermark-check-', 'timbermark-enterprise-'] as const
/** Names the process that works in a copy. */
const claimFile = 'check.json'

/** A temporary folder for a copy of rows, with a database in `data/postgres`. */
export interface ScratchFolder {
  folder: string
  /** Ends a database that still runs there. */
  remove(): Promise<void>
}

/** Makes the folder, after removing those of killed runs. Where: `TMPDIR`. */
export async function openScratchFolder(prefix: (typeof prefixes)[number]): Promise<ScratchFolder> {
  await removeKilledCopies()
  const folder = mkdtempSync(join(tmpdir(), prefix))
  const claim = await Claim.take(join(folder, claimFile), {})
  return {
    folder,
    async remove() {
      claim.stop()
      await removeCopy(folder)
    },
  }
}

async function removeCopy(scratch: string): Promise<void> {
  const cluster = databaseFolder(join(scratch, 'data', 'postgres'))
  await endOrphans(cluster)
  await rm(cluster, { recursive: true, force: true })
  if (!cluster.startsWith(scratch)) await rm(dirname(cluster), { recursive: true, force: true })
  await rm(scratch, { recursive: true, force: true })
}

/** Removes copies of killed runs: they hold an installation, perhaps with its key. A copy without a claim is left. */
async function removeKilledCopies(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const scratch = join(tmpdir(), name)
    const isCopy = prefixes.some(prefix => name.startsWith(prefix))
    if (isCopy && readClaim(join(scratch, claimFile))?.held === false) await removeCopy(scratch)
  }
}
