import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '../settings.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/** A step of the schema. */
export interface Migration {
  name: string
  text: string
  /** Of its text, in hexadecimal. */
  sha256: string
}

/** Names of the migrations that this version ships with, in the order in which they are applied. */
export const migrationFiles = (): string[] =>
  readdirSync(folder)
    .filter(entry => entry.endsWith('.sql'))
    .sort()

/** The migrations of this version, in the order in which they are applied. */
export const readMigrationFiles = (): Migration[] =>
  migrationFiles().map(name => {
    const text = readFileSync(join(folder, name), 'utf8')
    return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
  })

/**
 * Refuses a schema that a newer version made: this version would write rows that no longer fit it.
 * @param applied names of applied migrations
 * @throws SettingsError that names those that this version does not know
 */
export function assertSchemaKnown(applied: readonly string[]): void {
  const known = new Set(migrationFiles())
  const unknown = applied.filter(name => !known.has(name)).sort()
  if (unknown.length === 0) return
  throw new SettingsError(
    `The database was upgraded by a newer version of Timbermark, which this one cannot serve (unknown here: ${listNames(unknown)}). Start the newer version, or restore the backup that was made before the upgrade (docs/operations.md, Upgrading)`,
  )
}

/**
 * Refuses a schema that lacks migrations, for a process that may not migrate.
 * @param applied names of applied migrations
 * @throws SettingsError that names what is missing
 */
export function assertSchemaComplete(applied: readonly string[]): void {
  const known = new Set(applied)
  const missing = migrationFiles().filter(name => !known.has(name))
  if (missing.length === 0) return
  throw new SettingsError(
    `DATABASE_OWNER_URL: the tables of the database are older than this version (missing: ${listNames(missing)}); start one process with the connection of the owner first, which brings them up to date`,
  )
}

/** The first three of a list of names, and how many more there are. */
function listNames(names: readonly string[]): string {
  const more = names.length - 3
  return names.slice(0, 3).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
