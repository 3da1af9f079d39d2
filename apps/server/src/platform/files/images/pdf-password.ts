/** Whether a PDF opens without a password (ISO 32000-2, 7.6): with the empty user password. */
import { createCipheriv, createHash } from 'node:crypto'
import { FileRefused } from './file-refused.ts'

/** What of an encryption dictionary decides (7.6.4, tables 20 and 21). */
interface Encryption {
  revision: number
  /** Of the key, in bytes. */
  length: number
  owner: Buffer
  user: Buffer
  permissions: number
  encryptsMetadata: boolean
  /** First part of the file's identifier. */
  id: Buffer
}

const locked = (why: string) => new FileRefused('locked', why)

/** @throws FileRefused locked, when the document asks for a password or nobody can tell */
export function checkPdfPassword(text: string): void {
  if (!opensWith(text, Buffer.alloc(0))) throw locked('The PDF asks for a password')
}

/** Whether a document is not encrypted, or opens with this password. @throws FileRefused locked, when nobody can tell */
export function opensWith(text: string, password: Buffer): boolean {
  const dictionary = encryptionDictionary(text)
  if (dictionary === undefined) return true
  if (nameOf(dictionary, 'Filter') !== 'Standard') throw locked('The PDF is encrypted for certain readers')
  const encryption = parseEncryption(dictionary, text)
  return encryption !== undefined && isUserPassword(encryption, password)
}

/** The dictionary, as text; undefined when the document is not encrypted. */
function encryptionDictionary(text: string): string | undefined {
  const named = [...text.matchAll(/\/Encrypt\s*(?:(\d{1,10})\s+(\d{1,5})\s+R\b|(?=<<))/g)].at(-1)
  if (!named) return undefined
  const [all, number, generation] = named
  if (number === undefined) return dictionaryAt(text, named.index + all.length)
  const object = new RegExp(`(?:^|[^0-9])${Number(number)}\\s+${Number(generation)}\\s+obj\\b`, 'g')
  const definition = [...text.matchAll(object)].at(-1)
  if (!definition) throw locked('The encryption of the PDF is nowhere')
  return dictionaryAt(text, text.indexOf('<<', definition.index))
}

/** A dictionary with those inside it: at most so many characters. */
const longestDictionary = 4096

function dictionaryAt(text: string, from: number): string {
  let depth = 0
  for (let at = from; at >= 0 && at < Math.min(text.length, from + longestDictionary); at++) {
    if (text.startsWith('<<', at)) {
      depth++
      at++
    } else if (text.startsWith('>>', at)) {
      depth--
      at++
      if (depth === 0) return text.slice(from, at + 1)
    } else if (text[at] === '(') at = endOfString(text, at)
  }
  throw locked('The encryption of the PDF is not well formed')
}

/** Place of the bracket that closes a literal string (7.3.4.2). */
function endOfString(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

const nameOf = (dictionary: string, key: string) => new RegExp(`/${key}\\s*/([A-Za-z0-9.]+)`).exec(dictionary)?.[1]

const numberOf = (dictionary: string, key: string) => {
  const number = new RegExp(`/${key}\\s+(-?\\d{1,12})`).exec(dictionary)?.[1]
  return number === undefined ? undefined : Number(number)
}

/** A string of a dictionary, hexadecimal or literal. */
function stringOf(dictionary: string, key: string): Buffer | undefined {
  const start = new RegExp(`/${key}\\s*(?=[<(])`).exec(dictionary)
  return start ? stringAt(dictionary, start.index + start[0].length) : undefined
}

function stringAt(text: string, from: number): Buffer | undefined {
  if (text[from] === '<') return Buffer.from(text.slice(from + 1, text.indexOf('>', from)).replace(/\s/g, ''), 'hex')
  if (text[from] !== '(') return undefined
  const inside = text.slice(from + 1, endOfString(text, from))
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  const plain = inside.replace(/\\(?:([0-7]{1,3})|(\r\n|[\s\S]))/g, (_, octal?: string, sign?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255)
    if (sign === '\r\n' || sign === '\n' || sign === '\r') return ''
    return escapes[sign!] ?? sign!
  })
  return Buffer.from(plain, 'latin1')
}

