import {
  authorizationMatrix,
  authorizeSeveral,
  authorizeUser,
  changeAuthorization,
  fieldUsers,
  withdrawAuthorizations,
} from '@timbermark/contract/calls'
import { permissionOf, stageAuthorization, stageKeys } from '@timbermark/contract'
import { readingOf } from '../../../entity/read-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { idsOf } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { currentTenant, join, containsText, type Sql, sql } from '../../../platform/database/sql.ts'

/** Users of the enterprise, as `a`, whose authorizations are in the caller's data scope. */
const usersInScope = (actor: Actor, verb: string): Sql => {
  const scope = scopePredicate(actor, permissionOf(stageAuthorization, verb), {
    alias: 'a',
    dept: 'dept_id',
    owner: 'id',
  })
  return sql`(a.tenant_id = ${actor.tenantId} and ${scope})`
}

/** Authorizations, as `s`, of users in scope. */
const authorizationsInScope = (actor: Actor, verb: string): Sql =>
  sql`s.tenant_id = ${actor.tenantId} and s.account_id in (select a.id from account a where ${usersInScope(actor, verb)})`

/** Only field users (type 2) can have authorizations. A user out of scope gets the same refusal as a missing one. @throws Refusal invalid */
async function assertFieldUser(db: Db, actor: Actor, verb: string, userId: number): Promise<void> {
  if (
    !(await db.maybe(
      sql`select 1 from account a where ${usersInScope(actor, verb)} and a.id = ${userId} and a.user_type = 2`,
    ))
  )
    throw invalid([{ field: 'userId', error: 'referenceMissing' }])
}

/** Replaces the authorizations of a user by these stages. */
async function setStages(db: Db, actor: Actor, userId: number, stages: readonly string[]): Promise<void> {
  await assertFieldUser(db, actor, 'edit', userId)
  await db.execute(
    sql`
      delete from stage_authorization
      where tenant_id = ${actor.tenantId} and account_id = ${userId} and stage <> all(${[...stages]})`,
  )
  for (const stage of new Set(stages))
    await db.execute(sql`
      insert into stage_authorization (tenant_id, account_id, stage, created_by)
      values (${actor.tenantId}, ${userId}, ${stage}, ${actor.accountId})
      on conflict on constraint stage_authorization_once do update set status = '0', updated_at = excluded.updated_at`)
}

const nameMatches = (text: string): Sql =>
  sql`(${containsText(sql`a.user_name`, text)} or ${containsText(sql`a.nick_name`, text)})`

const reading = readingOf(stageAuthorization, {
  table: 'stage_authorization',
  joins: sql`join account a on a.tenant_id = ${currentTenant} and a.id = t.account_id`,
  columns: { userName: sql`a.user_name`, nickName: sql`a.nick_name`, createTime: sql`t.created_at` },
  more: sql`t.account_id as "userId"`,
  search: {
    userName: text => nameMatches(text),
  },
  where: ({ actor }, verb) => usersInScope(actor, verb),
  order: sql`a.user_name, array_position(${[...stageKeys]}, t.stage)`,
})

export const authorizationRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { summary: 'Who may report which stages' }),
  serve(fieldUsers, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, db =>
      db.query(sql`
          select a.id, a.user_name || ' · ' || a.nick_name as label, a.status <> '0' as disabled from account a
          where ${usersInScope(actor, 'list')} and a.user_type = 2
            and ${query.search ? nameMatches(query.search) : sql`true`}
          order by a.user_name limit 50`),
    ),
  ),
  serve(authorizeUser, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      await assertFieldUser(db, actor, 'add', body.userId)
      const wanted = [...new Set(body.stages)]
      const existing = await db.maybe(
        sql`select 1 from stage_authorization where tenant_id = ${actor.tenantId} and account_id = ${body.userId} and stage = any(${wanted})`,
      )
      if (existing) throw new Refusal('stage.alreadyAuthorized')
      await db.execute(sql`
          insert into stage_authorization (tenant_id, account_id, stage, remark, created_by)
          values ${join(wanted.map(stage => sql`(${actor.tenantId}, ${body.userId}, ${stage}, ${body.remark ?? null}, ${actor.accountId})`))}`)
    }),
  ),
  serve(changeAuthorization, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      if ('stages' in body) {
        await setStages(db, actor, body.userId, body.stages)
        return
      }
      const authorization = await db.maybe(
        sql`select 1 from stage_authorization s where s.id = ${body.id} and ${authorizationsInScope(actor, 'edit')} for update`,
      )
      if (!authorization) throw new Refusal('notFound')
      // A change of the stage must not duplicate another authorization of the user.
      const taken = await db.maybe(sql`
          select 1 from stage_authorization s
          join stage_authorization other on other.tenant_id = ${actor.tenantId} and other.account_id = s.account_id and other.id <> s.id
          where s.tenant_id = ${actor.tenantId} and s.id = ${body.id} and other.stage = ${body.stage ?? null}`)
      if (taken) throw new Refusal('stage.alreadyAuthorized')
      await db.execute(sql`
          update stage_authorization set status = coalesce(${body.status ?? null}, status), stage = coalesce(${body.stage ?? null}, stage),
                 remark = ${body.remark === undefined ? sql`remark` : sql`${body.remark}`},
                 updated_by = ${actor.accountId}, updated_at = now()
          where tenant_id = ${actor.tenantId} and id = ${body.id}`)
    }),
  ),
  serve(authorizationMatrix, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, db =>
      db.query(sql`
        select a.id as "userId", a.user_name || ' · ' || a.nick_name as label, a.status <> '0' as disabled,
               array(select s.stage from stage_authorization s
                     where s.tenant_id = ${currentTenant} and s.account_id = a.id and s.status = '0'
                     order by array_position(${[...stageKeys]}, s.stage)) as stages
        from account a where ${usersInScope(actor, 'list')} and a.user_type = 2 order by a.user_name limit 500`),
    ),
  ),
  serve(authorizeSeveral, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      for (const { userId, stages } of body.users) await setStages(db, actor, userId, stages)
    }),
  ),
  serve(withdrawAuthorizations, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const ids = idsOf(params.ids!)
      if (
        (await db.execute(
          sql`delete from stage_authorization s where s.id = any(${ids}) and ${authorizationsInScope(actor, 'remove')}`,
        )) !== ids.length
      )
        throw new Refusal('notFound')
    }),
  ),
]
