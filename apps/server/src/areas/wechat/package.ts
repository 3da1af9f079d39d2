import { createDecipheriv } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { MessagingError } from './answers.ts'
import type { Segment } from './marketcode.ts'

/** One platform code: an exact, case-sensitive text. */
export interface MessagingCode {
  position: number
  /** Nine characters. */
  code: string
  /** Twenty-eight characters, as printed in the QR code. */
  address: string
  /** Zeros and ones for very small dot codes. */
  lattice: string
}

/** The key of an account that was granted codes: 16 ASCII characters. */
export const isCodeKey = (text: string): boolean => /^[\x21-\x7e]{16}$/.test(text)

const wrong = (detail: string) => new MessagingError('wechat.segmentWrong', { detail })

/**
 * Decrypts a package: AES-128-CBC with PKCS #7 padding; the key is also the initialization vector.
 * @throws MessagingError wechat.decrypt
 */
export function decryptPackage(base64: string, codeKey: string): string {
  const key = Buffer.from(codeKey, 'ascii')
  try {
    const decipher = createDecipheriv('aes-128-cbc', key, key)
    const plain = Buffer.concat([decipher.update(base64, 'base64'), decipher.final()])
    return new TextDecoder('utf-8', { fatal: true }).decode(plain)
  } catch {
    throw new MessagingError('wechat.decrypt')
  }
}

/**
 * Parses the codes of a package: one per line, columns separated by tabs.
 * @throws MessagingError wechat.decrypt when it is no such text, wechat.segmentWrong when it is not the complete segment
 */
export async function readPackage(base64: string, codeKey: string, { first, last }: Segment): Promise<MessagingCode[]> {
  const text = decryptPackage(base64, codeKey)
  // A wrong key passes the padding check once in 256 times.
  if (!text.includes('\t')) throw new MessagingError('wechat.decrypt')
  const codes: MessagingCode[] = []
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue
    const [lattice = '', code = '', index = '', address = ''] = line.trim().split('\t')
    const position = first + codes.length
    // Lets the event loop run.
    if (codes.length % 5000 === 0) await setImmediate()
    if (!/^\d+$/.test(index) || Number(index) !== position) throw wrong(`line ${codes.length + 1} is not ${position}`)
    if (!/^[\x21-\x7e]{1,16}$/.test(code) || !/^[\x21-\x7e]{10,128}$/.test(address))
      throw wrong(`line ${codes.length + 1} is no code`)
    codes.push({ position, code, address, lattice })
  }
  if (codes.length !== last - first + 1) throw wrong(`${codes.length} codes in place of ${last - first + 1}`)
  return codes
}
