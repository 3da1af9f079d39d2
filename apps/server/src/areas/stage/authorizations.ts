import { stageKeys } from '@timbermark/contract'
import { z } from 'zod'
import { pageOf } from '../../crud/list.ts'
import { idsOf } from '../../crud/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { type RouteSpec, Rows, route } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { all, contains, join, sql } from '../../platform/database/sql.ts'

const granted = z.array(z.enum(stageKeys)).min(1).max(18)

/** Only field users (type 2) of the own enterprise report stages. */
async function assertFieldUser(db: Db, actor: Actor, userId: number): Promise<void> {
  if (
    !(await db.maybe(
      sql`select 1 from account where tenant_id = ${actor.tenantId} and id = ${userId} and user_type = 2`,
    ))
  )
    throw invalid([{ field: 'userId', error: 'referenceMissing' }])
}

export const authorizationRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/stage/authorization/list',
    access: { permission: 'stage:authorization:list' },
    summary: 'Who may report which stages',
    query: z.object({
      page: z.string().optional(),
      limit: z.string().optional(),
      pageNum: z.string().optional(),
      pageSize: z.string().optional(),
      userName: z.string().max(50).optional(),
      stage: z.string().max(40).optional(),
      status: z.string().max(1).optional(),
    }),
    handler: ({ services, actor, query }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const where = all([
          sql`true`,
          ...(query.userName
            ? [sql`(a.user_name ilike ${contains(query.userName)} or a.nick_name ilike ${contains(query.userName)})`]
            : []),
          ...(query.stage ? [sql`s.stage = ${query.stage}`] : []),
          ...(query.status ? [sql`s.status = ${query.status}`] : []),
        ])
        const from = sql`stage_authorization s join account a on a.tenant_id = s.tenant_id and a.id = s.account_id`
        const { page, limit } = pageOf(query)
        const rows = await db.query(sql`
          select s.id, s.account_id as "userId", a.user_name as "userName", a.nick_name as "nickName", s.stage, s.status, s.remark, s.created_at as "createTime"
          from ${from} where ${where} order by a.user_name, array_position(${[...stageKeys]}, s.stage) limit ${limit} offset ${(page - 1) * limit}`)
        const { n } = await db.one<{ n: number }>(sql`select count(*)::int as n from ${from} where ${where}`)
        return new Rows(rows, n)
      }),
  }),
  route({
    method: 'GET',
    path: '/stage/authorization/users',
    access: { permission: 'stage:authorization:list' },
    summary: 'Field users that can be authorized',
    query: z.object({ search: z.string().max(50).optional() }),
    handler: ({ services, actor, query }) =>
      services.database.withTenant(actor.tenantId, db =>
        db.query(sql`
          select id, user_name || ' · ' || nick_name as label, status <> '0' as disabled from account
          where tenant_id = ${actor.tenantId} and user_type = 2 and ${query.search ? sql`(user_name ilike ${contains(query.search)} or nick_name ilike ${contains(query.search)})` : sql`true`} order by user_name limit 50`),
      ),
  }),
  route({
    method: 'POST',
    path: '/stage/authorization',
    access: { permission: 'stage:authorization:add' },
    summary: 'Authorizes a field user for stages',
    body: z.strictObject({
      userId: z.number().int().positive(),
      stages: granted,
      remark: z.string().max(200).optional(),
    }),
    labels: 'stage.authorization',
    audit: { title: 'stage.authorization', kind: 'grant' },
    handler: ({ services, actor, body }) =>
      services.database.withTenant(actor.tenantId, async db => {
        await assertFieldUser(db, actor, body.userId)
        const wanted = [...new Set(body.stages)]
        const known = await db.maybe(
          sql`select 1 from stage_authorization where tenant_id = ${actor.tenantId} and account_id = ${body.userId} and stage = any(${wanted})`,
        )
        if (known) throw new Refusal('stage.alreadyAuthorized')
        await db.execute(sql`
          insert into stage_authorization (tenant_id, account_id, stage, remark, created_by)
          values ${join(wanted.map(stage => sql`(${actor.tenantId}, ${body.userId}, ${stage}, ${body.remark ?? null}, ${actor.accountId})`))}`)
      }),
  }),
  route({
    method: 'PUT',
    path: '/stage/authorization',
    access: { permission: 'stage:authorization:edit' },
    summary: 'Changes an authorization, or sets all stages of a user at once',
    body: z.union([
      z.strictObject({
        id: z.number().int().positive(),
        status: z.enum(['0', '1']).optional(),
        stage: z.enum(stageKeys).optional(),
        remark: z.string().max(200).nullish(),
      }),
      z.strictObject({ userId: z.number().int().positive(), stages: z.array(z.enum(stageKeys)).max(18) }),
    ]),
    labels: 'stage.authorization',
    audit: { title: 'stage.authorization', kind: 'grant' },
    handler: ({ services, actor, body }) =>
      services.database.withTenant(actor.tenantId, async db => {
        if ('stages' in body) {
          await assertFieldUser(db, actor, body.userId)
          await db.execute(
            sql`delete from stage_authorization where tenant_id = ${actor.tenantId} and account_id = ${body.userId} and stage <> all(${body.stages})`,
          )
          for (const stage of new Set(body.stages))
            await db.execute(sql`
              insert into stage_authorization (tenant_id, account_id, stage, created_by) values (${actor.tenantId}, ${body.userId}, ${stage}, ${actor.accountId})
              on conflict on constraint stage_authorization_once do update set status = '0', updated_at = excluded.updated_at`)
          return
        }
        // The user's other authorizations stay as they are: a second one for a stage is not made by changing the first.
        const taken = await db.maybe(sql`
          select 1 from stage_authorization s join stage_authorization other on other.tenant_id = s.tenant_id and other.account_id = s.account_id and other.id <> s.id
          where s.tenant_id = ${actor.tenantId} and s.id = ${body.id} and other.stage = ${body.stage ?? null}`)
        if (taken) throw new Refusal('stage.alreadyAuthorized')
        const touched = await db.execute(sql`
          update stage_authorization set status = coalesce(${body.status ?? null}, status), stage = coalesce(${body.stage ?? null}, stage),
                 remark = ${body.remark === undefined ? sql`remark` : sql`${body.remark}`}, updated_by = ${actor.accountId}, updated_at = now() where tenant_id = ${actor.tenantId} and id = ${body.id}`)
        if (touched === 0) throw new Refusal('notFound')
      }),
  }),
  route({
    method: 'DELETE',
    path: '/stage/authorization/:ids(^[0-9,]+$)',
    access: { permission: 'stage:authorization:remove' },
    summary: 'Withdraws authorizations',
    audit: { title: 'stage.authorization', kind: 'remove' },
    handler: ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const ids = idsOf(params.ids!)
        if (
          (await db.execute(
            sql`delete from stage_authorization where tenant_id = ${actor.tenantId} and id = any(${ids})`,
          )) !== ids.length
        )
          throw new Refusal('notFound')
      }),
  }),
]
