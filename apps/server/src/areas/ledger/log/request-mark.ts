import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'

/**
 * Extension line of a checkpoint (C2SP tlog-checkpoint): the highest code request number so far, encrypted. Everyone who stores a
 * checkpoint also stores this mark, so that a restored backup cannot lower it; how many requests there are, only this installation
 * can read.
 */
const prefix = 'timbermark/mark '
/** Checkpoints from before the mark was encrypted have the number in plain text. */
const plainPrefix = 'timbermark/requests '
const [nonceLength, numberLength, tagLength] = [12, 4, 16]

export class RequestMarks {
  readonly #encryptionKey: Buffer
  readonly #nonceKey: Buffer

  /** @param derive 32 bytes for one purpose, from the master key */
  constructor(derive: (label: string) => Buffer) {
    this.#encryptionKey = derive('ledger-mark')
    this.#nonceKey = derive('ledger-mark-nonce')
  }

  /**
   * The line for a head. The same number under the same head gives the same line; any other pair looks random.
   * @param root hexadecimal
   */
  encode({ size, root }: { size: number; root: string }, highest: number): string {
    const nonce = createHmac('sha256', this.#nonceKey)
      .update(`${size} ${root} ${highest}`)
      .digest()
      .subarray(0, nonceLength)
    const number = Buffer.alloc(numberLength)
    number.writeUInt32BE(highest)
    const cipher = createCipheriv('aes-256-gcm', this.#encryptionKey, nonce, { authTagLength: tagLength })
    const encrypted = Buffer.concat([nonce, cipher.update(number), cipher.final(), cipher.getAuthTag()])
    return prefix + encrypted.toString('base64')
  }

  /** The mark in a checkpoint's extension lines; 0 without one that this installation made. */
  parse(extensions: readonly string[]): number {
    return Math.max(
      0,
      ...valuesAfter(prefix, extensions).map(text => this.#decrypt(Buffer.from(text, 'base64'))),
      ...valuesAfter(plainPrefix, extensions)
        .filter(text => /^(0|[1-9]\d{0,7})$/.test(text))
        .map(Number),
    )
  }

  #decrypt(encrypted: Buffer): number {
    if (encrypted.length !== nonceLength + numberLength + tagLength) return 0
    const nonce = encrypted.subarray(0, nonceLength)
    const decipher = createDecipheriv('aes-256-gcm', this.#encryptionKey, nonce, { authTagLength: tagLength })
    decipher.setAuthTag(encrypted.subarray(-tagLength))
    try {
      return Buffer.concat([
        decipher.update(encrypted.subarray(nonceLength, nonceLength + numberLength)),
        decipher.final(),
      ]).readUInt32BE()
    } catch {
      // Encrypted by another master key.
      return 0
    }
  }
}

const valuesAfter = (start: string, lines: readonly string[]) =>
  lines.filter(line => line.startsWith(start)).map(line => line.slice(start.length))
