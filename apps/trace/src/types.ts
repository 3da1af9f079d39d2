import type { Language } from '@timbermark/contract'
import type {
  StageHistory,
  TraceAnswer,
  TraceCounts,
  TracePaper,
  TraceStore,
  TraceWarning,
} from '@timbermark/contract/trace'

export type { Language }

/** What the page is about: an item, an unknown code, a failure of ours, or nothing yet. */
export type TraceState =
  | { kind: 'found'; answer: TraceAnswer }
  /** No code at all, one with a typing error in a group of five, or none that was ever issued. */
  | { kind: 'unknown'; code: string; why: 'unread' | 'mistyped' | 'neverIssued'; group?: number }
  /** A foreign code that exists on goods of several enterprises: the reader selects the enterprise. */
  | { kind: 'several'; code: string; enterprises: { name: string; code: string }[] }
  | { kind: 'unavailable'; code: string }
  | { kind: 'busy'; code: string }
  | { kind: 'welcome' }

/** What a page shows of an item: from the server's answer, or from the entries that the browser opened. */
export type Item = Pick<
  TraceAnswer,
  | 'code'
  | 'status'
  | 'print'
  | 'product'
  | 'batch'
  | 'transfers'
  | 'recalls'
  | 'owner'
  | 'certification'
  | 'label'
  | 'stages'
  | 'records'
  | 'histories'
>

/** URLs of the built client files, in the order of their links. */
export interface Assets {
  scripts: string[]
  styles: string[]
  /** Texts of the script, one file per language. */
  texts: Record<Language, string>
}

export interface RenderInput {
  language: Language
  state: TraceState
  /** CSP nonce of the page's one inline data block. */
  nonce: string
  assets: Assets
  /** Path and query of the request, for links to the same page in another language. */
  url: string
  /** Official host of the page, which the reader should see in the address bar. */
  officialHost: string
  /** Cache of parts that many pages share; without it everything is drawn. */
  kept?: PartCache
}

/**
 * Finds a cached part by what it shows, or draws it.
 * @param shows everything that the part depends on
 * @returns the placeholder of the part in the document
 */
export type PartCache = (shows: string, draw: () => string) => string

/** Facts that are in no entry of the ledger: only the platform states them. */
export interface StatedFacts {
  code: string
  status: TraceAnswer['status']
  /** State of the label. */
  label: TraceAnswer['label']
  /** The foreign code on the goods that this code represents. */
  foreign?: string
  ledger: Omit<TraceAnswer['ledger'], 'anchored'>
  warnings: TraceWarning[]
  counts: TraceCounts
  /** Where the item is sold. */
  stores?: TraceStore[]
  /** Stages with records that are left out: no entry says how many records a stage has until all of them are opened. */
  histories: StageHistory[]
  /**
   * The companies that reported about the goods, where there are several; the sealed handovers say whether they are the right ones.
   * Parsed by the part of the script that only such goods need (`parseStatedCompanies`).
   */
  companies?: unknown
  /** Papers that buyers may open, or could open before. The entries prove which papers; the platform states the permission. */
  papers: TracePaper[]
}

/** What the server passes to the script. Anyone who changes the page in transit can change this too: see `parseBoot`. */
export interface Boot {
  language: Language
  facts: StatedFacts | null
}
