import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FormatError, parseVerifierKey } from '@timbermark/ledger'
import { type Cosigner, cosignerOf, encodeSigner, generateSigner, parseSigner } from '@timbermark/ledger/node'
import { isDraft, makeFileOnce, writeFileSafely } from '../platform/installation/write-file.ts'
import { errorCode } from '../platform/error-facts.ts'

/** A log would have two keys under one name. */
export class OtherLogKey extends Error {}

/**
 * The files of a witness: `key`, its secret key; `logs.json`, the logs that it signs for; `heads/…`, the newest head of each log that
 * it agreed to sign. Each is complete whenever the witness is stopped. The caller holds the folder's lock.
 */
export class WitnessFolder {
  readonly cosigner: Cosigner
  readonly #path: string
  #logs: Readonly<Record<string, string>>

  private constructor(path: string, cosigner: Cosigner, logs: Readonly<Record<string, string>>) {
    this.#path = path
    this.cosigner = cosigner
    this.#logs = logs
  }

  /**
   * Opens the folder; a new one gets a key with this name.
   * @throws FormatError when there is no name for a new key, or another name than that of the key
   */
  static async open(path: string, name: string | undefined): Promise<WitnessFolder> {
    await mkdir(join(path, 'heads'), { recursive: true })
    for (const file of await readdir(path, { recursive: true }))
      if (isDraft(file)) await rm(join(path, file), { force: true })
    const keyFile = join(path, 'key')
    if (!existsSync(keyFile)) {
      if (name === undefined) throw new FormatError('a new witness needs a --name')
      makeFileOnce(keyFile, `${encodeSigner(generateSigner(name))}\n`)
    }
    const signer = parseSigner((await readFile(keyFile, 'utf8')).trim())
    if (name !== undefined && name !== signer.key.name)
      throw new FormatError(`the key in ${path} has the name ${signer.key.name}`)
    const logs = join(path, 'logs.json')
    const known = existsSync(logs) ? (JSON.parse(await readFile(logs, 'utf8')) as Record<string, string>) : {}
    return new WitnessFolder(path, cosignerOf(signer), known)
  }

  /** Verifier key of the log with this name; undefined for a log that the witness does not sign for. */
  logKey(origin: string): string | undefined {
    return Object.hasOwn(this.#logs, origin) ? this.#logs[origin] : undefined
  }

  /**
   * Signs for the log with this verifier key from now on.
   * @throws OtherLogKey when a log of this name has another key; FormatError when it is no verifier key
   */
  async trust(verifierKey: string): Promise<void> {
    const { name } = parseVerifierKey(verifierKey)
    const known = this.logKey(name)
    if (known === verifierKey) return
    if (known !== undefined) throw new OtherLogKey(`Another key of ${name} is trusted in ${this.#path}: ${known}`)
    const logs = { ...this.#logs, [name]: verifierKey }
    await writeFileSafely(join(this.#path, 'logs.json'), `${JSON.stringify(logs, null, 2)}\n`)
    this.#logs = logs
  }

  /** The newest head of a log that the witness agreed to sign, as the log signed it; undefined without one. */
  async head(origin: string): Promise<string | undefined> {
    try {
      return await readFile(this.#headFile(origin), 'utf8')
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    }
  }

  /** Stores a head durably; only then may it be signed. */
  storeHead(origin: string, note: string): Promise<void> {
    return writeFileSafely(this.#headFile(origin), note)
  }

  #headFile(origin: string): string {
    return join(this.#path, 'heads', createHash('sha256').update(origin).digest('hex'))
  }
}
