import { createCipheriv, hash } from 'node:crypto'

/**
 * Codes as the platform makes them: nine and twenty-eight characters of the QR alphanumeric set, symbols and leading zeros
 * among them, and 68 bits. Made from application and position, so that 20,000,000 cost nothing.
 */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ$%*+-./:'

const lettersOf = (bytes: Uint8Array) => [...bytes].map(byte => alphabet[byte % alphabet.length]).join('')

/** Awkward on purpose: code that trims, calculates or decodes breaks them. */
const awkward = ['000$+.%/:', '-1+1*2%41']

export function codeAt(application: number, position: number) {
  const bytes = hash('sha512', `${application}/${position}`, 'buffer')
  return {
    lattice: BigInt(`0x1${bytes.subarray(0, 9).toString('hex')}`)
      .toString(2)
      .slice(1, 69),
    code: awkward[position] ?? lettersOf(bytes.subarray(9, 18)),
    address: `P.URL.CN/0${lettersOf(bytes.subarray(18, 36))}`,
  }
}

/** The package of a segment, base64: lines of tab-parted columns, AES-128 in CBC with the key as initialization vector. */
export function packageOf(application: number, first: number, last: number, key: string): string {
  let text = ''
  for (let position = first; position <= last; position++) {
    const { lattice, code, address } = codeAt(application, position)
    text += `${lattice}\t${code}\t${position}\t${address}\n`
  }
  const bytes = Buffer.from(key, 'ascii')
  const cipher = createCipheriv('aes-128-cbc', bytes, bytes)
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}
