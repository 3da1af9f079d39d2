import { sheetNameOf, templateAnswer } from './sheets.ts'
import {
  type AnyEntity,
  lookupPermissionsOf,
  columnOf,
  keyOf,
  type Operation,
  permissionOf,
  phraseOf,
  tableOf,
} from '@timbermark/contract'
import { added, entityBody, nothing, removed } from '@timbermark/contract/calls'
import { bulkEditBody, editOutcomes } from '@timbermark/contract/transition-calls'
import { type RouteSpec, route, timeZoneOf } from '../platform/http/http.ts'
import type { Row } from '../platform/database/database.ts'
import { allOf, containsText, join, identifier, sql } from '../platform/database/sql.ts'
import type { Services } from '../platform/services.ts'
import { editSeveral } from './bulk-edit.ts'
import { choices, choicesQuery, imported, importForm, statusBody, switched, workbook } from './common-answers.ts'
import { templateColumns, importRows } from './exchange.ts'
import { readingOf } from './read-rows.ts'
import { inLanguage, isNaming, labelledBy, labelOrder, nameAt, nameContains } from './names.ts'
import { runImport } from './run-import.ts'
import { readableRowsInScope, readableRows } from './tenant-rows.ts'
import { entityColumns } from './table/entity-columns.ts'
import { withProgress } from './table/progress.ts'
import { listBodyLimit, listLimits, readImport } from './table/read-import.ts'
import { allowUndo, switchStatus } from './undo.ts'
import { viewRoutes } from './view-routes.ts'
import { addRow, editRow, type EntityHooks, idsOf, lockRow, removeRows } from './write.ts'

/** What the routes of one entity share. */
interface RouteContext {
  entity: AnyEntity
  hooks: EntityHooks
  base: string
  title: string
  labels: string
  permission(verb: string): { permission: string }
}

/** The standard routes of a declared entity. An area may leave some out and write them itself. */
export function entityRoutes(
  entity: AnyEntity,
  hooks: EntityHooks = {},
  except: readonly (Operation | 'changeStatus' | 'options')[] = [],
): RouteSpec[] {
  allowUndo(entity, {
    beforeWrite: services => bindHooks(hooks, services).beforeWrite,
    ...(hooks.afterRestore && { afterRestore: hooks.afterRestore }),
  })
  const reading = readingOf(entity, {
    rules: (row, { actor }) => ({ against: hooks.against?.(row, actor) ?? {} }),
  })
  const context: RouteContext = {
    entity,
    hooks,
    base: `/${keyOf(entity)}`,
    title: phraseOf(entity),
    labels: phraseOf(entity),
    permission: verb => ({ permission: permissionOf(entity, verb) }),
  }
  const has = (operation: Operation) => entity.operations.includes(operation) && !except.includes(operation)
  const hasStatus = entity.fields.status?.kind === 'dict' && !except.includes('changeStatus')
  return [
    ...viewRoutes(reading, { except: except.filter(verb => verb !== 'changeStatus' && verb !== 'options') }),
    ...(has('add') ? [addRoute(context)] : []),
    ...(has('edit') ? [editRoute(context)] : []),
    ...(has('edit') && entity.bulkEdit ? [bulkEditRoute(context)] : []),
    ...(has('edit') && hasStatus ? [changeStatusRoute(context)] : []),
    ...(has('remove') ? [removeRoute(context)] : []),
    ...(has('import') ? importRoutes(context) : []),
    ...(except.includes('options') ? [] : [optionsRoute(context)]),
  ]
}

const bindHooks = (hooks: EntityHooks, services: Services): EntityHooks =>
  hooks.beforeWriteIn ? { ...hooks, beforeWrite: hooks.beforeWriteIn(services) } : hooks

function addRoute(context: RouteContext): RouteSpec {
  const { entity, hooks, base, title, labels, permission } = context
  return route({
    method: 'POST',
    path: base,
    access: permission('add'),
    summary: `Add ${keyOf(entity)}`,
    body: entityBody(entity, 'add'),
    answer: added,
    labels,
    audit: { title, kind: 'add' },
    handler: ({ services, actor, body, language }) =>
      services.database.withTenant(actor.tenantId, async db => ({
        id: await addRow(db, services.files, entity, actor, body, bindHooks(hooks, services), language),
      })),
  })
}

function editRoute(context: RouteContext): RouteSpec {
  const { entity, hooks, base, title, labels, permission } = context
  return route({
    method: 'PUT',
    path: base,
    access: permission('edit'),
    summary: `Edit ${keyOf(entity)}`,
    body: entityBody(entity, 'edit'),
    answer: nothing,
    labels,
    audit: { title, kind: 'edit' },
    handler: ({ services, actor, body, language }) =>
      services.database.withTenant(actor.tenantId, db =>
        editRow(db, services, entity, actor, body, bindHooks(hooks, services), language),
      ),
  })
}

