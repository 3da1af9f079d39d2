import { type RowOf, roleView } from '@timbermark/contract'
import type { SheetOptions } from '../../../entity/export.ts'
import { type FoundRow, readingOf } from '../../../entity/read-rows.ts'
import { keysContaining, roleName } from '../../../entity/words.ts'
import { currentTenant, containsText, type Sql, sql } from '../../../platform/database/sql.ts'
import { GrantPower } from './grants.ts'
import { rolesInScope } from './scope.ts'

/** A role row of the statement; bootstrap roles have their original name. */
type RoleRow = FoundRow & Omit<RowOf<typeof roleView>, 'roleId' | 'can' | 'why' | 'grantable'>
type KnownRole = RoleRow & { grantable: boolean; changeable: boolean }

/** Verbs of the roles screen in addition to the declared operations, with their permissions. */
const extraVerbs = {
  dataScope: 'system:role:edit',
  changeStatus: 'system:role:edit',
  authUser: 'system:role:edit',
  secondFactor: 'system:role:edit',
}

/** Roles in scope, with what the caller may do with each. @param moreColumns columns of one reading only */
const rolesReadingWith = (moreColumns: Sql) =>
  readingOf(roleView, {
    columns: {
      userCount: sql`(select count(*)::int from account_role ar where ar.tenant_id = ${currentTenant} and ar.role_id = t.id)`,
      origin: sql`case when t.built_in then 'delivered' else 'own' end`,
      createTime: sql`t.created_at`,
    },
    more: sql`
    t.built_in as "builtIn", t.second_factor as "secondFactor", t.menu_check_strictly as "menuCheckStrictly",
    t.dept_check_strictly as "deptCheckStrictly"${moreColumns}`,
    search: {
      // A bootstrap role is found by its name in the reader's language.
      roleName: (text, { language }) => {
        const keys = keysContaining(language, 'role.', text).map(key => key.slice('role.'.length))
        return sql`((not t.built_in and ${containsText(sql`t.role_name`, text)}) or (t.built_in and t.role_key = any(${keys})))`
      },
    },
    where: ({ actor }, verb) => rolesInScope(actor, `system:role:${verb}`),
    enrich: async (rows: RoleRow[], { actor }, db) => {
      const power = await GrantPower.load(db, actor)
      return rows.map(row => ({
        ...row,
        grantable: power.canGrantSomewhere(row.id),
        changeable: power.canChange(row.id),
      }))
    },
    rules: (row: KnownRole) => {
      const refusedUnless = (allowed: boolean) => (allowed ? undefined : 'system.role.notGrantable')
      return {
        extraVerbs,
        against: verb => {
          if (verb === 'authUser') return refusedUnless(row.grantable)
          return row.builtIn && verb !== 'secondFactor' ? 'system.role.builtIn' : refusedUnless(row.changeable)
        },
      }
    },
    toRows: (rows: KnownRole[], { language }) =>
      rows.map(({ changeable: _, ...row }) => ({
        ...row,
        roleName: roleName(language, { key: row.roleKey, name: row.roleName, builtIn: row.builtIn }),
      })),
  })

export const roles = rolesReadingWith(sql``)

/** One role with its menus and departments. */
export const roleDetail = rolesReadingWith(sql`,
  coalesce((select json_agg(rm.menu_id order by rm.menu_id) from role_menu rm where rm.tenant_id = ${currentTenant} and rm.role_id = t.id), '[]') as "menuIds",
  coalesce((select json_agg(rd.dept_id order by rd.dept_id) from role_dept rd where rd.tenant_id = ${currentTenant} and rd.role_id = t.id), '[]') as "deptIds"`)

/** The workbook of the roles screen. */
export const rolesSheet: SheetOptions = {
  columns: ['id', 'roleName', 'roleKey', 'roleSort', 'dataScope', 'status', 'createTime', 'remark'],
}
