import { cp, mkdir, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Entries of a cluster that PostgreSQL makes anew, by the chapter on low-level base backups of its manual. */
const leftOut = new Set(['postmaster.pid', 'postmaster.opts'])
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/** Copies a cluster's files between `pg_backup_start` and `pg_backup_stop`; only the log of that time makes them whole. */
export function copyCluster(from: string, to: string, signal?: AbortSignal): Promise<void> {
  return copyFolder(from, from, to, signal)
}

/** A file that PostgreSQL removes meanwhile is not needed: the log tells of its removal. */
async function copyFolder(root: string, from: string, to: string, signal?: AbortSignal): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true }).catch(ignoreMissing)) {
    signal?.throwIfAborted()
    const source = join(from, entry.name)
    const place = relative(root, source)
    if (leftOut.has(place) || entry.name.startsWith('pgsql_tmp') || entry.name === 'pg_internal.init') continue
    if (entry.isDirectory()) {
      if (emptied.has(place)) await mkdir(join(to, entry.name), { mode: 0o700 })
      else await copyFolder(root, source, join(to, entry.name), signal)
    } else if (entry.isFile()) await cp(source, join(to, entry.name)).catch(ignoreMissing)
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error
  return []
}
