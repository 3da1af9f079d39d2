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

/** What the areas work with; made once at start, the same in tests. An area adds its own beside what it is (`declare module`). */
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
  memory: RollbackGuard
}

/** Sessions as the platform needs them; areas/system/identity keeps them. */
export interface SessionStore {
  actor(token: string): Promise<Actor | undefined>
  /** Opens a session. @returns the token, told once and kept only as a hash. */
  open(db: Db, account: { id: number; tenantId: number }, ip: string, userAgent: string): Promise<string>
}
