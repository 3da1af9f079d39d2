import { defineCall } from '../call.ts'
import { z } from 'zod'
import { count, nothing, removed } from '../wire/shapes.ts'

/** Entries about people, their rights and the logs themselves stay in the operation log. */
const emptied = z.strictObject({ removed: count, kept: count })

export const removeOperations = defineCall({
  method: 'DELETE',
  path: '/monitor/operlog/:ids(^[0-9,]+$)',
  access: { permission: 'monitor:operlog:remove' },
  summary: 'Removes entries of the operation log, all or none',
  answer: removed,
  audit: { title: 'monitor.operlog', kind: 'remove' },
})

export const emptyOperations = defineCall({
  method: 'DELETE',
  path: '/monitor/operlog/clean',
  access: { permission: 'monitor:operlog:remove' },
  scope: { tested: 'removes entries in scope only', in: 'apps/server/test/conformance/data-scope.test.ts' },
  summary:
    'Empties the operation log but for entries about people, their rights and the logs; who did it is its next entry',
  answer: emptied,
  audit: { title: 'monitor.operlog', kind: 'clean' },
})

export const removeSignIns = defineCall({
  method: 'DELETE',
  path: '/monitor/logininfor/:ids(^[0-9,]+$)',
  access: { permission: 'monitor:logininfor:remove' },
  summary: 'Removes entries of the login log, all or none',
  answer: removed,
  audit: { title: 'monitor.logininfor', kind: 'remove' },
})

export const emptySignIns = defineCall({
  method: 'DELETE',
  path: '/monitor/logininfor/clean',
  access: { permission: 'monitor:logininfor:remove' },
  scope: { tested: 'removes entries in scope only', in: 'apps/server/test/conformance/data-scope.test.ts' },
  summary: 'Empties the login log; who did it is the operation log’s next entry',
  answer: emptied,
  audit: { title: 'monitor.logininfor', kind: 'clean' },
})

export const unlockAccount = defineCall({
  method: 'POST',
  path: '/monitor/logininfor/unlock/:userName',
  access: { permission: 'monitor:logininfor:unlock' },
  scope: { tested: 'a user in scope', in: 'apps/server/test/conformance/data-scope.test.ts' },
  summary: 'Forgets the failed sign-ins of an account, so that its owner need not wait',
  answer: nothing,
  audit: { title: 'monitor.logininfor', kind: 'other' },
})

export const endSessions = defineCall({
  method: 'DELETE',
  path: '/monitor/online/:ids(^[0-9,]+$)',
  access: { anyOf: ['monitor:online:forceLogout', 'monitor:online:batchLogout'] },
  summary: 'Ends sessions, all or none',
  answer: removed,
  audit: { title: 'monitor.online', kind: 'forceLogout' },
})

export const monitorCalls = [
  removeOperations,
  emptyOperations,
  removeSignIns,
  emptySignIns,
  unlockAccount,
  endSessions,
] as const
