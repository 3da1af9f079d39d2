import { sha256, toHex } from '@timbermark/ledger'

/** SHA-256 of a file's bytes, hexadecimal; fast where the browser has WebCrypto. */
export async function digestFile(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(crypto.subtle ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)) : sha256(bytes))
}
