import type { SealedProof } from '@timbermark/contract/trace'
import { verifyInclusion } from '@timbermark/ledger'
import { isPromisedBy, parsePromiseNote, type PromiseNote, statementHash, toBase64Url } from '@timbermark/ledger/sealed'
import { parseHashes, sameBytes } from './bytes.ts'
import type { Chain } from './evidence.ts'
import { type Head, keyName } from './head.ts'
import type { ProofWalk } from './proof-walk.ts'
import { isDue } from './promises.ts'
import type { PromiseResult, TrustedInput } from './proven.ts'
import { moment } from './shape.ts'

/** Most promises that are kept and judged: the newest ones. */
export const maxKeptPromises = 200

export const noPromises: PromiseResult = { received: [], fulfilled: [], broken: [], lost: [], sought: [] }

/**
 * Demands the entries that this browser was promised, of the chains in the answers. Records a fault for each that is due and
 * missing, unless the log itself declares that entries were lost.
 */
export async function judgePromises(
  walk: ProofWalk,
  head: Head,
  breaks: SealedProof['breaks'],
  { keys, keptPromises = [], demanded = [] }: Pick<TrustedInput, 'keys' | 'keptPromises' | 'demanded'>,
): Promise<PromiseResult> {
  const result = { received: [...walk.promised], fulfilled: [], broken: [], lost: [], sought: [] } as {
    [K in keyof PromiseResult]: PromiseResult[K][number][]
  }
  for (const note of keptPromises.slice(-maxKeptPromises)) {
    const promise = parsePromiseNote(note)
    const chain = promise && walk.evidence.findChain(promise.subject)
    // What is invalid, or in no chain of these answers, is judged elsewhere or another time.
    if (!chain || typeof chain === 'string') continue
    if (holds(chain, promise)) result.fulfilled.push(note)
    if (holds(chain, promise) || head.time === null || !isDue(promise, head.time)) continue
    const content = toBase64Url(promise.content)
    if (chain.entries.length < chain.count && !demanded.includes(content)) {
      result.sought.push(content)
      continue
    }
    const keyIndex = keys.findIndex(key => keyName(key) === promise.origin)
    // The store may hold promises of a log that had this name before; those accuse nobody.
    if (!(await isPromisedBy(promise, keys[keyIndex] ?? ''))) continue
    const isDeclared = provenBreaks(breaks, head, keys).some(
      one => keyIndex < one.keyIndex && one.keyIndex <= head.keyIndex && promise.at.getTime() <= one.at,
    )
    if (isDeclared) {
      result.lost.push(promise.at.toISOString())
      continue
    }
    result.broken.push(note)
    walk.fail('promise', 'promise')
  }
  return result
}

const holds = ({ entries }: Chain, { content }: PromiseNote): boolean =>
  entries.some(entry => sameBytes(entry.content, content))

/** The breaks that are declared in the log below this head: which key each begins, and when. */
function provenBreaks(
  breaks: SealedProof['breaks'],
  { checkpoint: { size, root } }: Head,
  keys: readonly string[],
): { keyIndex: number; at: number }[] {
  return breaks.flatMap(({ entry, index, path }) => {
    const hashes = parseHashes(path)
    if (!hashes || index >= size || !verifyInclusion(index, size, statementHash(entry), hashes, root)) return []
    try {
      const { type, origin, at } = JSON.parse(entry)
      const keyIndex = keys.findIndex(key => keyName(key) === origin)
      return type === 'timbermark/break@1' && keyIndex > 0 && moment(at) ? [{ keyIndex, at: Date.parse(at) }] : []
    } catch {
      return []
    }
  })
}
