import { keyName } from '../proof/head.ts'
import { sizeOf } from './growth.ts'
import type { SafeStorage } from './storage.ts'

/** Stores the last signed head of the log that this browser saw. Later heads must continue it. */
export interface HeadStore {
  /** The stored head and its number of leaves; undefined on a first visit. */
  load(): { signed: string; size: number } | undefined
  save(signed: string): void
  /** Removes the stored head, so that the next one counts as the first. */
  forget(): void
}

const storageKey = 'ledger-head'

/**
 * One head for the whole site, whatever name its log has: a site that turns to a log of another name must show that this log
 * continues the one that was seen.
 * @param key newest verifier key of the log; earlier versions stored heads by the log name in it
 */
export function createHeadStore(local: SafeStorage, key: string): HeadStore {
  const formerKey = `${storageKey} ${keyName(key)}`
  return {
    load() {
      const signed = local.get(storageKey) ?? local.get(formerKey)
      const size = signed === null ? undefined : sizeOf(signed)
      return signed === null || size === undefined ? undefined : { signed, size }
    },
    save: signed => local.set(storageKey, signed),
    forget() {
      local.remove(storageKey)
      local.remove(formerKey)
    },
  }
}

/** Official host of the page, by the key that came with the script; null when the key has no name. */
export function officialHostOf(key: string): string | null {
  return keyName(key).split('/')[0] || null
}
