import { sha256, toHex } from '@timbermark/ledger'
import type { OpenedContent } from './evidence.ts'
import type { RecordFacts } from './kinds.ts'
import type { CodePlace, NamedCodes } from './proven.ts'

const encoder = new TextEncoder()

/**
 * Whether a record names the code at the begin of `path`, or a package around it. The ranges in the answer count only when their
 * digest is the sealed one.
 * @returns undefined when the answer gives other ranges than the sealed ones
 */
export function proveNamedCodes(
  { codes }: Pick<RecordFacts, 'codes'>,
  { opening: { ranges } }: OpenedContent,
  path: readonly CodePlace[],
): NamedCodes | undefined {
  if (!codes) return ranges ? undefined : { of: 'unknown', count: null }
  const { count } = codes
  if (!ranges) return { of: 'unknown', count }
  if (toHex(sha256(encoder.encode(ranges.join('\n')))) !== codes.sha256) return undefined
  const [item, ...packages] = path
  const includes = ({ request, serial }: CodePlace) => ranges.some(range => rangeIncludes(range, request, serial))
  if (item && includes(item)) return { of: 'item', count }
  const around = packages.find(includes)
  return around ? { of: 'package', count, package: around } : { of: 'batch', count }
}

function rangeIncludes(range: string, request: number, serial: number): boolean {
  const [, of, from, to] = /^(\d{1,10}):(\d{1,10})-(\d{1,10})$/.exec(range) ?? []
  return Number(of) === request && Number(from) <= serial && serial < Number(to)
}
