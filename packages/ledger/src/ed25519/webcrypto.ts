/** The part of SubtleCrypto that is used. Declared here so that this file needs neither browser types nor Node types. */
interface Subtle {
  importKey(
    format: 'raw',
    key: Uint8Array,
    algorithm: string,
    extractable: boolean,
    usages: 'verify'[],
  ): Promise<unknown>
  verify(algorithm: string, key: unknown, signature: Uint8Array, message: Uint8Array): Promise<boolean>
}

/**
 * Verifies an Ed25519 signature with WebCrypto. Returns `unsupported` when the page has no SubtleCrypto (plain http), the
 * browser has no Ed25519, or it refuses to import the key.
 */
export async function verifyWithWebCrypto(
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean | 'unsupported'> {
  const subtle = (globalThis as { crypto?: { subtle?: unknown } }).crypto?.subtle as Subtle | undefined
  if (!subtle) return 'unsupported'
  try {
    const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
    return await subtle.verify('Ed25519', key, signature, message)
  } catch {
    return 'unsupported'
  }
}
