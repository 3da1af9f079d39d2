import { emptySignIns, removeSignIns, unlockAccount } from '@timbermark/contract/calls'
import { placeOfIp } from '../../place/ip-places.ts'
import { type Language, loginLog, permissionOf, type RowOf } from '@timbermark/contract'
import { all as phrases } from '@timbermark/phrases/all'
import { readingOf } from '../../../entity/read-rows.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { logSignIn } from '../../system/identity/sign-in.ts'
import { usersInScope } from '../../system/rights/scope.ts'
import { forgetTries } from '../../system/identity/sign-in-tries.ts'
import { word } from '../../../entity/words.ts'
import { entriesInScope } from './log-scope.ts'
import { logRemoval } from './log-removal.ts'

/** A stored sign-in; the message is the key of an event or of a refusal. */
type LogRow = Omit<RowOf<typeof loginLog>, 'loginLocation'> & { msg: string; [column: string]: unknown }

/** The message is stored as a key: of an event, or of a refusal. */
function messageOf(language: Language, key: string): string {
  return `monitor.event.${key}` in phrases[language]
    ? word(language, `monitor.event.${key}`)
    : word(language, `error.${key}`)
}

const reading = readingOf(loginLog, {
  table: 'login_log',
  where: ({ actor }, verb) => entriesInScope('login_log', actor, permissionOf(loginLog, verb), sql`t`),
  columns: { loginLocation: 'computedInCode' },
  order: sql`t.id desc`,
  rules: (_row: LogRow) => ({ extraVerbs: { unlock: permissionOf(loginLog, 'unlock') } }),
  toRows: (rows: LogRow[], { language }) =>
    rows.map(row => ({
      ...row,
      loginLocation: placeOfIp(row.ipaddr, language),
      msg: messageOf(language, row.msg),
    })),
})

/** Sign-ins of the caller's enterprise; the platform operator also sees those with unknown accounts. */
export const loginLogRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { summary: 'Login log, newest first' }),
  ...logRemoval('login_log', permissionOf(loginLog, 'remove'), removeSignIns, emptySignIns),
  serve(unlockAccount, async ({ services, actor, params, ip, userAgent }) => {
    const account = params.userName!.trim().toLowerCase()
    await services.database.withTenant(actor.tenantId, async db => {
      if (
        !(await db.maybe(
          sql`select 1 from account t where lower(t.user_name) = ${account} and ${usersInScope(actor, permissionOf(loginLog, 'unlock'))}`,
        ))
      )
        throw new Refusal('notFound')
      await logSignIn(db, { tenantId: actor.tenantId, userName: account, ip, userAgent, event: 'unlock' })
    })
    await services.database.acrossTenants('sign-in', db => forgetTries(db, account))
  }),
]
