import type { WaitingItem } from '@timbermark/contract'

/** Address of the list with the filter that was counted. */
export function addressOf({ screen }: Pick<WaitingItem, 'screen'>, filter: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(filter).toString()
  if (!query) return screen
  return `${screen}${screen.includes('?') ? '&' : '?'}${query}`
}

const dayMs = 86_400_000

/**
 * Whole days that have passed since an instant, or calendar days since a day given as YYYY-MM-DD: negative for what is to come.
 */
export function daysBetween(since: string, now: Date): number {
  if (since.length > 10) return Math.floor((now.getTime() - Date.parse(since)) / dayMs)
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return Math.round((today - Date.parse(since)) / dayMs)
}
