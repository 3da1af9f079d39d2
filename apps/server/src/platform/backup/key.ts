import { readFileSync } from 'node:fs'
import { Secrets } from '../installation/secrets.ts'
import { BackupError } from './errors.ts'
import { errorCode } from '../error-facts.ts'

/**
 * Reads a master key without ever creating one.
 * @returns undefined when the file does not exist
 * @throws BackupError when it holds something else
 */
export function readKey(file: string): Secrets | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const master = Buffer.from(text.trim(), 'base64')
  if (master.length !== 32) throw new BackupError(`${file} must hold a master key: 32 bytes in base64`)
  return Secrets.of(master)
}

/** Identifies a key without revealing it: a MAC over a fixed text, in hexadecimal. */
export function fingerprint(key: Secrets): string {
  return key.mac('backup-key', 'which key').subarray(0, 16).toString('hex')
}
