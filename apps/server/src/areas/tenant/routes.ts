import {
  addEnterprise as addEnterpriseCall,
  editEnterprise,
  resetAdministrator as resetAdministratorCall,
} from '@timbermark/contract/calls'
import { enterprise, enterpriseView } from '@timbermark/contract'
import { statusRoute } from '../../entity/status-route.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import { entityRoutes } from '../../entity/routes.ts'
import { type EntityHooks, editRow, idOf } from '../../entity/write.ts'
import { notifyDirectoryChange } from '../code/directory/code-directory.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { assertValid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { resealRows } from '../ledger/sealing/seal-rows.ts'
import { updateDisabledFlags } from '../trade/disabled-enterprises.ts'
import { hashPassword } from '../system/identity/passwords.ts'
import { flagIssue } from '../../entity/wire.ts'
import {
  addEnterprise,
  changeEnterpriseStatus,
  checkNewEnterprise,
  endSessions,
  resetAdministrator,
} from './enterprises.ts'
import { checkPublicNames } from './public-name.ts'
import { checkTimeZone, recountInNewZone } from './time-zone.ts'
import { enterprises, enterprisesSheet } from './enterprise-list.ts'

const enterpriseHooks: EntityHooks = {
  beforeWrite: async (db, _actor, body, before) => {
    await checkPublicNames(db, body, before && Number(before.id))
    await checkTimeZone(db, body)
    if (before) await recountInNewZone(db, Number(before.id), before.timeZone, body.timeZone)
  },
}

/** Calls about enterprises, for the platform operator only: no other tenant can hold these permissions. */
export const enterpriseRoutes: RouteSpec[] = [
  ...entityRoutes(enterprise, {}, ['list', 'query', 'add', 'edit', 'export', 'changeStatus']),
  ...viewRoutes(enterprises, { summary: 'Enterprises with their administrator and counts', sheet: enterprisesSheet }),
  serve(addEnterpriseCall, async ({ services, actor, body, language }) => {
    const password = await services.database.acrossTenants('enterprise', db => checkNewEnterprise(db, body))
    const hash = await hashPassword(password)
    const created = await services.database.acrossTenants('enterprise', db =>
      addEnterprise(db, services.secrets, actor, { body, language, hash }),
    )
    return { ...created, enterpriseId: created.id, password }
  }),
  serve(editEnterprise, async ({ services, actor, body, language }) => {
    assertValid(flagIssue(body, 'status'))
    if (body.status === '1' && idOf(body.id) === platformTenant) throw new Refusal('tenant.platform')
    // The name is sealed in the enterprise's own tenant, which the operator's transactions cannot access.
    await services.database.acrossTenants('enterprise', async db => {
      if (typeof body.name === 'string') {
        const other = await db.maybe(
          sql`select 1 from enterprise where lower(name) = ${body.name.trim().toLowerCase()} and id <> ${idOf(body.id)}`,
        )
        if (other) throw new Refusal('tenant.nameTaken', {}, { issues: [{ field: 'name', error: 'tenant.nameTaken' }] })
      }
      await editRow(db, services, enterprise, actor, body, enterpriseHooks, language)
      await updateDisabledFlags(db, idOf(body.id))
      await resealRows(db, services, idOf(body.id), { kind: 'enterprise', ids: [idOf(body.id)] })
      await notifyDirectoryChange(db, { tenantId: idOf(body.id) })
    })
    if (body.status === '1') await services.database.acrossTenants('enterprise', db => endSessions(db, idOf(body.id)))
  }),
  statusRoute(
    enterpriseView,
    'Enables or disables an enterprise; disabling it ends its sessions at once',
    ({ services, actor }, id, status) =>
      services.database.acrossTenants('enterprise', db => changeEnterpriseStatus(db, services, actor, id, status)),
  ),
  serve(resetAdministratorCall, call =>
    resetAdministrator(call.services, call, idOf(call.body.id), call.body.secondFactor === true),
  ),
]
