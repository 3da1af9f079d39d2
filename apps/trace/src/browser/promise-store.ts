import { keyName } from '../proof/head.ts'
import { maxKeptPromises } from '../proof/kept-promises.ts'
import type { PromiseResult } from '../proof/proven.ts'
import type { SafeStorage } from './storage.ts'

/** Most promises that one visit adds: otherwise a few answers could push out all others. */
const maxAdded = 20

/** Keeps the signed promises of the log until their entries are in it. The oldest make room for new ones. */
export interface PromiseStore {
  /** The oldest first. */
  load(): readonly string[]
  /** Forgets the promises that were fulfilled, and keeps the new ones. */
  update(result: PromiseResult): void
}

/** @param key first verifier key of the log: its name stays when the log is renamed, so promises outlive that */
export function createPromiseStore(local: SafeStorage, key: string): PromiseStore {
  const storageKey = `ledger-promises ${keyName(key)}`
  const load = (): readonly string[] => {
    try {
      const stored: unknown = JSON.parse(local.get(storageKey) ?? '[]')
      return Array.isArray(stored) ? stored.filter(one => typeof one === 'string').slice(-maxKeptPromises) : []
    } catch {
      return []
    }
  }
  return {
    load,
    update({ received, fulfilled }) {
      const stored = load()
      const added = received.filter(note => !stored.includes(note)).slice(0, maxAdded)
      if (added.length === 0 && fulfilled.length === 0) return
      const rest = stored.filter(note => !fulfilled.includes(note))
      local.set(storageKey, JSON.stringify([...rest, ...added].slice(-maxKeptPromises)))
    },
  }
}
