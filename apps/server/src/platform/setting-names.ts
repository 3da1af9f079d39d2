/** A name that probably was meant to be a setting. */
export interface Misspelled {
  name: string
  /** The setting that it looks like. */
  meant: string
}

/** Only settings of the product begin like this: another such name is a mistake. */
const families = [
  'LEDGER_',
  'FILES_S3_',
  'WECHAT_',
  'LOCATION_',
  'MASTER_KEY_',
  'METRICS_',
  'BACKUP_',
  'ALARM_MAIL_',
  'CHAIN_',
]

/** So many letters may be missing, added, wrong or swapped, in a name that is long enough for that to be no accident. */
const allowedSlips = (name: string) => (name.length >= 8 ? 2 : name.length >= 6 ? 1 : 0)

/**
 * Names in the environment that look like settings and are none: a misplaced `_` would otherwise leave a default in
 * force, unnoticed for years. Names of other programs are left alone, as far as names can tell.
 * @param known names of all settings
 */
export function misspelled(environment: NodeJS.ProcessEnv, known: readonly string[]): Misspelled[] {
  const unknownNames = Object.keys(environment).filter(name => environment[name] && !known.includes(name))
  return unknownNames.flatMap(name => {
    const meant = known.find(setting => setting === name.toUpperCase()) ?? nearest(name.toUpperCase(), known)
    return meant ? [{ name, meant }] : []
  })
}

/**
 * Names that begin like settings and are neither a setting nor similar to one.
 * @param known names of all settings
 */
export function unknownOfFamily(environment: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  const near = new Set(misspelled(environment, known).map(({ name }) => name))
  return Object.keys(environment).filter(
    name => !known.includes(name) && !near.has(name) && families.some(family => name.startsWith(family)),
  )
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map(setting => ({ setting, away: distance(name, setting) }))
    .filter(({ setting, away }) => away <= allowedSlips(setting))
    .sort((a, b) => a.away - b.away)
  return best?.setting
}

/** Letters to add, remove, change or swap with their neighbour (optimal string alignment). */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Number.POSITIVE_INFINITY
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const [above, before] = [rows[i - 1]!, rows[i - 2]]
      const change = above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swap = before && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : change
      row.push(Math.min(above[j]! + 1, row[j - 1]! + 1, change, swap))
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
