import { readSession, writeSession } from './storage.ts'

/** What was typed into a form and not saved. */
export interface Draft {
  values: Record<string, unknown>
  /** Version of the record that was edited; empty for a new one. */
  over: string
}

const indexKey = 'drafts'
const keyOf = (name: string) => `draft:${name}`

/** Secrets are never stored; people type them again. */
const isSecret = (field: string) => /password|pwd|secret/i.test(field)

function names(): string[] {
  try {
    const stored: unknown = JSON.parse(readSession(indexKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(name => typeof name === 'string') : []
  } catch {
    return []
  }
}

/**
 * The draft that the tab has stored under this name. A draft over another version of the record is ignored: it would
 * undo later changes by others.
 */
export function readDraft(name: string, over = ''): Draft | undefined {
  try {
    const draft = JSON.parse(readSession(keyOf(name)) ?? 'null') as Partial<Draft> | null
    if (!draft || typeof draft.values !== 'object' || draft.values === null || draft.over !== over) return undefined
    return { values: draft.values, over }
  } catch {
    return undefined
  }
}

/** Stores what a form holds. It survives a reload of the tab and ends with the tab or the session. */
export function storeDraft(name: string, values: Record<string, unknown>, over = ''): void {
  const safeValues = Object.fromEntries(Object.entries(values).filter(([field]) => !isSecret(field)))
  writeSession(keyOf(name), JSON.stringify({ values: safeValues, over }))
  const known = names()
  if (!known.includes(name)) writeSession(indexKey, JSON.stringify([...known, name]))
}

export function dropDraft(name: string): void {
  writeSession(keyOf(name), null)
  writeSession(indexKey, JSON.stringify(names().filter(other => other !== name)))
}

/** Removes all drafts, so that signing out leaves nothing for the next user of this tab. */
export function dropDrafts(): void {
  for (const name of names()) writeSession(keyOf(name), null)
  writeSession(indexKey, null)
}
