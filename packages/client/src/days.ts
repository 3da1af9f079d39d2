import type { Language } from '@timbermark/contract'
import { readDay, readMoment, textOf, Unread } from '@timbermark/contract/reading'

/**
 * Reads a day as a person types it into a form (`YYYY-MM-DD`), or with a time zone a moment by the clock of that zone (ISO
 * 8601 in UTC); or what the form holds until the text is one.
 */
export function readTypedDay(text: string, language: Language, timeZone?: string): string | Unread {
  const by = { language, timeZone: timeZone ?? 'UTC' }
  const answer = timeZone === undefined ? readDay(textOf(text), by) : readMoment(textOf(text), by)
  return 'fault' in answer ? new Unread(text, answer.fault) : answer.value
}
