import type { Language } from '@timbermark/contract'
import { readDay, readMoment, textOf, Unread } from '@timbermark/contract/reading'
import { timeZone } from './transfer.ts'

/** Reads a day as a person types it into a form: `YYYY-MM-DD`, or what the form holds with the reason why it is none. */
export function readTypedDay(text: string, language: Language): string | Unread {
  const answer = readDay(textOf(text), { language, timeZone: 'UTC' })
  return 'fault' in answer ? new Unread(text, answer.fault) : answer.value
}

/** Reads a day with a time, by the browser's clock unless the text names an offset: ISO 8601 in UTC. */
export function readTypedMoment(text: string, language: Language, zone = timeZone()): string | Unread {
  const answer = readMoment(textOf(text), { language, timeZone: zone })
  return 'fault' in answer ? new Unread(text, answer.fault) : answer.value
}
