import { user } from '@timbermark/contract'
import { findPage } from '../../crud/find-page.ts'
import { type ListQuery, pageOf, rangeConditions } from '../../crud/list-query.ts'
import { type Rights, rightsOf } from '../../crud/rights.ts'
import type { Actor } from '../../platform/actor.ts'
import type { UserAnswer } from '@timbermark/contract/calls'
import type { Unsent } from '../../platform/http/http.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Files } from '../../platform/files/files.ts'
import { invalid } from '../../platform/refusal.ts'
import { all, contains, raw, type Sql, sql } from '../../platform/database/sql.ts'
import type { GrantPower } from '../rights/grants.ts'
import { userReach } from '../rights/reach.ts'
import { first } from '../../crud/wire.ts'

const columns = sql`
  t.id, t.id as "userId", t.user_name as "userName", t.nick_name as "nickName", t.user_type as "userType", t.dept_id as "deptId",
  d.dept_name as "deptName", d.leader, t.email, t.phonenumber, t.sex, t.avatar, t.status, t.login_ip as "loginIp",
  t.login_date as "loginDate", t.initial_until is not null as initial, t.remark, t.created_at as "createTime",
  t.updated_at as "updateTime", creator.user_name as "createBy",
  coalesce((select json_agg(json_build_object('id', r.id, 'key', r.role_key, 'name', r.role_name, 'builtIn', r.built_in) order by r.role_sort, r.id)
    from account_role ar join role r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
    where ar.tenant_id = t.tenant_id and ar.account_id = t.id), '[]') as roles`

const source = sql`account t left join dept d on d.tenant_id = t.tenant_id and d.id = t.dept_id
  left join account creator on creator.tenant_id = t.tenant_id and creator.id = t.created_by`

export interface HeldRole {
  id: number
  key: string
  name: string
  builtIn: boolean
}

/** A user as the columns above read it. */
export type UserRow = Unsent<
  Omit<UserAnswer, 'dept' | 'enterpriseName' | 'roleIds' | 'roleNames' | 'avatar' | 'can' | 'why'>
> & { leader: string | null; roles: HeldRole[]; avatar: string | null }

/** Conditions of a list's filters; the data scope comes beside them. */
export function userFilter(query: ListQuery): Sql[] {
  const conditions: Sql[] = []
  const text = (key: string, column: Sql) => {
    const given = first(query[key])
    if (given !== undefined) conditions.push(sql`${column} ilike ${contains(given)}`)
  }
  text('userName', raw('t.user_name'))
  text('nickName', raw('t.nick_name'))
  text('phonenumber', raw('t.phonenumber'))
  text('email', raw('t.email'))
  const whole = (key: string, condition: (value: number) => Sql) => {
    const given = first(query[key])
    if (given === undefined) return
    if (!/^\d{1,15}$/.test(given)) throw invalid([{ field: key, error: 'notInteger' }])
    conditions.push(condition(Number(given)))
  }
  whole('userId', id => sql`t.id = ${id}`)
  whole('userType', type => sql`t.user_type = ${type}`)
  // A department stands for itself and everything below it.
  whole('deptId', id => sql`(t.dept_id = ${id} or d.ancestors @> array[${id}::bigint])`)
  const status = first(query.status)
  if (status !== undefined) conditions.push(sql`t.status = ${status}`)
  const params = (query.params ?? {}) as Record<string, unknown>
  conditions.push(
    ...rangeConditions(
      raw('t.created_at'),
      'beginTime',
      first(params.beginTime) ?? first(query.beginTime),
      first(params.endTime) ?? first(query.endTime),
      true,
    ),
  )
  return conditions
}

const sortable: Record<string, string> = {
  userName: 't.user_name',
  nickName: 't.nick_name',
  createTime: 't.created_at',
  loginDate: 't.login_date',
  id: 't.id',
  userId: 't.id',
}

function orderOf(query: ListQuery): Sql {
  const wanted = first(query.orderBy) ?? first(query.orderByColumn)
  const direction = first(query.order) ?? first(query.isAsc) ?? 'asc'
  if (!['asc', 'desc', 'ascending', 'descending'].includes(direction))
    throw invalid([{ field: 'order', error: 'notOneOf' }])
  if (wanted === undefined) return raw('t.id desc')
  const column = Object.hasOwn(sortable, wanted) ? sortable[wanted] : undefined
  if (!column) throw invalid([{ field: 'orderBy', error: 'notOneOf' }])
  const down = direction.startsWith('desc') ? 'desc' : 'asc'
  return raw(`${column} ${down} nulls last, t.id ${down}`)
}

export async function listUsers(
  db: Db,
  query: ListQuery,
  extra: readonly Sql[],
): Promise<{ rows: UserRow[]; total: number; estimated: boolean }> {
  const filters = userFilter(query)
  const order = orderOf(query)
  // First which rows, then what stands in them: rows that are skipped would else have their roles gathered as well.
  const { ids, ...count } = await findPage(
    db,
    {
      from: sql`account t left join dept d on d.tenant_id = t.tenant_id and d.id = t.dept_id`,
      where: all([...filters, ...extra]),
      order,
      searched: filters.length > 0,
    },
    pageOf(query),
  )
  const rows = ids.length
    ? await db.query<UserRow>(
        sql`select ${columns} from ${source} where t.tenant_id = ${db.tenant ?? null} and t.id = any(${ids}::bigint[]) order by ${order}`,
      )
    : []
  return { rows, ...count }
}

/** Blocks by key, for exports. */
export async function userBlock(
  db: Db,
  actor: Actor,
  query: ListQuery,
  after: number,
  size: number,
): Promise<UserRow[]> {
  const where = all([...userFilter(query), userReach(actor, 'system:user:export'), sql`t.id > ${after}`])
  return db.query<UserRow>(sql`select ${columns} from ${source} where ${where} order by t.id limit ${size}`)
}

export async function findUser(db: Db, id: number, reach: Sql): Promise<UserRow | undefined> {
  return db.maybe<UserRow>(sql`select ${columns} from ${source} where t.id = ${id} and ${reach}`)
}

/** Verbs of the users screen beside the operations, by the permission behind them. */
const beside = {
  resetPwd: 'system:user:resetPwd',
  changeStatus: 'system:user:edit',
  authRole: 'system:user:edit',
  forceLogout: 'monitor:online:forceLogout',
}

function rights(actor: Actor, power: GrantPower, row: UserRow): Rights {
  const self = row.id === actor.accountId
  const higher = !self && !power.mayTouch(row.roles.map(role => role.id))
  const others = self ? 'system.user.self' : undefined
  return rightsOf(user, actor, row, {
    beside,
    against: verb => (higher ? 'system.user.higher' : verb === 'edit' ? undefined : others),
  })
}

/** Rows as they are answered: pictures as addresses, roles by name, what may be done. */
export async function answerUsers(
  db: Db,
  files: Files,
  actor: Actor,
  power: GrantPower,
  rows: readonly UserRow[],
  roleName: (role: HeldRole) => string,
) {
  const pictures = await files.infos(
    db,
    rows.flatMap(row => row.avatar ?? []),
  )
  return rows.map(row => {
    const { leader, roles, ...rest } = row
    return {
      ...rest,
      avatar: (row.avatar && pictures.get(row.avatar)?.url) ?? null,
      dept: row.deptId ? { deptId: row.deptId, deptName: row.deptName, leader } : null,
      enterpriseName: actor.tenantName,
      roleIds: roles.map(role => role.id),
      roleNames: roles.map(roleName),
      ...rights(actor, power, row),
    }
  })
}
