import type { CheckAnswer, ScanAnswer, TraceCounts } from '@timbermark/contract/trace'
import { useSyncExternalStore } from 'react'
import type { Format } from './format.ts'
import type { ProvenItem, WalkResult } from './proof/proven.ts'
import type { RecordWindow } from './record-window.ts'
import type { Texts } from './texts.ts'
import type { StatedFacts } from './types.ts'
import type { ReaderChecks } from './verdict.ts'

export type JudgedCheck = CheckAnswer & { outcome: 'genuine' | 'notGenuine' }
export type CheckCounts = Pick<TraceCounts, 'checks' | 'wrongChecks' | 'firstCheckAt' | 'firstRightAt'>
export type Position = { longitude: number; latitude: number }

/** Everything that may change after the page is there; outlives the page being drawn anew. */
export interface LiveState {
  /** What was judged last; an answer that only asks for a picture is none. */
  check: JudgedCheck | null
  /** The newest counts of checks that an answer brought, judged or not. */
  counts: CheckCounts | null
  /** When this browser made the first right check of the code; null when it did not. */
  ownFirstCheckAt: string | null
  /** A picture that has to be solved before the next check. */
  challenge: NonNullable<CheckAnswer['challenge']> | null
  /** What is wrong with the check that was tried last, for the reader. */
  problem: string
  isChecking: boolean
  scan: ScanAnswer | null
  scanFailed: boolean
  /** How far the question for the position is. */
  position: 'idle' | 'asking' | 'locating' | 'shared' | 'unsent' | 'failed' | 'denied' | 'declined'
  place: Position | null
  /** What the browser found when it last checked; null before that. */
  walk: WalkResult | null
  /** Did the walk have a head of an earlier visit to hold the log against? */
  hasPreviousHead: boolean
  /** What the page is drawn from: what was proven last. Null while it is the server's, and when the proof contradicts all of it. */
  item: ProvenItem | null
  /** Which of its records stand on the page. */
  window: RecordWindow
  /** `held`: waits for the reader's word, because he saves data. `unreachable`: there was nothing to check. */
  proof: 'none' | 'held' | 'running' | 'done' | 'unreachable'
  /** How many records have been fetched of a check of all of them; null when none is under way. */
  fetched: number | null
  /** Names of pictures and papers whose bytes are not those that were sealed. */
  differing: readonly string[]
  /** The proof of a record could not be handed over. */
  saveFailed: boolean
  /** Null until the script runs: then times are written for the reader's own clock. */
  format: Format | null
}

export interface Store {
  get: () => LiveState
  set: (change: Partial<LiveState>) => void
  /** Puts this very state in the place of what there is: who holds it already is told nothing new. */
  replace: (state: LiveState) => void
  subscribe: (listener: () => void) => () => void
}

const initialState: LiveState = {
  check: null,
  counts: null,
  ownFirstCheckAt: null,
  challenge: null,
  problem: '',
  isChecking: false,
  scan: null,
  scanFailed: false,
  position: 'idle',
  place: null,
  walk: null,
  hasPreviousHead: false,
  item: null,
  window: { recordIds: [], gaps: {} },
  proof: 'none',
  fetched: null,
  differing: [],
  saveFailed: false,
  format: null,
}

export function createStore(): Store {
  let state = initialState
  const listeners = new Set<() => void>()
  const replace = (next: LiveState) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    set: change => replace({ ...state, ...change }),
    replace,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A store in which a change stands already that everybody else is still to hear of. */
export interface PreparedChange {
  store: Store
  /** Tells them. Who follows this store has it already. */
  publish: () => void
}

/** Lets a page be drawn of what is not told yet, while everything else goes on. */
export function prepareChange(store: Store, change: Partial<LiveState>): PreparedChange {
  let isPublished = false
  let last = store.get()
  let state = { ...last, ...change }
  const get = () => {
    const now = store.get()
    if (isPublished) return now
    if (now !== last) state = { ...now, ...change }
    last = now
    return state
  }
  return {
    store: { ...store, get },
    publish() {
      const next = get()
      isPublished = true
      store.replace(next)
    },
  }
}

/** What every island gets: the same on the server and in the browser. */
export interface IslandProps {
  facts: StatedFacts
  texts: Texts
  format: Format
  store: Store
}

export function useLive(store: Store): LiveState {
  return useSyncExternalStore(store.subscribe, store.get, () => initialState)
}

/** The reader's own checks in the words of the verdict. */
export function collectReaderChecks(live: LiveState): ReaderChecks {
  const { check, ownFirstCheckAt: ownFirst, walk, proof, differing, scan } = live
  return {
    check: check ? classifyCheck(check, ownFirst) : 'none',
    walk,
    proof,
    differing,
    scanWarnings: scan?.warnings,
  }
}

/** `again`: right, but somebody else entered it before; a browser knows its own first check again. */
export function classifyCheck(
  { outcome, first, firstRightAt }: JudgedCheck,
  ownFirst: LiveState['ownFirstCheckAt'],
): 'genuine' | 'again' | 'fail' {
  if (outcome === 'notGenuine') return 'fail'
  return first || (firstRightAt !== null && firstRightAt === ownFirst) ? 'genuine' : 'again'
}