function bulkEditRoute(context: RouteContext): RouteSpec {
  const { entity, hooks, base, title, labels, permission } = context
  return route({
    method: 'PUT',
    path: `${base}/several`,
    access: permission('edit'),
    summary: `Edit several ${keyOf(entity)} alike; answers for each whether it was changed or refused`,
    body: bulkEditBody(entity),
    answer: editOutcomes,
    labels,
    audit: { title, kind: 'edit' },
    handler: ({ services, actor, body: { ids, changes }, language }) =>
      editSeveral(
        services,
        entity,
        { actor, language },
        { ids, changes: changes as Row, hooks: bindHooks(hooks, services) },
      ),
  })
}

function changeStatusRoute(context: RouteContext): RouteSpec {
  const { entity, hooks, base, title, labels, permission } = context
  return route({
    method: 'PUT',
    path: `${base}/changeStatus`,
    access: permission('edit'),
    summary: `Enable or disable ${keyOf(entity)}`,
    body: statusBody,
    answer: switched,
    labels,
    audit: { title, kind: 'edit' },
    handler: ({ services, actor, body }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const row = await lockRow(db, entity, actor, body.id, 'edit')
        await hooks.beforeWrite?.(db, actor, { status: body.status }, row)
        return switchStatus(db, entity, actor, row, body)
      }),
  })
}

function removeRoute(context: RouteContext): RouteSpec {
  const { entity, hooks, base, title, permission } = context
  return route({
    method: 'DELETE',
    path: `${base}/:ids(^[0-9,]+$)`,
    access: permission('remove'),
    summary: `Remove ${keyOf(entity)}`,
    answer: removed,
    audit: { title, kind: 'remove' },
    handler: ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, db => removeRows(db, entity, actor, idsOf(params.ids!), hooks)),
  })
}

function importRoutes(context: RouteContext): RouteSpec[] {
  const { entity, hooks, base, title, permission } = context
  return [
    route({
      method: 'GET',
      path: `${base}/importTemplate`,
      access: permission('import'),
      summary: `Import template of ${keyOf(entity)} (xlsx)`,
      file: workbook,
      handler: ({ services, actor, language }) =>
        services.database.withTenant(actor.tenantId, async db =>
          templateAnswer(language, sheetNameOf(language, entity), await templateColumns(db, entity, actor, language)),
        ),
    }),
    route({
      method: 'POST',
      path: `${base}/importData`,
      access: permission('import'),
      summary: `Import of ${keyOf(entity)}: check or commit, all or nothing`,
      upload: 'file',
      bodyLimit: listBodyLimit,
      form: importForm,
      answer: imported,
      audit: { title, kind: 'import' },
      handler: async ({ services, actor, request, language }) => {
        const { fields, commit, find } = await readImport(request, language, listLimits)
        const table = find(entityColumns(entity, language))
        const by = { language, timeZone: timeZoneOf(request) }
        return withProgress(services.database, actor, fields.progress, table.rows.length, onProgress =>
          runImport(services.database, actor.tenantId, commit, db =>
            importRows(db, services.files, entity, actor, by, table, { hooks: bindHooks(hooks, services), onProgress }),
          ),
        )
      },
    }),
  ]
}

function optionsRoute(context: RouteContext): RouteSpec {
  const { entity, base } = context
  return route({
    method: 'GET',
    path: `${base}/options`,
    access: { anyOf: lookupPermissionsOf(keyOf(entity)) },
    summary: `Choices of ${keyOf(entity)} for a select`,
    query: choicesQuery,
    answer: choices,
    handler: ({ services, actor, query, language }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const field = entity.fields[entity.label]!
        const main = sql`t.${identifier(columnOf(entity.label))}`
        const matches = (text: string) =>
          isNaming(field)
            ? nameContains(nameAt(sql`t`, entity.label, field), text, field.delivered?.phrases)
            : containsText(main, text)
        const conditions = [
          readableRows(entity, actor),
          ...(query.search ? [matches(query.search)] : []),
          ...(query.ids ? [sql`t.id = any(${idsOf(query.ids)})`] : []),
          readableRowsInScope(entity, actor, 'list'),
        ]
        const disabled = entity.fields.status?.kind === 'dict' ? sql`t.status <> '0'` : sql`false`
        const columns = [sql`t.id, ${disabled} as disabled`, ...labelledBy(sql`t`, entity, 'label')]
        const rows = await db.query<Row>(
          sql`
            select ${join(columns, ', ')} from ${identifier(tableOf(entity))} t
            where ${allOf(conditions)} order by ${labelOrder(sql`t`, entity, language)}, t.id limit 50`,
        )
        return inLanguage({ fields: { label: field } }, language, rows)
      }),
  })
}
