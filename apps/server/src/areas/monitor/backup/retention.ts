/** A finished scheduled backup is a folder named by its start time: `2026-11-23T020000Z`. */
const namePattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

export const nameOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`

/** Start time of the backup with this name; undefined for anything else in the folder. */
export function momentOf(name: string): Date | undefined {
  const parts = namePattern.exec(name)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) || nameOf(at) !== name ? undefined : at
}

/** Number of days, weeks and months for which one backup each is retained. */
export interface RetentionRule {
  days: number
  weeks: number
  months: number
}

/** Monday of the week (ISO 8601). */
function weekOf(at: Date): string {
  const monday = new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000)
  return monday.toISOString().slice(0, 10)
}

const spans: readonly [keyof RetentionRule, (at: Date) => string][] = [
  ['days', at => at.toISOString().slice(0, 10)],
  ['weeks', weekOf],
  ['months', at => at.toISOString().slice(0, 7)],
]

/**
 * Names of the backups to remove: of the newest days, weeks and months with backups the last of each stays, and the
 * newest of all always stays. Other names are never removed.
 */
export function toRemove(names: readonly string[], rule: RetentionRule): string[] {
  const known = names
    .flatMap(name => {
      const at = momentOf(name)
      return at ? [{ name, at }] : []
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime())
  const retained = new Set(known.slice(0, 1).map(({ name }) => name))
  for (const [span, keyOf] of spans) {
    const seen = new Set<string>()
    for (const { name, at } of known) {
      if (seen.has(keyOf(at))) continue
      if (seen.size === rule[span]) break
      seen.add(keyOf(at))
      retained.add(name)
    }
  }
  return known.flatMap(({ name }) => (retained.has(name) ? [] : [name]))
}
