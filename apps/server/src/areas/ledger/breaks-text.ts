import { fromHex, toBase64 } from '@timbermark/ledger'
import type { LedgerBreak, NamedHead } from './breaks.ts'
import type { LedgerLog } from './log.ts'

const head = ({ origin, size, root }: NamedHead) => `${origin} ${size} ${toBase64(fromHex(root))}`

/**
 * All names that the log has had, for monitors: first `log NAME` and `key VERIFIER-KEY` of the first, then, after an empty
 * line each, what every break says. Heads are `NAME SIZE ROOT`, the root in base64.
 */
export function breaksText(log: LedgerLog, breaks: readonly LedgerBreak[]): string {
  const blocks = breaks.map(({ epoch, at, reason, former, lost }) => {
    const { origin, verifierKey } = log.at(epoch)
    return [
      `log ${origin}`,
      `key ${verifierKey}`,
      `at ${at.toISOString()}`,
      `from ${head(former)}`,
      `lost ${head(lost)}`,
      `reason ${reason}`,
    ]
  })
  const first = log.at(1)
  return [[`log ${first.origin}`, `key ${first.verifierKey}`], ...blocks]
    .map(lines => `${lines.join('\n')}\n`)
    .join('\n')
}
