/** The proof that the log only grew, as every reader asks for it. */
import { parseCheckpoint, parseNote } from '@timbermark/ledger'

const timeoutMs = 60_000
/** A proof has at most 63 hashes of 45 characters; of a longer answer the beginning is enough to refuse it. */
const maxLength = 4_000

/** Fetches the consistency proof between two sizes of the log, as hashes in base64. */
export type FetchGrowth = (from: number, to: number) => Promise<string[]>

export const fetchGrowth: FetchGrowth = async (from, to) => {
  const response = await fetch(`/ledger/consistency/${from}/${to}`, { signal: AbortSignal.timeout?.(timeoutMs) })
  if (!response.ok) throw new Error(`the ledger answered ${response.status}`)
  return (await response.text()).slice(0, maxLength).split('\n').filter(Boolean)
}

/** Number of entries of a signed head; undefined when it cannot be read. */
export function sizeOf(signed: string): number | undefined {
  try {
    return parseCheckpoint(parseNote(signed).text).size
  } catch {
    return undefined
  }
}

/**
 * The size from which a reader without an earlier head asks for the growth of the log: any earlier one, recent ones more often, as
 * those of returning readers are.
 */
export const inventEarlierSize = (size: number): number => Math.max(1, size - Math.floor(size ** Math.random()))
