import type { PublicFile } from '@timbermark/contract/trace'
import { createContext, useContext } from 'react'
import type { NamedCodes, RecordProof } from '../proof/proven.ts'

/** Who vouches for a fact: an opened entry that this browser proved, or only the platform's statement. */
export type Vouched = 'proven' | 'stated'

/** Who vouches for the facts below; on the server they are stated. */
export const Vouching = createContext<Vouched>('stated')

/** Attributes that mark an element with a fact, for people (styles) and for tools. */
export function useVouched(): { 'data-proof': Vouched } {
  return { 'data-proof': useContext(Vouching) }
}

/** Result of opening a file: its bytes (`blob:` address), bytes that differ from the sealed ones, no longer available, or not available now. */
export type OpenedFile = { address: string } | 'differs' | 'gone' | 'unavailable'

/** What a page drawn in the browser can load. */
export interface ProofLoader {
  /** Fetches a file once and compares it with its sealed hash. @param name shown to the reader if it differs */
  openFile(file: PublicFile, name: string): Promise<OpenedFile>
  /** Fetches and proves the records of a stage after one of them. Rejects when they cannot be fetched. */
  loadMore(stage: string, after: string): Promise<void>
}

/** Null on the server, and thus for readers without scripts: plain links and pictures. */
export const LoaderContext = createContext<ProofLoader | null>(null)

export type RecordProofs = ReadonlyMap<string, Pick<RecordProof, 'named'>>

/** How each record is proven, by record id; null where the platform states them. */
export const ProvenRecords = createContext<RecordProofs | null>(null)

/** Whether a record names the reader's code; undefined where the platform states it. */
export const useNamedCodes = (recordId: string): NamedCodes | undefined =>
  useContext(ProvenRecords)?.get(recordId)?.named

/** Who vouches for all of these records together. */
export function useVouchedFor(records: readonly { recordId: string }[]): Vouched {
  const proven = useContext(ProvenRecords)
  return proven && records.every(({ recordId }) => proven.has(recordId)) ? 'proven' : 'stated'
}
