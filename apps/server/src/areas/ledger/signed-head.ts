import { readFileSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The furthest head that this installation is known to have signed, kept outside the database. */
export interface SignedHead {
  size: number
  /** Root of the tree in hexadecimal. */
  root: string
}

/**
 * Remembers what was signed where no restored database backup can take it back. It is noted after the commit, so that it
 * is never ahead of what was really published; with several servers each one notes what it signed itself.
 */
export class SignedHeadFile {
  readonly path: string
  #known: SignedHead | undefined

  constructor(path: string) {
    this.path = path
    this.#known = read(path)
  }

  get known(): SignedHead | undefined {
    return this.#known
  }

  async note(head: SignedHead): Promise<void> {
    this.#known = head
    const draft = `${this.path}.${process.pid}.new`
    await mkdir(dirname(this.path), { recursive: true })
    await writeFile(draft, `${JSON.stringify(head)}\n`, { mode: 0o600 })
    await rename(draft, this.path)
  }
}

function read(path: string): SignedHead | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return undefined
    throw error
  }
  const { size, root } = JSON.parse(text) as SignedHead
  if (!Number.isSafeInteger(size) || !/^[0-9a-f]{64}$/.test(root)) throw new Error(`${path} is damaged`)
  return { size, root }
}
