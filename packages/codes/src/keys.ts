import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { maxRequestNumber } from './code.ts'
import { type CodeFormat, newestCodeFormat } from './format.ts'

/** The three AES-128 keys of one code request, 16 bytes each, and the format of its codes. */
export interface RequestKeys {
  format: CodeFormat
  /** k1: makes the tag that seals a serial. */
  tag: Uint8Array
  /** k2: makes the mask that hides a serial in format 1. Codes of format 2 do not depend on it. */
  mask: Uint8Array
  /** k3: makes the anti-counterfeit code. */
  security: Uint8Array
}

/** Bytes in the salt that a request of derivation 2 stores in its row. */
export const keySaltLength = 16

const noSalt = new Uint8Array(0)

/**
 * Derives the keys of a code request from the key of its tenant, by HKDF-SHA-256 (RFC 5869), 16 bytes each.
 *
 * - Derivation 1, without a salt: HKDF salt `timbermark/codes/v1`, info = label (`tag`, `mask` or `security`), 0x00, key
 *   version and request number as 4 bytes big-endian each.
 * - Derivation 2: HKDF salt `timbermark/codes/v2`, the same info followed by the request's 16 random bytes. If a restored
 *   database assigns a request number a second time, the codes still differ.
 *
 * @param tenantKey 32 random bytes.
 * @param keyVersion Version of the tenant's key, 1..2^31-1. Each request stores it, so that new requests can use a new key.
 * @param keySalt The salt stored with the request: 16 bytes, or none for a request of derivation 1.
 * @param format The format stored with the request. The keys are the same for both.
 * @throws RangeError when the key or the salt has another size or a number is out of range.
 */
export function deriveRequestKeys(
  tenantKey: Uint8Array,
  requestNumber: number,
  keyVersion: number,
  keySalt: Uint8Array = noSalt,
  format: CodeFormat = newestCodeFormat,
): RequestKeys {
  if (tenantKey.byteLength !== 32) throw new RangeError('a tenant key has 32 bytes')
  assertRequestNumber(requestNumber)
  if (!Number.isInteger(keyVersion) || keyVersion < 1 || keyVersion > 0x7fffffff) {
    throw new RangeError(`key version must be 1..2^31-1, not ${keyVersion}`)
  }
  if (keySalt.byteLength !== 0 && keySalt.byteLength !== keySaltLength) {
    throw new RangeError(`a request's salt has ${keySaltLength} bytes, or none`)
  }
  const derivation = keySalt.byteLength === 0 ? 1 : 2
  const derive = (label: string) => {
    const info = Buffer.alloc(label.length + 9 + keySalt.byteLength)
    info.write(label, 'latin1')
    info.writeUInt32BE(keyVersion, label.length + 1)
    info.writeUInt32BE(requestNumber, label.length + 5)
    info.set(keySalt, label.length + 9)
    return new Uint8Array(hkdfSync('sha256', tenantKey, `timbermark/codes/v${derivation}`, info, 16))
  }
  return { format, tag: derive('tag'), mask: derive('mask'), security: derive('security') }
}

/** Throws RangeError unless `request` is an integer 1..2^25-1. */
export function assertRequestNumber(request: number): void {
  if (!Number.isInteger(request) || request < 1 || request > maxRequestNumber) {
    throw new RangeError(`request number must be 1..${maxRequestNumber}, not ${request}`)
  }
}

const wrapVersion = 0x01
const nonceLength = 12
const authLength = 16

/**
 * Wraps a key with the master key by AES-256-GCM (NIST SP 800-38D). The result is version byte 0x01, 12-byte random nonce,
 * ciphertext of the key's length, 16-byte authentication tag.
 *
 * @param masterKey 32 bytes.
 * @param context Owner of the key, for example `tenant:7:v1`. It is authenticated, so a wrapped key that is copied to another row does not open.
 * @throws RangeError when the master key has another size.
 */
export function wrapKey(masterKey: Uint8Array, key: Uint8Array, context: string): Uint8Array {
  assertMasterKey(masterKey)
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: authLength })
  cipher.setAAD(wrapContext(context))
  const sealed = Buffer.concat([cipher.update(key), cipher.final()])
  return new Uint8Array(Buffer.concat([Buffer.of(wrapVersion), nonce, sealed, cipher.getAuthTag()]))
}

/**
 * Unwraps a key that `wrapKey` wrapped.
 *
 * @throws Error `cannot unwrap the key` when the master key or the context differs, or a byte was changed.
 * @throws RangeError when the master key has another size.
 */
export function unwrapKey(masterKey: Uint8Array, wrapped: Uint8Array, context: string): Uint8Array {
  assertMasterKey(masterKey)
  const end = wrapped.byteLength - authLength
  if (end <= 1 + nonceLength || wrapped[0] !== wrapVersion) throw new Error('cannot unwrap the key')
  const nonce = wrapped.subarray(1, 1 + nonceLength)
  const decipher = createDecipheriv('aes-256-gcm', masterKey, nonce, { authTagLength: authLength })
  decipher.setAAD(wrapContext(context))
  decipher.setAuthTag(wrapped.subarray(end))
  try {
    return new Uint8Array(Buffer.concat([decipher.update(wrapped.subarray(1 + nonceLength, end)), decipher.final()]))
  } catch (cause) {
    throw new Error('cannot unwrap the key', { cause })
  }
}

function assertMasterKey(masterKey: Uint8Array): void {
  if (masterKey.byteLength !== 32) throw new RangeError('a master key has 32 bytes')
}

function wrapContext(context: string): Buffer {
  return Buffer.from(`timbermark/key-wrap/v1\0${context}`)
}
