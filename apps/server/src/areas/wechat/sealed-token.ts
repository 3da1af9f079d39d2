import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Secrets } from '../../platform/installation/secrets.ts'

/**
 * A token with content that only this installation can read, with an expiry: AES-256-GCM under a key per purpose.
 * @param bound what it is bound to; it cannot be opened for anything else
 */
export function sealToken(secrets: Secrets, purpose: string, bound: string, content: object, seconds: number): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', secrets.derive(purpose), nonce)
  cipher.setAAD(Buffer.from(bound))
  const json = JSON.stringify({ saying: content, until: Date.now() + seconds * 1000 })
  return Buffer.concat([nonce, cipher.update(json, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Undefined for a changed, foreign or expired token. */
export function openToken<T>(secrets: Secrets, purpose: string, bound: string, sealed: string): T | undefined {
  try {
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', secrets.derive(purpose), bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(bound))
    decipher.setAuthTag(bytes.subarray(-16))
    const json = Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    const { saying, until } = JSON.parse(json) as { saying: T; until: number }
    return until > Date.now() ? saying : undefined
  } catch {
    return undefined
  }
}
