import { fromHex, toBase64 } from '@timbermark/ledger'
import type { LedgerBreak, NamedHead } from './breaks.ts'
import type { KeyChange } from './key-changes.ts'
import type { LedgerLog } from './log.ts'

const head = ({ origin, size, root }: NamedHead) => `${origin} ${size} ${toBase64(fromHex(root))}`

/**
 * All names of the log, for monitors: `log NAME` and `key VERIFIER-KEY` of the first epoch, then, each after an empty line,
 * a block about the start of every later epoch. Heads are `NAME SIZE ROOT`, with the root in base64. Only a break has a
 * line `lost`; a change of key is announced by the last entry of the head in its line `from`.
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
