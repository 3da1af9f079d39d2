import { removeExpiredReversals } from '../../../entity/run-undo.ts'
import { removeExpiredKeys } from '../../../platform/http/idempotency-keys.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { backUp, checkNewest } from '../backup/scheduled-backup.ts'
import { remindOfCases } from '../../channel/cases/remind-of-cases.ts'
import { remindOfOffers } from '../../custody/offer-reminders.ts'
import { queueSync } from '../../system/division/division-job.ts'
import { notifyExpiringDocuments } from '../../evidence/expiring-documents.ts'
import { recountBalances } from '../../material/ledger/recount.ts'
import { removeUnusedBlobs } from '../../file/unused-blobs.ts'
import { removeExpiredRegistrations } from '../../system/identity/register.ts'
import { removeExpiredSignInRows } from '../../system/identity/retention.ts'
import { removeOldMessages } from '../../system/notice/messages.ts'
import { applyVisitRetention } from '../../stats/rollups/visit-retention.ts'
import { publishDue } from '../../news/planned.ts'
import { thinHeads } from '../../ledger/log/thin-heads.ts'
import { checkLedgerNightly } from '../../trace/proof/nightly-check.ts'
import { removeOldEntries } from './retention.ts'
import type { TaskHandlers } from './run-task.ts'

/** Handlers of the declared tasks. A declared task without a handler does not compile. */
export const taskHandlers: TaskHandlers = {
  ledgerCheck: (services, _none, signal, progress) => checkLedgerNightly(services, { signal, progress }),
  wholeLedgerCheck: (services, _none, signal, progress) =>
    checkLedgerNightly(services, { complete: true, signal, progress }),
  materialRecount: ({ database, log }, _none, signal) => recountBalances(database, log, signal),
  headThinning: async ({ database }, _none, signal) => ({ removed: await thinHeads(database, signal) }),
  orphanFiles: async services => ({ removed: await removeUnusedBlobs(services) }),
  signInRests: async ({ database }) => ({
    removed: (await removeExpiredSignInRows(database)) + (await removeOldMessages(database)),
    waiting: await removeExpiredRegistrations(database),
  }),
  callKeys: async ({ database }) => ({
    removed: (await removeExpiredKeys(database)) + (await removeExpiredReversals(database)),
  }),
  logRetention: async ({ database }, args, signal) => ({ removed: await removeOldEntries(database, args, signal) }),
  operLogRetention: async ({ database }, { days }, signal) => ({
    removed: await removeOldEntries(database, { log: 'operlog', days }, signal),
  }),
  signInLogRetention: async ({ database }, { days }, signal) => ({
    removed: await removeOldEntries(database, { log: 'logininfor', days }, signal),
  }),
  visitRetention: ({ database }, args, signal) => applyVisitRetention(database, args, signal),
  expiringPapers: ({ database }, { days }) => notifyExpiringDocuments(database, days),
  plannedNews: ({ database }) => publishDue(database),
  backup: (services, rule, signal) => backUp(services, rule, signal),
  backupCheck: (services, _none, signal) => checkNewest(services, signal),
  openCases: ({ database }, { days }) => remindOfCases(database, days),
  offerReminders: ({ database }, _none, signal) => remindOfOffers(database, signal),
  divisionRefresh: async services => ({
    number: await queueSync(services, { tenantId: platformTenant, accountId: 0 }),
  }),
}
