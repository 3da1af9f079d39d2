import {
  addEnterprise as addEnterpriseCall,
  editEnterprise,
  resetAdministrator as resetAdministratorCall,
} from '@timbermark/contract/calls'
import { enterprise } from '@timbermark/contract'
import { z } from 'zod'
import type { ListQuery } from '../../crud/list-query.ts'
import { listRows } from '../../crud/list.ts'
import { rightsOf } from '../../crud/rights.ts'
import { entityRoutes } from '../../crud/routes.ts'
import { editRow, getRow, idOf } from '../../crud/write.ts'
import type { Actor } from '../../platform/actor.ts'
import { tellDirectory } from '../../platform/code-directory.ts'
import type { Row } from '../../platform/database/database.ts'
import { type RouteSpec, Rows, route, serve } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { assertValid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Services } from '../../platform/services.ts'
import { hashPassword } from '../identity/passwords.ts'
import { flagIssue, unknownFields } from '../../crud/wire.ts'
import {
  addEnterprise,
  changeEnterpriseStatus,
  checkNewEnterprise,
  countsOf,
  endSessions,
  resetAdministrator,
} from './enterprises.ts'

const anyQuery = z.record(z.string(), z.unknown())
const anyBody = z.record(z.string(), z.unknown())
const labels = 'tenant.enterprise'
const title = 'tenant.enterprise'
const permission = (verb: string) => ({ permission: `tenant:enterprise:${verb}` })

async function answered(services: Services, actor: Actor, rows: readonly Row[]): Promise<Row[]> {
  const counts = await services.database.acrossTenants('enterprise', db =>
    countsOf(
      db,
      rows.map(row => row.id as number),
    ),
  )
  return rows.map(row => {
    const platform = row.id === platformTenant ? 'tenant.platform' : undefined
    const headless = counts.get(row.id as number)?.administrator ? undefined : 'tenant.administratorMissing'
    const rights = rightsOf(enterprise, actor, row, {
      beside: { changeStatus: 'tenant:enterprise:edit', resetPwd: 'tenant:enterprise:resetPwd' },
      against: { changeStatus: platform, resetPwd: platform ?? headless },
    })
    const { id: _id, ...more } = {
      id: row.id,
      users: 0,
      codes: 0,
      batches: 0,
      scans: 0,
      administrator: null,
      ...counts.get(row.id as number),
    }
    return { ...row, enterpriseId: row.id, ...more, ...rights }
  })
}

/** Enterprises, for the platform operator only: no other tenant can hold these permissions. */
export const enterpriseRoutes: RouteSpec[] = [
  ...entityRoutes(enterprise, {}, ['list', 'query', 'add', 'edit', 'changeStatus']),
  route({
    method: 'GET',
    path: '/tenant/enterprise/list',
    access: permission('list'),
    summary: 'Enterprises with their administrator and counts',
    query: anyQuery,
    labels,
    handler: async ({ services, actor, query }) => {
      const { rows, total, estimated } = await services.database.withTenant(actor.tenantId, db =>
        listRows(db, enterprise, actor, query as ListQuery),
      )
      return new Rows(await answered(services, actor, rows), total, estimated)
    },
  }),
  route({
    method: 'GET',
    path: '/tenant/enterprise/:id(^\\d+$)',
    access: permission('query'),
    summary: 'One enterprise',
    handler: async ({ services, actor, params }) => {
      const row = await services.database.withTenant(actor.tenantId, db =>
        getRow(db, services.files, enterprise, actor, Number(params.id)),
      )
      return (await answered(services, actor, [row]))[0]
    },
  }),
  serve(addEnterpriseCall, async ({ services, actor, body }) => {
    const password = await services.database.acrossTenants('enterprise', db => checkNewEnterprise(db, body))
    const hash = await hashPassword(password)
    const made = await services.database.acrossTenants('enterprise', db =>
      addEnterprise(db, services.secrets, actor, body, hash),
    )
    await services.directory.reload()
    return { ...made, enterpriseId: made.id }
  }),
  serve(editEnterprise, async ({ services, actor, body }) => {
    assertValid(flagIssue(body, 'status'))
    if (body.status === '1' && idOf(body.id) === platformTenant) throw new Refusal('tenant.platform')
    await services.database.withTenant(actor.tenantId, async db => {
      if (typeof body.name === 'string') {
        const other = await db.maybe(
          sql`select 1 from enterprise where lower(name) = ${body.name.trim().toLowerCase()} and id <> ${idOf(body.id)}`,
        )
        if (other) throw new Refusal('tenant.nameTaken', {}, { issues: [{ field: 'name', error: 'tenant.nameTaken' }] })
      }
      await editRow(db, services.files, enterprise, actor, body)
      await tellDirectory(db)
    })
    if (body.status === '1') await services.database.acrossTenants('enterprise', db => endSessions(db, idOf(body.id)))
  }),
  route({
    method: 'PUT',
    path: '/tenant/enterprise/changeStatus',
    access: permission('edit'),
    summary: 'Enables or disables an enterprise; disabling it ends its sessions at once',
    body: anyBody,
    labels,
    audit: { title, kind: 'edit' },
    handler: async ({ services, actor, body }) => {
      const id = idOf(body.id)
      assertValid([...unknownFields(body, ['id', 'status']), ...flagIssue(body, 'status', true)])
      await services.database.acrossTenants('enterprise', db =>
        changeEnterpriseStatus(db, actor, id, body.status as string),
      )
    },
  }),
  serve(resetAdministratorCall, ({ services, body }) => {
    const id = idOf(body.id)
    assertValid(unknownFields(body, ['id']))
    return resetAdministrator(services.database, id)
  }),
]
