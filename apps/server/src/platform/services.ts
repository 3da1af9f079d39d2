import type { Logger } from 'pino'
import type { Actor } from './actor.ts'
import type { Alarms } from './alarms/alarms.ts'
import type { Audit } from './audit.ts'
import type { Database, Db } from './database/database.ts'
import type { Files } from './files/files.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { RollbackGuard } from './installation/rollback-guard.ts'
import type { Secrets } from './installation/secrets.ts'
import type { Settings } from './settings.ts'

/**
 * The services that the areas use; made once at start, the same in tests. An area adds its own services in its own
 * folder (`declare module`).
 */
export interface Services {
  settings: Settings
  log: Logger
  alarms: Alarms
  database: Database
  secrets: Secrets
  files: Files
  audit: Audit
  jobs: Jobs
  sessions: SessionStore
  rollbackGuard: RollbackGuard
}

/** Sessions as the platform needs them; implemented by areas/system/identity. */
export interface SessionStore {
  actor(token: string): Promise<Actor | undefined>
  /** Remembers that the session has written, so that its next calls read nothing older. */
  noteWrite(actor: Actor): Promise<void>
  /**
   * Opens a session.
   * @returns the token, shown once and stored only as a hash
   */
  open(db: Db, account: { id: number; tenantId: number }, ip: string, userAgent: string): Promise<string>
}
