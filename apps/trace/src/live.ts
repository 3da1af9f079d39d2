import type { CheckAnswer, ScanAnswer, TraceCounts } from '@timbermark/contract/trace'
import { useSyncExternalStore } from 'react'
import type { Format } from './format.ts'
import type { ProvenItem, Walk } from './proof/proven.ts'
import type { Window } from './window.ts'
import type { Texts } from './texts.ts'
import type { Facts } from './types.ts'
import type { Live } from './verdict.ts'

export type Judged = CheckAnswer & { outcome: 'genuine' | 'notGenuine' }
export type CheckCounts = Pick<TraceCounts, 'checks' | 'wrongChecks' | 'firstCheckAt' | 'firstRightAt'>
export type Position = { longitude: number; latitude: number }

/** Everything that may change after the page is there; outlives the page being drawn anew. */
export interface LiveState {
  /** What was judged last; an answer that only asks for a picture is none. */
  check: Judged | null
  /** The newest counts of checks that an answer brought, judged or not. */
  counts: CheckCounts | null
  /** When this browser made the first right check of the code; null when it did not. */
  ownFirst: string | null
  /** A picture that has to be solved before the next check. */
  challenge: NonNullable<CheckAnswer['challenge']> | null
  /** What is wrong with the check that was tried last, for the reader. */
  problem: string
  asking: boolean
  scan: ScanAnswer | null
  scanFailed: boolean
  /** How far the question for the position is. */
  position: 'idle' | 'asking' | 'locating' | 'shared' | 'unsent' | 'failed' | 'denied' | 'declined'
  place: Position | null
  /** What the browser found when it last checked; null before that. */
  walk: Walk | null
  /** Did the walk have a head of an earlier visit to hold the log against? */
  seen: boolean
  /** What the page is drawn from: what was proven last. Null while it is the server's, and when the proof contradicts all of it. */
  item: ProvenItem | null
  /** Which of its records stand on the page. */
  window: Window
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

const start: LiveState = {
  check: null,
  counts: null,
  ownFirst: null,
  challenge: null,
  problem: '',
  asking: false,
  scan: null,
  scanFailed: false,
  position: 'idle',
  place: null,
  walk: null,
  seen: false,
  item: null,
  window: { shown: [], gaps: {} },
  proof: 'none',
  fetched: null,
  differing: [],
  saveFailed: false,
  format: null,
}

export function createStore(): Store {
  let state = start
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
export interface Ahead {
  store: Store
  /** Tells them. Who follows this store has it already. */
  tell: () => void
}

/** Lets a page be drawn of what is not told yet, while everything else goes on. */
export function aheadOf(store: Store, change: Partial<LiveState>): Ahead {
  let told = false
  let known = store.get()
  let state = { ...known, ...change }
  const get = () => {
    const now = store.get()
    if (told) return now
    if (now !== known) state = { ...now, ...change }
    known = now
    return state
  }
  return {
    store: { ...store, get },
    tell() {
      const next = get()
      told = true
      store.replace(next)
    },
  }
}

/** What every island gets: the same on the server and in the browser. */
export interface IslandProps {
  facts: Facts
  texts: Texts
  format: Format
  store: Store
}

export function useLive(store: Store): LiveState {
  return useSyncExternalStore(store.subscribe, store.get, () => start)
}

/** The reader's own checks in the words of the verdict. */
export function liveOf(live: LiveState): Live {
  const { check, ownFirst, walk, proof, differing, scan } = live
  return { check: check ? meaningOf(check, ownFirst) : 'none', walk, proof, differing, heard: scan?.warnings }
}

/** `again`: right, but somebody else entered it before; a browser knows its own first check again. */
export function meaningOf(
  { outcome, first, firstRightAt }: Judged,
  ownFirst: LiveState['ownFirst'],
): 'genuine' | 'again' | 'fail' {
  if (outcome === 'notGenuine') return 'fail'
  return first || (firstRightAt !== null && firstRightAt === ownFirst) ? 'genuine' : 'again'
}
