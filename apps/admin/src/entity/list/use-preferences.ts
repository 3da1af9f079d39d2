import type { Listed } from '@timbermark/contract'
import { useState } from 'react'
import { useSession } from '../../shell/index.ts'
import { parsePreferences, type Preferences, preferencesKey } from './preferences.ts'

/** This user's preferences for this list, stored in the browser if it allows. */
export function usePreferences(entity: Listed) {
  const { user } = useSession()
  const key = preferencesKey(user.userId, entity)
  const [preferences, setPreferences] = useState(() => parsePreferences(read(key)))
  const change = (part: Partial<Preferences>) => {
    const next = { ...preferences, ...part }
    setPreferences(next)
    write(key, JSON.stringify(next))
  }
  return { preferences, change }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage the choice lasts for this visit.
  }
}
