/** A finished backup of the planned ones is a folder named by the moment its making began: `2026-11-23T020000Z`. */
const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

export const nameOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`

/** When a backup of this name was begun; undefined for whatever else lies in the folder. */
export function momentOf(name: string): Date | undefined {
  const parts = form.exec(name)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) || nameOf(at) !== name ? undefined : at
}

/** How many days, weeks and months one backup of each is kept for. */
export interface KeepRule {
  days: number
  weeks: number
  months: number
}

/** Monday of its week, by ISO 8601. */
function weekOf(at: Date): string {
  const monday = new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * 86_400_000)
  return monday.toISOString().slice(0, 10)
}

const spans: readonly [keyof KeepRule, (at: Date) => string][] = [
  ['days', at => at.toISOString().slice(0, 10)],
  ['weeks', weekOf],
  ['months', at => at.toISOString().slice(0, 7)],
]

/**
 * Which backups the rule lets go: of the newest days, weeks and months that have any, the last of each stays, and the
 * newest of all stays whatever the rule says. Names that are no planned backup are never among them.
 */
export function toRemove(names: readonly string[], rule: KeepRule): string[] {
  const known = names
    .flatMap(name => {
      const at = momentOf(name)
      return at ? [{ name, at }] : []
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime())
  const kept = new Set(known.slice(0, 1).map(({ name }) => name))
  for (const [span, keyOf] of spans) {
    const seen = new Set<string>()
    for (const { name, at } of known) {
      if (seen.has(keyOf(at))) continue
      if (seen.size === rule[span]) break
      seen.add(keyOf(at))
      kept.add(name)
    }
  }
  return known.flatMap(({ name }) => (kept.has(name) ? [] : [name]))
}
