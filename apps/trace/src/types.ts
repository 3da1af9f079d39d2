import type { Language, StageKey } from '@timbermark/contract'
import type { TraceAnswer, TraceCounts, TraceWarning } from '@timbermark/contract/trace'

export type { Language }

/** What the page is about: an item, an unknown code, a failure of ours, or nothing yet. */
export type TraceState =
  | { kind: 'found'; answer: TraceAnswer }
  | { kind: 'unknown'; code: string }
  | { kind: 'unavailable'; code: string }
  | { kind: 'busy'; code: string }
  | { kind: 'welcome' }

/** Addresses of the built client, in the order they are to be linked. */
export interface Assets {
  scripts: string[]
  styles: string[]
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
}

/** What the verdict depends on, as the server knows it. */
export interface Facts {
  code: string
  status: TraceAnswer['status']
  ledger: TraceAnswer['ledger']
  warnings: TraceWarning[]
  counts: TraceCounts
  /** Records shown on the page as it was drawn, and how many there are in all. */
  records: number
  total: number
  /** Stages of which some records are left out. */
  windows: StageKey[]
}

/** What the server hands to the script: the facts and the texts of one language. */
export interface Boot {
  language: Language
  facts: Facts | null
  texts: Record<string, string>
}
