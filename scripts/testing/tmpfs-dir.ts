import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'

const sharedMemory = '/dev/shm'
const prefix = 'timbermark-tests-'
/** Bytes that must be free there and in the machine: some three times what a whole run ever holds. */
const requiredBytes = 8 * 2 ** 30

/**
 * A folder in memory for what a run of tests writes and discards: on a disk, making and removing some hundred
 * databases takes a tenth of the processors. Folders of runs that were killed are removed.
 * @returns nothing where there is no such memory, or little of it
 */
export function makeTmpfsDir(): { path: string; remove: () => void } | undefined {
  if (process.platform !== 'linux' || !existsSync(sharedMemory)) return undefined
  for (const name of readdirSync(sharedMemory))
    if (name.startsWith(prefix) && isAbandoned(name)) removeQuietly(join(sharedMemory, name))
  // Some tests write a program and run it, which containers may forbid there.
  if (/ \/dev\/shm \S+ \S*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'))) return undefined
  const { bavail, bsize } = statfsSync(sharedMemory)
  if (Math.min(bavail * bsize, process.availableMemory()) < requiredBytes) return undefined
  const path = join(sharedMemory, prefix + process.pid)
  try {
    mkdirSync(path)
  } catch {
    return undefined
  }
  // Databases run as another user when root runs the tests; what is in here has modes of its own.
  chmodSync(path, 0o711)
  return { path, remove: () => removeQuietly(path) }
}

/** Its process is gone. A young folder may belong to another container, whose processes are not visible here. */
const isAbandoned = (name: string) =>
  !existsSync(`/proc/${name.slice(prefix.length)}`) &&
  Date.now() - statSync(join(sharedMemory, name)).mtimeMs > 3_600_000

/** What belongs to another user stays; no run fails because of it. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 })
  } catch {}
}
