/** The oldest PostgreSQL whose SQL is enough (`unique nulls not distinct`). */
const oldestMajor = 15

/** The database's server is too old; the message is for the operator. */
export class DatabaseTooOld extends Error {}

/**
 * Refuses a database whose server is too old, before anything is changed in it.
 * @param versionNumber `server_version_num` of PostgreSQL, such as 140023
 * @throws DatabaseTooOld
 */
export function assertServerVersion(versionNumber: number): void {
  const major = Math.floor(versionNumber / 10_000)
  if (major >= oldestMajor) return
  throw new DatabaseTooOld(
    `DATABASE_OWNER_URL: Timbermark needs PostgreSQL ${oldestMajor} or newer, and this server is PostgreSQL ${major}.${versionNumber % 10_000}; nothing was changed in it`,
  )
}
