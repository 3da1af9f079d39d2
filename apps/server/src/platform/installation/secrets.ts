import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './data-folder.ts'
import { type Settings, SettingsError } from '../settings.ts'
import { makeFileOnce } from './write-file.ts'
import { errorMessage } from '../error-facts.ts'

/** The master key and the keys derived from it. It is stored in a file outside the database and is never logged. */
export class Secrets {
  readonly #master: Buffer
  readonly #macKeys = new Map<string, KeyObject>()

  private constructor(master: Buffer) {
    this.#master = master
  }

  /**
   * Reads the key file; a demonstration creates it on its first start.
   * @throws SettingsError when there is no key to read
   */
  static load(settings: Settings): Secrets {
    const file = settings.masterKeyFile
    if (settings.mode !== 'production') {
      makeFolder(dirname(file))
      // Nothing was ever sealed with an empty file: a start was interrupted while it created its key.
      if (existsSync(file) && statSync(file).size === 0) rmSync(file)
      if (!existsSync(file)) makeFileOnce(file, `${randomBytes(32).toString('base64')}\n`)
    }
    return Secrets.read(file)
  }

  /**
   * Reads an existing key file.
   * @param setting the setting that names it, for the message
   * @throws SettingsError
   */
  static read(file: string, setting = 'MASTER_KEY_FILE'): Secrets {
    const master = Buffer.from(readKey(file, setting).trim(), 'base64')
    if (master.length !== 32) throw new SettingsError(`${setting}: ${file} must hold 32 bytes in base64`)
    return new Secrets(master)
  }

  static of(master: Uint8Array): Secrets {
    return new Secrets(Buffer.from(master))
  }

  /** 32 bytes for one purpose; different labels give unrelated keys (HKDF-SHA-256, RFC 5869). */
  derive(label: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#master, Buffer.alloc(0), `timbermark/${label}`, 32))
  }

  mac(label: string, message: string): Buffer {
    return createHmac('sha256', this.#macKey(label)).update(message).digest()
  }

  /** Deriving a key takes longer than a hundred MACs. Labels are few: they are constants. */
  #macKey(label: string): KeyObject {
    const known = this.#macKeys.get(label)
    if (known) return known
    const key = createSecretKey(this.derive(label))
    this.#macKeys.set(label, key)
    return key
  }

  checkMac(label: string, message: string, mac: Buffer): boolean {
    const expected = this.mac(label, message)
    return expected.length === mac.length && timingSafeEqual(expected, mac)
  }
}

function readKey(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new SettingsError(`${setting}: ${file} cannot be read: ${errorMessage(error)}`)
  }
}
