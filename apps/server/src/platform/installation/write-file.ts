import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/*
 * A file that is either as it was or as it shall be, whenever the process or the machine dies: written beside its place,
 * flushed, then moved there, and the folder flushed too. A draft that a killed process leaves ends in `.new`.
 */

const draftOf = (path: string) => `${path}.${process.pid}-${randomBytes(4).toString('hex')}.new`

/** Is it the name of a draft, and not of a file of somebody else's that ends so too? */
export const isDraft = (path: string): boolean => /\.\d+-[0-9a-f]{8}\.new$/.test(path)

/** Rights of files that hold something secret, or nothing that others need. */
const ownerOnly = 0o600

/**
 * Replaces or makes a file as a whole.
 * @param likeFolder whoever has the folder gets the file, also when root writes it: a server of fewer rights has to read what a
 *   command left
 * @throws what the file system says; the file is then as it was.
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
 * Makes a file as a whole unless there is one already; of several processes that try at once, one does.
 * @returns whether this call made it
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
    // A link, unlike a move, never takes the place of a file that is there.
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
  flushFolder(dirname(path))
  return true
}

/** Makes new names in a folder outlive a loss of power, where the system has a way to say so. */
export function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Moves a finished folder to its place, for good. */
export function moveSafely(from: string, to: string): void {
  renameSync(from, to)
  flushFolder(dirname(to))
}
