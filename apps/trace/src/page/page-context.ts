import type { PublicFile } from '@timbermark/contract/trace'
import { createContext, useContext } from 'react'

/** Who vouches for a fact that is shown: an opened entry that this browser proved, or the platform's word alone. */
export type Vouched = 'proven' | 'stated'

/** What the facts below are; the server states. */
export const Vouching = createContext<Vouched>('stated')

/** Marks an element that shows a fact, for people's eyes (styles) and for tools. */
export function useVouched(): { 'data-proof': Vouched } {
  return { 'data-proof': useContext(Vouching) }
}

/** What became of a file: its bytes (`blob:` address), other bytes than were sealed, or none: they are not shown any more, or cannot be had now. */
export type OpenedFile = { address: string } | 'differs' | 'gone' | 'unavailable'

/** What a page can do that is drawn in a browser. */
export interface ProofLoader {
  /** Fetches a file and compares it with its sealed hash; once for each. @param name for the reader, if it differs */
  openFile(file: PublicFile, name: string): Promise<OpenedFile>
  /** Fetches and proves the records of a stage after one of them. Rejects when they cannot be had. */
  loadMore(stage: string, after: string): Promise<void>
}

/** Null while the server draws, and for readers without scripts: plain links and pictures. */
export const LoaderContext = createContext<ProofLoader | null>(null)

/** How each record is proven, by its number; null where the platform states them. */
export const ProvenRecords = createContext<ReadonlyMap<string, { state: 'proven' | 'waiting' }> | null>(null)

/** Who vouches for these records all together. */
export function useVouchedFor(records: readonly { recordId: string }[]): Vouched {
  const proven = useContext(ProvenRecords)
  return proven && records.every(({ recordId }) => proven.get(recordId)?.state === 'proven') ? 'proven' : 'stated'
}
