import { FormatError, fromBase64, fromHex, toHex } from '../bytes.ts'
import { type Json, parseCanonical } from '../canonical.ts'
import { HASH_SIZE } from '../merkle/hash.ts'
import { isSize } from '../merkle/verify.ts'

/** A head as a break entry names it. */
export interface NamedHead {
  origin: string
  size: number
  /** Root, hexadecimal. */
  root: string
}

/** Content of a break entry or key-begun entry: the log's first entry under its new name. */
export interface StatedBreak {
  /** New name of the log. */
  origin: string
  /** Time of the declaration, unparsed. */
  at: string
  reason: string
  /** The head from which the log continues. */
  former: NamedHead
  /** The largest signed head that is known to be lost; null after a change of key, which loses nothing. */
  lost: NamedHead | null
}

/** Content of the last entry under a name whose key is changed. */
export interface NamedKey {
  /** The name that ends. */
  origin: string
  at: string
  reason: string
  /** New name and key of the log. */
  next: { origin: string; verifierKey: string }
}

/** A name that the log has or had, with its key. */
export interface LogName {
  origin: string
  verifierKey: string
  /** The head from which the log continued under this name; null for the first name. */
  former: NamedHead | null
  /** True when the name began because entries were lost, false after a change of key. */
  lost: boolean
}

const BREAK = 'timbermark/break@1'
const KEY = 'timbermark/key@1'
const KEY_BEGUN = 'timbermark/key-begun@1'

/** True for an entry about the log itself: a break, the announcement of a new key, or its beginning. */
export const isLogStatement = (text: string) => [BREAK, KEY, KEY_BEGUN].some(type => text.includes(`"type":"${type}"`))

/** True for the last entry under a name whose key is changed. */
export const isKeyAnnouncement = (text: string) => text.includes(`"type":"${KEY}"`)

/** Parses an entry of type `timbermark/break@1` or `timbermark/key-begun@1`. @throws FormatError for any other text */
export function parseBreak(text: string): StatedBreak {
  const { type, former, lost, ...others } = requireObject(parseCanonical(text))
  if (type !== BREAK && type !== KEY_BEGUN) throw new FormatError('not a break')
  if ((type === BREAK) !== (lost !== undefined))
    throw new FormatError('a break must have the member lost, a key-begun entry must not')
  return {
    ...parseCommonMembers(others),
    former: parseNamedHead(former),
    lost: lost === undefined ? null : parseNamedHead(lost),
  }
}

/** Parses an entry of type `timbermark/key@1`. @throws FormatError for any other text */
export function parseNamedKey(text: string): NamedKey {
  const { type, next, ...others } = requireObject(parseCanonical(text))
  const { origin, verifierKey } = requireObject(next)
  if (type !== KEY || typeof origin !== 'string' || typeof verifierKey !== 'string')
    throw new FormatError('not the announcement of a key')
  return { ...parseCommonMembers(others), next: { origin, verifierKey } }
}

function parseCommonMembers({ origin, at, reason, ...others }: { [name: string]: Json }) {
  if (typeof origin !== 'string' || typeof at !== 'string' || typeof reason !== 'string')
    throw new FormatError('an entry about the log needs origin, at and reason')
  if (Object.keys(others).length > 0) throw new FormatError('an entry about the log has unknown members')
  return { origin, at, reason }
}

function requireObject(value: Json | undefined): { [name: string]: Json } {
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value))
    throw new FormatError('not an object')
  return value
}

function parseNamedHead(value: Json | undefined): NamedHead {
  const { origin, size, root } = requireObject(value)
  if (typeof origin !== 'string' || !isSize(size) || typeof root !== 'string' || fromHex(root).length !== HASH_SIZE)
    throw new FormatError('a head needs origin, size and root')
  return { origin, size, root }
}

/** Parses the list of a log's names (`/breaks`): blocks of lines, separated by empty lines. @throws FormatError when malformed */
export function parseNames(text: string): LogName[] {
  return text
    .trimEnd()
    .split('\n\n')
    .map(block => {
      const lines = new Map(
        block.split('\n').map(line => {
          const [word] = line.split(' ', 1) as [string]
          return [word, line.slice(word.length + 1)] as const
        }),
      )
      const [origin, verifierKey, from] = [lines.get('log'), lines.get('key'), lines.get('from')]
      if (!origin || !verifierKey) throw new FormatError('not a list of the names of a log')
      return { origin, verifierKey, former: from === undefined ? null : parseHeadLine(from), lost: lines.has('lost') }
    })
}

function parseHeadLine(line: string): NamedHead {
  const [origin = '', size = '', root = ''] = line.split(' ')
  if (!isSize(Number(size)) || size === '') throw new FormatError('a head needs a size')
  return { origin, size: Number(size), root: toHex(fromBase64(root)) }
}
