import type { CheckAnswer, ScanAnswer } from '@timbermark/contract/trace'
import { useSyncExternalStore } from 'react'
import type { Format } from './format.ts'
import type { Inspection } from './proof/inspect.ts'
import type { Texts } from './texts.ts'
import type { Facts } from './types.ts'
import type { Live } from './verdict.ts'

export type Position = { longitude: number; latitude: number }

/** Everything that may change after the page is there; shared by the islands. */
export interface LiveState {
  check: CheckAnswer | null
  scan: ScanAnswer | null
  scanFailed: boolean
  /** How far the question for the position is. */
  position: 'idle' | 'asking' | 'locating' | 'shared' | 'later' | 'failed' | 'denied' | 'declined'
  place: Position | null
  proof: 'none' | 'running' | 'unavailable' | Inspection
  /** How many records have been fetched of a check of all of them; null when none is under way. */
  fetched: number | null
  /** Null until the script runs: then times are written for the reader's own clock. */
  format: Format | null
}

export interface Store {
  get: () => LiveState
  set: (change: Partial<LiveState>) => void
  subscribe: (listener: () => void) => () => void
}

const start: LiveState = {
  check: null,
  scan: null,
  scanFailed: false,
  position: 'idle',
  place: null,
  proof: 'none',
  fetched: null,
  format: null,
}

export function createStore(): Store {
  let state = start
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
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
export function liveOf(state: LiveState): Live {
  return {
    check: state.check ? (state.check.genuine ? 'genuine' : 'fail') : 'none',
    proof:
      typeof state.proof === 'string' ? state.proof : state.proof.verdict === 'empty' ? 'none' : state.proof.verdict,
    ...(typeof state.proof === 'string' ? {} : { checked: state.proof.records.length, total: state.proof.total }),
  }
}
