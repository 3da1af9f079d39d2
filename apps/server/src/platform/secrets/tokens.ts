import { randomBytes } from 'node:crypto'

/**
 * An opaque token that says whose it is, so that it is looked for among one enterprise's rows only: the enterprise's
 * number, a dot, random bytes. The number gives no right; what is kept is the hash of the whole.
 */
export const tokenOf = (tenantId: number, bytes: number): string =>
  `${tenantId.toString(36)}.${randomBytes(bytes).toString('base64url')}`

/** Whose token it claims to be; undefined for what cannot be one. */
export function tenantOf(token: string): number | undefined {
  const found = /^([0-9a-z]{1,10})\.[A-Za-z0-9_-]{20,}$/.exec(token)
  const tenant = found ? Number.parseInt(found[1]!, 36) : 0
  return Number.isSafeInteger(tenant) && tenant > 0 ? tenant : undefined
}
