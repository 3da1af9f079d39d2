import { parseCheckpoint, parseNote, parseVerifierKey } from '@timbermark/ledger'
import type { Memory } from './storage.ts'

/** The last signed head of the log that this browser saw: what is signed later has to continue it. */
export interface Heads {
  /** The head, and its number of leaves; undefined on a first visit. */
  seen(): { signed: string; size: number } | undefined
  keep(signed: string): void
  /** The next head is taken as the first. */
  forget(): void
}

/** @param key newest verifier key of the log; heads are kept by the name it signs for */
export function createHeads(local: Memory, key: string): Heads {
  const place = `ledger-head ${nameOf(key)}`
  return {
    seen() {
      const signed = local.get(place)
      const size = signed === null ? undefined : sizeOf(signed)
      return signed === null || size === undefined ? undefined : { signed, size }
    },
    keep: signed => local.set(place, signed),
    forget: () => local.remove(place),
  }
}

function sizeOf(signed: string): number | undefined {
  try {
    return parseCheckpoint(parseNote(signed).text).size
  } catch {
    return undefined
  }
}

function nameOf(key: string): string {
  try {
    return parseVerifierKey(key).name
  } catch {
    return ''
  }
}

/** Host that the page officially lives at, by the key that came with the script; null when the key names none. */
export function officialHostOf(key: string): string | null {
  return nameOf(key).split('/')[0] || null
}
