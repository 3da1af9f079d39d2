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
  | { kind: 'unknown'; code: string }
  /** What another printer put on goods of several enterprises: the reader says whose he holds. */
  | { kind: 'several'; code: string; enterprises: { name: string; code: string }[] }
  | { kind: 'unavailable'; code: string }
  | { kind: 'busy'; code: string }
  | { kind: 'welcome' }

/** What a page says of an item: out of the server's answer, or out of the entries that the browser opened. */
export type Item = Pick<
  TraceAnswer,
  | 'code'
  | 'status'
  | 'print'
  | 'product'
  | 'batch'
  | 'recalls'
  | 'owner'
  | 'certification'
  | 'stages'
  | 'records'
  | 'histories'
>

/** Addresses of the built client, in the order they are to be linked. */
export interface Assets {
  scripts: string[]
  styles: string[]
  /** Texts of the script, one file for each language. */
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
  /** Host that the page officially lives at, as the reader should see it in the address bar. */
  officialHost: string
  /** Keeps parts that many pages have in common; without it all is drawn. */
  kept?: PartCache
}

/**
 * Finds a part that was drawn before by what it shows, or has it drawn.
 * @param shows everything that the part depends on
 * @returns what stands for the part in the document
 */
export type PartCache = (shows: string, draw: () => string) => string

/** What no entry of the ledger holds, and the platform alone states. */
export interface StatedFacts {
  code: string
  status: TraceAnswer['status']
  /** What another printer put on the goods, for which the code stands. */
  foreign?: string
  ledger: Omit<TraceAnswer['ledger'], 'anchored'>
  warnings: TraceWarning[]
  counts: TraceCounts
  /** Where it is sold. */
  stores?: TraceStore[]
  /** Stages of which some records are left out: how many there are of a stage is in no entry until all of them are opened. */
  histories: StageHistory[]
  /** Papers that buyers may open, or could. Which these are, the entries say; that they may, the platform. */
  papers: TracePaper[]
}

/** What the server hands to the script. Whoever changes the page on its way can change this too: see `readBoot`. */
export interface Boot {
  language: Language
  facts: StatedFacts | null
}
