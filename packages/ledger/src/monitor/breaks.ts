import { FormatError, fromBase64, fromHex, toHex } from '../bytes.ts'
import { type Json, parseCanonical } from '../canonical.ts'
import { HASH_SIZE } from '../merkle/hash.ts'
import { isSize } from '../merkle/verify.ts'

/** A head as a break names it. */
export interface NamedHead {
  origin: string
  size: number
  /** Root, hexadecimal. */
  root: string
}

/** What a break says: the log's first entry under its new name. */
export interface StatedBreak {
  /** Name that the log goes on under. */
  origin: string
  /** When it was declared, as written there. */
  at: string
  reason: string
  /** The head that it goes on from. */
  former: NamedHead
  /** The furthest head that is known to have been signed and is lost. */
  lost: NamedHead
}

/** A name that the log has had, with its key, and the break that it came with; the first has none. */
export interface LogName {
  origin: string
  verifierKey: string
  /** Size and root that the log went on from under this name. */
  former: NamedHead | null
}

const TYPE = 'timbermark/break@1'

/** Reads an entry of type `timbermark/break@1`. @throws FormatError for any other text */
export function parseBreak(text: string): StatedBreak {
  const { type, origin, at, reason, former, lost, ...others } = membersOf(parseCanonical(text))
  if (type !== TYPE || Object.keys(others).length > 0) throw new FormatError('not a break')
  if (typeof origin !== 'string' || typeof at !== 'string' || typeof reason !== 'string')
    throw new FormatError('a break has a name, a time and a reason')
  return { origin, at, reason, former: headOf(former), lost: headOf(lost) }
}

function membersOf(value: Json | undefined): { [name: string]: Json } {
  if (value === undefined || value === null || typeof value !== 'object' || Array.isArray(value))
    throw new FormatError('not an object')
  return value
}

function headOf(value: Json | undefined): NamedHead {
  const { origin, size, root } = membersOf(value)
  if (typeof origin !== 'string' || !isSize(size) || typeof root !== 'string' || fromHex(root).length !== HASH_SIZE)
    throw new FormatError('a break names heads by name, size and root')
  return { origin, size, root }
}

/** Reads the list of a log's names (`/breaks`): blocks of lines, parted by empty ones. @throws FormatError when it is none */
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
      return { origin, verifierKey, former: from === undefined ? null : headLine(from) }
    })
}

function headLine(line: string): NamedHead {
  const [origin = '', size = '', root = ''] = line.split(' ')
  if (!isSize(Number(size)) || size === '') throw new FormatError('a head has a size')
  return { origin, size: Number(size), root: toHex(fromBase64(root)) }
}
