import type { Logger } from 'pino'
import type { Audit } from './audit.ts'
import type { Database } from './database.ts'
import type { Files } from './files.ts'
import type { Jobs } from './jobs.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/** What the areas work with; made once at start, the same in tests. */
export interface Services {
  settings: Settings
  log: Logger
  database: Database
  secrets: Secrets
  files: Files
  audit: Audit
  jobs: Jobs
}
