import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode } from '../error-facts.ts'

/*
 * Writes a file so that it holds either the old or the new content, whenever the process or the machine dies: the
 * content is written to a draft next to it, flushed, then renamed, and the folder is flushed too. A draft that a killed
 * process leaves ends in `.new`.
 */

const draftOf = (path: string) => `${path}.${process.pid}-${randomBytes(4).toString('hex')}.new`

/** Is it the name of a draft, and not of another program's file with that ending? */
export const isDraft = (path: string): boolean => /\.\d+-[0-9a-f]{8}\.new$/.test(path)

/** Mode of files that hold a secret, or nothing that others need. */
const ownerOnly = 0o600

/**
 * Replaces or creates a file atomically.
 * @param likeFolder the folder's owner gets the file, also when root writes it: a server with fewer rights must read
 * what a command left
 * @throws the file system's error; the file is then unchanged
 */
export async function writeFileSafely(
  path: string,
  content: string | Uint8Array,
  mode = ownerOnly,
  { likeFolder = false }: { likeFolder?: boolean } = {},
): Promise<void> {
  const draft = draftOf(path)
  try {
    const file = await open(draft, 'wx', mode)
    try {
      if (likeFolder && process.getuid?.() === 0) {
        const { uid, gid } = await stat(dirname(path))
        await file.chown(uid, gid)
      }
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  flushFolder(dirname(path))
}

/**
 * Creates a file atomically unless it exists; of several processes that try at once, one does.
 * @returns whether this call created it
 */
export function makeFileOnce(path: string, content: string, mode = ownerOnly): boolean {
  const draft = draftOf(path)
  try {
    const file = openSync(draft, 'wx', mode)
    try {
      writeSync(file, content)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    // A link, unlike a rename, never replaces an existing file.
    linkSync(draft, path)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
  flushFolder(dirname(path))
  return true
}

/** Makes new names in a folder survive a loss of power, where the system supports that. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Moves a finished folder to its place durably. */
export function moveSafely(from: string, to: string): void {
  renameSync(from, to)
  flushFolder(dirname(to))
}
