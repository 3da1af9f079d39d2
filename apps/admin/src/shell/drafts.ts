import { readSession, writeSession } from './storage.ts'

/** What was typed into a form and not saved. */
export interface Draft {
  values: Record<string, unknown>
  /** Version of the record that it was typed over; empty for a new one. */
  over: string
}

const indexKey = 'drafts'
const keyOf = (name: string) => `draft:${name}`

/** Secrets are typed anew rather than written anywhere. */
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
 * The draft of this name that the tab keeps. One that was typed over another version of the record is none: it would undo
 * what others have changed since.
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

/** Keeps what a form holds; it survives a reload of the tab and ends with it, or with the session. */
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

/** Whoever signs out leaves nothing for the next person at this tab. */
export function dropDrafts(): void {
  for (const name of names()) writeSession(keyOf(name), null)
  writeSession(indexKey, null)
}
