import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/installation/secrets.ts'

/**
 * Something said that only this installation reads, good until a moment: AES-256-GCM under a key of the purpose.
 * @param bound what it is bound to; opened for anything else, it does not open
 */
export function sealSaying(secrets: Secrets, purpose: string, bound: string, saying: object, seconds: number): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secrets.derive(purpose), nonce)
  cipher.setAAD(Buffer.from(bound))
  const said = JSON.stringify({ saying, until: Date.now() + seconds * 1000 })
  return Buffer.concat([nonce, cipher.update(said, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Undefined for what was changed, is foreign, or has run out. */
export function openSaying<T>(secrets: Secrets, purpose: string, bound: string, sealed: string): T | undefined {
  try {
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', secrets.derive(purpose), bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(bound))
    decipher.setAuthTag(bytes.subarray(-16))
    const said = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    const { saying, until } = JSON.parse(said) as { saying: T; until: number }
    return until > Date.now() ? saying : undefined
  } catch {
    return undefined
  }
}
