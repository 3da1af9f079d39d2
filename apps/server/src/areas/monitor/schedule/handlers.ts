import { removeExpiredKeys } from '../../../platform/http/idempotency-keys.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { backUp, checkNewest } from '../backup/scheduled-backup.ts'
import { remindOfCases } from '../../channel/cases/remind-of-cases.ts'
import { queueSync } from '../../system/division/division-job.ts'
import { notifyExpiringDocuments } from '../../evidence/expiring-documents.ts'
import { removeUnusedBlobs } from '../../file/unused-blobs.ts'
import { removeExpiredRegistrations } from '../../system/identity/register.ts'
import { removeExpiredSignInRows } from '../../system/identity/retention.ts'
import { removeOldMessages } from '../../system/notice/messages.ts'
import { keepVisits } from '../../stats/rollups/visit-retention.ts'
import { publishDue } from '../../news/planned.ts'
import { checkLedgerNightly } from '../../trace/proof/nightly-check.ts'
import { keepLog } from './retention.ts'
import type { TaskHandlers } from './run-task.ts'

/** What each task of the registry does. A task that is declared and not here does not compile. */
export const taskHandlers: TaskHandlers = {
  ledgerCheck: services => checkLedgerNightly(services),
  orphanFiles: async services => ({ removed: await removeUnusedBlobs(services) }),
  signInRests: async ({ database }) => ({
    removed: (await removeExpiredSignInRows(database)) + (await removeOldMessages(database)),
    waiting: await removeExpiredRegistrations(database),
  }),
  callKeys: async ({ database }) => ({ removed: await removeExpiredKeys(database) }),
  logRetention: async ({ database }, args, signal) => ({ removed: await keepLog(database, args, signal) }),
  visitRetention: ({ database }, args, signal) => keepVisits(database, args, signal),
  expiringPapers: ({ database }, { days }) => notifyExpiringDocuments(database, days),
  plannedNews: ({ database }) => publishDue(database),
  backup: (services, rule, signal) => backUp(services, rule, signal),
  backupCheck: (services, _none, signal) => checkNewest(services, signal),
  openCases: ({ database }, { days }) => remindOfCases(database, days),
  divisionRefresh: async services => ({
    number: await queueSync(services, { tenantId: platformTenant, accountId: 0 }),
  }),
}
