import { FormatError, fromBase64, toBase64, utf8 } from '../bytes.ts'
import { canonicalize } from '../canonical.ts'
import { HASH_SIZE, leafHash } from '../merkle/hash.ts'
import { encodeMoment, parseMoment } from '../prefix/head-time.ts'
import { type Sha256, sha256 } from '../sha2/sha256.ts'

const TYPE = 'timbermark/index@1'

/**
 * The last entry below a head: the root of the index over all entries before it, and when the head was signed. Because it is
 * in the tree, two indexes for one tree would be two trees.
 */
export interface IndexStatement {
  /** Root of the index, 32 bytes. */
  root: Uint8Array
  at: Date
}

/** Text of an index statement: canonical JSON, whose UTF-8 bytes are the leaf. @throws FormatError for a root of another length */
export function encodeIndexStatement({ root, at }: IndexStatement): string {
  if (root.length !== HASH_SIZE) throw new FormatError(`the root of the index has ${HASH_SIZE} bytes`)
  return canonicalize({ type: TYPE, root: toBase64(root), at: encodeMoment(at) })
}

/** The only form of an index statement: members ordered by name, no white space. */
const PATTERN = /^\{"at":"([^"]{1,40})","root":"([A-Za-z0-9+/]{43}=)","type":"timbermark\/index@1"\}$/

/** True for a text that claims to be an index statement. */
export const isIndexStatement = (text: string): boolean => text.includes(`"type":"${TYPE}"`)

/** Parses an index statement. @throws FormatError when it is not exactly what `encodeIndexStatement` writes */
export function parseIndexStatement(text: string): IndexStatement {
  const match = PATTERN.exec(text)
  const at = match && parseMoment(match[1])
  if (!match || !at) throw new FormatError('not the statement of an index')
  return { root: fromBase64(match[2]!), at }
}

/** Leaf hash of a statement's text. */
export function statementHash(text: string, hash: Sha256 = sha256): Uint8Array {
  return leafHash(utf8(text), hash)
}
