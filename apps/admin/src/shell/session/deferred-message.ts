import { type Saying, speak, tell } from '../notices/feedback.ts'
import { readSession, writeSession } from '../storage.ts'

const key = 'said-later'

/** For what is to be said as the page is left for another program of this site: it says it. */
export function sayLater(saying: Saying): void {
  writeSession(key, JSON.stringify(saying))
}

/** Says what the program before left to be said, once. */
export function sayWhatWaits(): void {
  const kept = readSession(key)
  if (kept === null) return
  writeSession(key, null)
  try {
    const saying = JSON.parse(kept) as Saying
    if (typeof saying.text === 'string') speak(means => tell(means, saying))
  } catch {
    // Not ours.
  }
}
