import { lookupPermissionsOf } from '@timbermark/contract'
import { userDepts } from '@timbermark/contract/calls'
import { choices, choicesQuery, importForm, workbook } from '../../../entity/common-answers.ts'
import { templateAnswer } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'
import { z } from 'zod'
import { idsOf } from '../../../entity/write.ts'
import { type Actor, hasPermission } from '../../../platform/actor.ts'
import { type RouteSpec, route, serve } from '../../../platform/http/http.ts'
import { allOf, containsText, sql } from '../../../platform/database/sql.ts'
import { loadDeptTree } from '../rights/dept-tree.ts'
import { GrantPower } from '../rights/grants.ts'
import { usersInScope } from '../rights/scope.ts'
import { loadColumnValues, templateColumns } from './users-exchange.ts'
import { importedUsers, importUsers } from './users-import.ts'
import { firstQueryValue } from '../../../entity/wire.ts'

const title = 'system.user'
const permission = (verb: string) => ({ permission: `system:user:${verb}` })

/** The first one is that of the users screen. */
const lookupPermissions = lookupPermissionsOf('system/user')
const lookupPermissionOf = (actor: Actor) => lookupPermissions.find(right => hasPermission(actor, right))!

/** Choices of users and departments, and the import of users. */
export const userListRoutes: RouteSpec[] = [
  serve(userDepts, call =>
    call.services.database.withTenant(call.actor.tenantId, db =>
      loadDeptTree(db, call.actor, 'system:user:list', {
        name: firstQueryValue(call.query.deptName),
        status: firstQueryValue(call.query.status),
      }),
    ),
  ),
  route({
    method: 'GET',
    path: '/system/user/importTemplate',
    access: permission('import'),
    summary: 'Import template of users (xlsx)',
    file: workbook,
    handler: ({ services, actor, language }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const known = await loadColumnValues(db, actor, await GrantPower.load(db, actor), language)
        return templateAnswer(language, word(language, 'sheet.system.user'), templateColumns(language, known))
      }),
  }),
  route({
    method: 'POST',
    path: '/system/user/importData',
    access: permission('import'),
    summary: 'Import of users: check or commit, all or nothing; new users get a one-time password',
    upload: 'file',
    form: importForm.extend({ updateSupport: z.enum(['0', '1']).default('0') }),
    answer: importedUsers,
    audit: { title, kind: 'import' },
    handler: call => importUsers(call),
  }),
  route({
    method: 'GET',
    path: '/system/user/options',
    access: { anyOf: lookupPermissions },
    summary: 'Users for a select, by type',
    query: choicesQuery.extend({
      userType: z
        .string()
        .regex(/^[1-5]$/)
        .optional(),
    }),
    answer: choices,
    handler: ({ services, actor, query }) =>
      services.database.withTenant(actor.tenantId, db => {
        const conditions = [
          usersInScope(actor, lookupPermissionOf(actor)),
          ...(query.search
            ? [
                sql`(${containsText(sql`t.nick_name`, query.search)} or ${containsText(sql`t.user_name`, query.search)})`,
              ]
            : []),
          ...(query.ids ? [sql`t.id = any(${idsOf(query.ids)}::bigint[])`] : []),
          ...(query.userType ? [sql`t.user_type = ${Number(query.userType)}`] : []),
        ]
        return db.query(sql`
          select t.id, t.nick_name || ' (' || t.user_name || ')' as label, t.status <> '0' as disabled, t.user_name as "userName",
            t.nick_name as "nickName", t.user_type as "userType"
          from account t where ${allOf(conditions)} order by t.nick_name, t.id limit 50`)
      }),
  }),
]
