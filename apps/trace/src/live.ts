import type { CheckAnswer, ScanAnswer, TraceCounts } from '@timbermark/contract/trace'
import { useSyncExternalStore } from 'react'
import type { ProvenCompanies } from './browser/companies.tsx'
import type { Format } from './format.ts'
import type { NodeOutcome } from './proof/anchor-at-node.ts'
import type { ProvenItem, WalkResult } from './proof/proven.ts'
import type { RecordWindow } from './record-window.ts'
import type { Texts } from './texts.ts'
import type { StatedFacts } from './types.ts'
import type { ReaderChecks } from './verdict.ts'

export type JudgedCheck = CheckAnswer & { outcome: 'genuine' | 'notGenuine' }
export type CheckCounts = Pick<TraceCounts, 'checks' | 'wrongChecks' | 'firstCheckAt' | 'firstRightAt'>
export type Position = { longitude: number; latitude: number }

/** All state that may change after the page has loaded; survives redrawing the page. */
export interface LiveState {
  /** The last judged check. An answer that only asks for a captcha picture is not one. */
  check: JudgedCheck | null
  /** The newest counts of checks from any answer, judged or not. */
  counts: CheckCounts | null
  /** When this browser made the first right check of the code; null when another did. */
  ownFirstCheckAt: string | null
  /** A captcha picture that must be solved before the next check. */
  challenge: NonNullable<CheckAnswer['challenge']> | null
  /** Why the last check failed, as a message for the reader. */
  problem: string
  isChecking: boolean
  scan: ScanAnswer | null
  scanFailed: boolean
  /** State of the request for the position. */
  position: 'idle' | 'asking' | 'locating' | 'shared' | 'unsent' | 'failed' | 'denied' | 'declined'
  place: Position | null
  /** Result of the last proof walk; null before the first. */
  walk: WalkResult | null
  /** Whether the walk could compare the log with a head of an earlier visit. */
  hasPreviousHead: boolean
  /** The item that the page is drawn from, as last proven. Null while the server's page is shown, and when the proof contradicts everything. */
  item: ProvenItem | null
  /** Which of its records the page shows. */
  window: RecordWindow
  /** `held`: waits for the reader to start it, because they save data. `unreachable`: there was no proof to check. */
  proof: 'none' | 'held' | 'running' | 'done' | 'unreachable'
  /** Number of records fetched so far by a check of all records; null when none is running. */
  fetched: number | null
  /** The companies of the goods, as proven after the item itself; null where there is one. */
  companies: ProvenCompanies | null
  /** Names of pictures and papers whose bytes differ from the sealed ones. */
  differing: readonly string[]
  /** Number of pictures and papers whose bytes were compared with the sealed hash. */
  openedFiles: number
  /** The node of the chain that the reader asked about the anchor; null before that. `outcome` is null while it is asked. */
  node: { host: string; outcome: NodeOutcome | null } | null
  /** Whether saving the proof of a record failed. */
  saveFailed: boolean
  /** Format with the reader's time zone; null until the script runs. */
  format: Format | null
}

export interface Store {
  get: () => LiveState
  set: (change: Partial<LiveState>) => void
  /** Replaces the state with this object. Subscribers that already have it see no change. */
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
  companies: null,
  differing: [],
  openedFiles: 0,
  node: null,
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

/** A store that already contains a change which is not published yet. */
export interface PreparedChange {
  store: Store
  /** Publishes the change to the original store. Subscribers of `store` already have it. */
  publish: () => void
}

/** Prepares a change, so that a page can be drawn from it before it is published; other changes continue meanwhile. */
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

/** Props of every island, the same on the server and in the browser. */
export interface IslandProps {
  facts: StatedFacts
  texts: Texts
  format: Format
  store: Store
}

export function useLive(store: Store): LiveState {
  return useSyncExternalStore(store.subscribe, store.get, () => initialState)
}

/** Collects the reader's checks for the verdict. */
export function collectReaderChecks(live: LiveState): ReaderChecks {
  const { check, ownFirstCheckAt, walk, proof, differing, scan } = live
  return {
    check: check ? classifyCheck(check, ownFirstCheckAt) : 'none',
    walk,
    proof,
    differing,
    scanWarnings: scan?.warnings,
  }
}

/** `again`: the right code, but another browser entered it before; a browser recognizes its own first check. */
export function classifyCheck(
  { outcome, first, firstRightAt }: JudgedCheck,
  ownFirstCheckAt: LiveState['ownFirstCheckAt'],
): 'genuine' | 'again' | 'fail' {
  if (outcome === 'notGenuine') return 'fail'
  return first || (firstRightAt !== null && firstRightAt === ownFirstCheckAt) ? 'genuine' : 'again'
}
