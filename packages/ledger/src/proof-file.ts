import { FormatError, fromBase64, toBase64 } from './bytes.ts'
import { HASH_SIZE } from './merkle/hash.ts'
import { isSize } from './merkle/verify.ts'

/** Content of a `.tlog-proof` file (C2SP tlog-proof): everything that an offline check of one entry needs, except the entry. */
export interface ProofFile {
  /** Index of the leaf. */
  index: number
  /** Inclusion path, from the leaf up. */
  path: Uint8Array[]
  /** Signed checkpoint, unchanged. */
  checkpoint: string
  /** Opaque data that is not authenticated: do not trust it by itself. */
  extra?: Uint8Array
}

const FIRST_LINE = 'c2sp.org/tlog-proof@v1'

/** Longest inclusion path of a tree of fewer than 2^53 leaves. */
const MAX_PATH = 53

/** Text of a proof file. Throws FormatError for an invalid index, a hash that does not have 32 bytes or an empty extra. */
export function encodeProofFile({ index, path, checkpoint, extra }: ProofFile): string {
  if (!isSize(index) || path.length > MAX_PATH || path.some(hash => hash.length !== HASH_SIZE))
    throw new FormatError('bad index or path')
  if (extra?.length === 0) throw new FormatError('extra data must be omitted when empty')
  const head = [FIRST_LINE, ...(extra ? [`extra ${toBase64(extra)}`] : []), `index ${index}`, ...path.map(toBase64)]
  return `${head.join('\n')}\n\n${checkpoint}`
}

/** Parses a proof file, except its checkpoint. Throws FormatError when it is malformed. */
export function parseProofFile(text: string): ProofFile {
  const split = text.indexOf('\n\n')
  const [first, ...lines] = text.slice(0, Math.max(split, 0)).split('\n')
  if (first !== FIRST_LINE) throw new FormatError('not a tlog-proof file')
  const extra = lines[0]?.startsWith('extra ') ? fromBase64(lines.shift()!.slice(6)) : undefined
  const index = /^index (0|[1-9][0-9]*)$/.exec(lines.shift() ?? '')?.[1]
  const path = lines.map(fromBase64)
  if (index === undefined || !isSize(Number(index))) throw new FormatError('bad index')
  if (path.length > MAX_PATH || path.some(hash => hash.length !== HASH_SIZE) || extra?.length === 0)
    throw new FormatError('bad path or extra')
  return { index: Number(index), path, checkpoint: text.slice(split + 2), ...(extra && { extra }) }
}
