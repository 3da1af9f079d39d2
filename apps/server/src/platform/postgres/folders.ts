import { createHash } from 'node:crypto'
import { chownSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** User and group that the database runs as; empty when it runs as the user who started the server. */
export interface RunAs {
  uid?: number
  gid?: number
}

/** PostgreSQL refuses root, so root uses the owner of the cluster, else `postgres` or `nobody`. */
export function runAs(folder: string): RunAs {
  if (process.getuid?.() !== 0) return {}
  if (existsSync(join(folder, 'PG_VERSION'))) {
    const { uid, gid } = statSync(folder)
    if (uid !== 0) return { uid, gid }
  }
  for (const name of ['postgres', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find(entry => entry.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('No unprivileged user was found to run PostgreSQL as; start as an ordinary user')
}

export function chownTo(path: string, { uid, gid }: RunAs): void {
  if (uid !== undefined) chownSync(path, uid, gid ?? uid)
}

/** Can a user that is not root access this folder? */
export function isAccessible(path: string): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

export function sharedFolder(): string {
  return existsSync('/var/tmp') && isAccessible('/var/tmp') ? '/var/tmp' : tmpdir()
}

/**
 * Where the database's files really are: `folder`, or, when root started the server in a private folder, a place that
 * the database's user can access: below `DATABASE_OUTSIDE_DIR`, else in a persistent folder that every user can access.
 */
export function databaseFolder(folder: string): string {
  if (process.getuid?.() !== 0 || isAccessible(dirname(folder))) return folder
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(process.env.DATABASE_OUTSIDE_DIR || sharedFolder(), `timbermark-data-${name}`, basename(folder))
}

/** Removes the files of a database that has ended, including the folder outside the data folder that may hold them. */
export function removeDatabase(folder: string): void {
  const real = databaseFolder(folder)
  rmSync(real === folder ? folder : dirname(real), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
