import { type RowOf, userView } from '@timbermark/contract'
import { type FoundRow, type Reader, type ReadVerb, readingOf, parseWholeNumber } from '../../../entity/read-rows.ts'
import type { SheetOptions } from '../../../entity/export.ts'
import { roleName } from '../../../entity/words.ts'
import type { Db } from '../../../platform/database/database.ts'
import { currentTenant, type Sql, sql } from '../../../platform/database/sql.ts'
import { GrantPower } from '../rights/grants.ts'
import { usersInScope } from '../rights/scope.ts'

export interface HeldRole {
  id: number
  key: string
  name: string
  builtIn: boolean
}

type Stored = Pick<
  RowOf<typeof userView>,
  keyof typeof userView.fields | 'deptName' | 'initial' | 'waiting' | 'secondFactor' | 'avatar'
>
/** A user row of the statement; roles are listed by key. */
type UserRow = FoundRow &
  Omit<Stored, 'roleNames' | 'enterpriseName'> &
  Pick<RowOf<typeof userView>, 'createTime' | 'updateTime' | 'createBy'> & { leader: string | null; roles: HeldRole[] }
/** With the address of the picture, and whether the user holds more than the reader. */
type KnownUser = UserRow & { higher: boolean }

const heldRoles = sql`
  coalesce((select json_agg(json_build_object('id', r.id, 'key', r.role_key, 'name', r.role_name, 'builtIn', r.built_in) order by r.role_sort, r.id)
    from account_role ar join role r on r.tenant_id = ${currentTenant} and r.id = ar.role_id
    where ar.tenant_id = ${currentTenant} and ar.account_id = t.id), '[]')`

async function withReaderFacts(rows: UserRow[], { actor, services }: Reader, db: Db): Promise<KnownUser[]> {
  const power = await GrantPower.load(db, actor)
  const pictures = await services.files.infos(
    db,
    rows.flatMap(row => row.avatar ?? []),
  )
  return rows.map(row => ({
    ...row,
    avatar: (row.avatar && pictures.get(row.avatar)?.url) ?? null,
    higher:
      row.id !== actor.accountId && !power.canActOn({ deptId: row.deptId, roleIds: row.roles.map(role => role.id) }),
  }))
}

/** Verbs of the users screen in addition to the declared operations, with their permissions. */
const extraVerbs = {
  resetPwd: 'system:user:resetPwd',
  changeStatus: 'system:user:edit',
  authRole: 'system:user:edit',
  forceLogout: 'monitor:online:forceLogout',
  take: 'system:user:add',
  resetSecondFactor: 'system:user:resetPwd',
}

/** A reading of users with a scope condition of the caller's choice. */
export const usersReadingWhere = (where: (reader: Reader, verb: ReadVerb) => Sql) =>
  readingOf(userView, {
    joins: sql`left join dept d on d.tenant_id = ${currentTenant} and d.id = t.dept_id`,
    columns: { createTime: sql`t.created_at`, roleNames: 'computedInCode', enterpriseName: 'computedInCode' },
    more: sql`d.leader, t.avatar, t.initial_until is not null as initial, t.waits_until is not null as waiting,
      exists (select from second_factor f where f.tenant_id = ${currentTenant} and f.account_id = t.id
      and f.confirmed_at is not null) as "secondFactor", ${heldRoles} as roles`,
    search: {
      userId: value => sql`t.id = ${parseWholeNumber('userId', value)}`,
      // A department includes everything below it.
      deptId: value => {
        const id = parseWholeNumber('deptId', value)
        return sql`(t.dept_id = ${id} or d.ancestors @> array[${id}::bigint])`
      },
    },
    where,
    enrich: withReaderFacts,
    rules: (row: KnownUser, { actor }) => {
      const selfRefusal = row.id === actor.accountId ? 'system.user.self' : undefined
      return {
        extraVerbs,
        against: verb => {
          if (row.higher) return 'system.user.higher'
          if (verb === 'take') return row.waiting ? undefined : 'system.user.notWaiting'
          if (verb === 'changeStatus' && row.waiting) return 'system.user.waiting'
          if (verb === 'resetSecondFactor' && !row.secondFactor) return 'auth.secondFactorNone'
          return verb === 'edit' ? undefined : selfRefusal
        },
      }
    },
    toRows: (rows: KnownUser[], { actor, language }) =>
      rows.map(({ leader, roles, higher: _, ...row }) => ({
        ...row,
        dept: row.deptId ? { deptId: row.deptId, deptName: row.deptName, leader } : null,
        enterpriseName: actor.tenantName,
        roleIds: roles.map(role => role.id),
        roleNames: roles.map(role => roleName(language, role)),
      })),
  })

/** Users in the scope of the permission of the users screen. */
export const users = usersReadingWhere(({ actor }, verb) => usersInScope(actor, `system:user:${verb}`))

/** The workbook of the users screen. */
export const usersSheet: SheetOptions = {
  columns: [
    'id',
    'userName',
    'nickName',
    'userType',
    'deptId',
    'roleNames',
    'phonenumber',
    'email',
    'sex',
    'status',
    'loginIp',
    'loginDate',
    'createTime',
    'remark',
  ],
}
