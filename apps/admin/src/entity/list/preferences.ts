import type { Listed } from '@timbermark/contract'
import { keyOf } from '@timbermark/contract'

/** How a user has set up a list; stored in the browser per user. */
export interface Preferences {
  /** Columns in the chosen order; missing ones keep their declared place at the end. */
  order: string[]
  /** Default columns that the user has switched off. */
  hidden: string[]
  /** Columns beyond the default ones that the user has switched on. */
  added: string[]
  /** Whether the search form is folded to its first row. */
  folded?: boolean
}

export const noPreferences: Preferences = { order: [], hidden: [], added: [] }

export function preferencesKey(user: string | number, entity: Pick<Listed, 'area' | 'name'>): string {
  return `list-setting:${user}:${keyOf(entity)}`
}

const strings = (value: unknown) => (Array.isArray(value) ? value.filter(item => typeof item === 'string') : [])

/** Parses stored preferences; anything unreadable counts as none. */
export function parsePreferences(text: string | null): Preferences {
  if (!text) return noPreferences
  try {
    const stored = JSON.parse(text) as Partial<Preferences> | null
    return {
      order: strings(stored?.order),
      hidden: strings(stored?.hidden),
      added: strings(stored?.added),
      ...(typeof stored?.folded === 'boolean' ? { folded: stored.folded } : {}),
    }
  } catch {
    return noPreferences
  }
}

/** Whether a list has a column, by its declaration and the user's choice. */
export const isVisible = (
  { name, isDefault }: { name: string; isDefault: boolean },
  { hidden, added }: Pick<Preferences, 'hidden' | 'added'>,
): boolean => (isDefault ? !hidden.includes(name) : added.includes(name))

/** The user's choice after switching one column on or off. */
export function toggleColumn(
  { name, isDefault }: { name: string; isDefault: boolean },
  { hidden, added }: Pick<Preferences, 'hidden' | 'added'>,
  isOn: boolean,
): Pick<Preferences, 'hidden' | 'added'> {
  const without = (names: readonly string[]) => names.filter(other => other !== name)
  if (isDefault) return { added, hidden: isOn ? without(hidden) : [...without(hidden), name] }
  return { hidden, added: isOn ? [...without(added), name] : without(added) }
}

/** Columns in the user's order. A column that is new since then takes its declared place. */
export function arrange(names: readonly string[], { order }: Pick<Preferences, 'order'>): string[] {
  const known = order.filter(name => names.includes(name))
  if (known.length === 0) return [...names]
  const result = [...known]
  for (const [index, name] of names.entries()) {
    if (result.includes(name)) continue
    const before = names.slice(0, index).findLast(other => result.includes(other))
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, name)
  }
  return result
}
