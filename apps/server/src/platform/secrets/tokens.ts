import { randomBytes } from 'node:crypto'

/**
 * An opaque token that names its tenant, so that it is looked up among one enterprise's rows only: the enterprise's
 * number, a dot, random bytes. The number gives no right; what is stored is the hash of the whole token.
 */
export const createToken = (tenantId: number, bytes: number): string =>
  `${tenantId.toString(36)}.${randomBytes(bytes).toString('base64url')}`

/** The tenant that a token claims; undefined for what cannot be a token. */
export function tenantOfToken(token: string): number | undefined {
  const match = /^([0-9a-z]{1,10})\.[A-Za-z0-9_-]{20,}$/.exec(token)
  const tenant = match ? Number.parseInt(match[1]!, 36) : 0
  return Number.isSafeInteger(tenant) && tenant > 0 ? tenant : undefined
}
