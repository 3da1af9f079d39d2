import { fromHex, toBase64 } from '@timbermark/ledger'
import type { LedgerBreak, NamedHead } from './breaks.ts'
import type { KeyChange } from './key-changes.ts'
import type { LedgerLog } from './log.ts'

const head = ({ origin, size, root }: NamedHead) => `${origin} ${size} ${toBase64(fromHex(root))}`

/**
 * All names that the log has had, for monitors: first `log NAME` and `key VERIFIER-KEY` of the first, then, after an empty
 * line each, what every later one began with. Heads are `NAME SIZE ROOT`, the root in base64. Only a break has a line
 * `lost`; a change of key is named by the last entry of the head that it goes `from`.
 */
export function breaksText(log: LedgerLog, breaks: readonly LedgerBreak[], changes: readonly KeyChange[]): string {
  const begun = [...breaks, ...changes].sort((a, b) => a.epoch - b.epoch)
  const blocks = begun.map(one => {
    const { origin, verifierKey } = log.at(one.epoch)
    return [
      `log ${origin}`,
      `key ${verifierKey}`,
      `at ${one.at.toISOString()}`,
      `from ${head(one.former)}`,
      ...('lost' in one ? [`lost ${head(one.lost)}`] : []),
      `reason ${one.reason}`,
    ]
  })
  const first = log.at(1)
  return [[`log ${first.origin}`, `key ${first.verifierKey}`], ...blocks]
    .map(lines => `${lines.join('\n')}\n`)
    .join('\n')
}