function parseEncryption(dictionary: string, text: string): Encryption | undefined {
  const revision = numberOf(dictionary, 'R')
  const owner = stringOf(dictionary, 'O')
  const user = stringOf(dictionary, 'U')
  const permissions = numberOf(dictionary, 'P')
  if (revision === undefined || !owner || !user || permissions === undefined) return undefined
  const bits =
    revision === 2
      ? 40
      : (numberOf(dictionary.replace(/\/CF\s*<<[\s\S]*?>>\s*>>/, ''), 'Length') ?? (revision >= 4 ? 128 : 40))
  const id = /\/ID\s*\[\s*(?=[<(])/g
  const identifier = [...text.matchAll(id)].at(-1)
  return {
    revision,
    length: Math.min(16, Math.max(5, bits / 8)),
    owner: owner.subarray(0, revision >= 5 ? 48 : 32),
    user: user.subarray(0, revision >= 5 ? 48 : 32),
    permissions,
    encryptsMetadata: !/\/EncryptMetadata\s+false/.test(dictionary),
    id: (identifier && stringAt(text, identifier.index + identifier[0].length)) ?? Buffer.alloc(0),
  }
}

/** What fills up a password that is too short (7.6.4.3.2). */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()

/** Algorithms 4, 5 and 11 (7.6.4.4): does the password make the stored entry? */
function isUserPassword(encryption: Encryption, password: Buffer): boolean {
  const { revision, user, id } = encryption
  if (revision >= 5) {
    if (user.length < 48) return false
    const salt = user.subarray(32, 40)
    const hash =
      revision === 5 ? createHash('sha256').update(password).update(salt).digest() : hardenedHash(password, salt)
    return hash.equals(user.subarray(0, 32))
  }
  const key = oldKey(encryption, password)
  if (revision === 2) return rc4(key, padding).equals(user)
  let entry: Buffer = md5(padding, id)
  for (let round = 0; round < 20; round++)
    entry = rc4(
      key.map(byte => byte ^ round),
      entry,
    )
  return entry.equals(user.subarray(0, 16))
}

/** Algorithm 2 (7.6.4.3.2). */
function oldKey({ revision, length, owner, permissions, id, encryptsMetadata }: Encryption, password: Buffer): Buffer {
  const flags = Buffer.alloc(4)
  flags.writeInt32LE(permissions | 0)
  const unlocked = revision >= 4 && !encryptsMetadata ? Buffer.alloc(4, 0xff) : Buffer.alloc(0)
  let key = md5(Buffer.concat([password, padding]).subarray(0, 32), owner, flags, id, unlocked)
  if (revision >= 3) for (let round = 0; round < 50; round++) key = md5(key.subarray(0, length))
  return key.subarray(0, revision === 2 ? 5 : length)
}

/** RC4, which current libraries leave out. It protects nothing here: the password is known to be empty. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, n) => n)
  const swap = (a: number, b: number) => {
    const first = state[a]!
    state[a] = state[b]!
    state[b] = first
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(i, j)
  }
  let i = 0
  let j = 0
  return Buffer.from(
    data.map(byte => {
      i = (i + 1) & 255
      j = (j + state[i]!) & 255
      swap(i, j)
      return byte ^ state[(state[i]! + state[j]!) & 255]!
    }),
  )
}

/** Algorithm 2.B (7.6.4.3.4): revision 6. */
function hardenedHash(password: Buffer, salt: Buffer): Buffer {
  let hash = createHash('sha256').update(password).update(salt).digest()
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const repeated = Buffer.concat(Array.from({ length: 64 }, () => [password, hash]).flat())
    const cipher = createCipheriv('aes-128-cbc', hash.subarray(0, 16), hash.subarray(16, 32)).setAutoPadding(false)
    const mixed = cipher.update(repeated)
    // The first 16 bytes as a number modulo 3: 256 is 1 modulo 3, so the sum of the bytes is enough.
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    hash = createHash(['sha256', 'sha384', 'sha512'][rest]!).update(mixed).digest()
    last = mixed.at(-1)!
  }
  return hash.subarray(0, 32)
}
