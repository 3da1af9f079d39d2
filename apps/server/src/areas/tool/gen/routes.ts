import {
  type GenContent,
  genTable,
  type GenColumn,
  type GenSettings,
  type TextInEachLanguage,
} from '@timbermark/contract'
import {
  databaseTables,
  downloadGenerated,
  editGenerated,
  importTables,
  previewGenerated,
  removeGenerated,
  synchronizeTable,
} from '@timbermark/contract/calls'
import { readingOf } from '../../../entity/read-rows.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { idsOf } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { FileAnswer, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { assertValid, Refusal } from '../../../platform/refusal.ts'
import { columnsOf, nextMigration, findImportableTable, listImportableTables } from './catalogue.ts'
import { contentIssues, synchronizeColumns, mergeColumns } from './check.ts'
import { isDeclaredTable } from './names.ts'
import { generatedFiles, type GeneratedFile, zipped } from './package.ts'
import { importTable } from './import-table.ts'
import { oneLine, proposedColumns } from './proposal.ts'

const reading = readingOf(genTable, {
  table: 'gen_table',
  where: ({ actor }) => sql`t.tenant_id = ${actor.tenantId}`,
  columns: {
    tableName: sql`case t.schema_name when 'public' then t.table_name else t.schema_name || '.' || t.table_name end`,
    area: sql`t.settings ->> 'area'`,
    entityName: sql`t.settings ->> 'entity'`,
    fieldCount: sql`(select count(*)::int from jsonb_array_elements(t.columns) c where (c ->> 'used')::boolean)`,
  },
  more: sql`t.settings, t.columns`,
})

interface Stored extends GenContent {
  id: number
  schema: string
  table: string
}

/** One imported table, locked on request. @throws Refusal notFound */
async function storedOf(db: Db, actor: Actor, id: number, lock = sql``): Promise<Stored> {
  const row = await db.maybe<Stored>(sql`
    select t.id, t.schema_name as schema, t.table_name as "table", t.settings, t.columns
    from gen_table t where t.tenant_id = ${actor.tenantId} and t.id = ${id} ${lock}`)
  if (!row) throw new Refusal('notFound')
  return row
}

async function filesOf(db: Db, actor: Actor, id: number): Promise<{ stored: Stored; files: GeneratedFile[] }> {
  const stored = await storedOf(db, actor, id)
  assertValid(contentIssues(stored))
  const files = generatedFiles(stored, { source: stored, migration: nextMigration() })
  return { stored, files }
}

const trimmed = ({ zh, en, fr }: TextInEachLanguage): TextInEachLanguage => ({
  zh: oneLine(zh),
  en: oneLine(en),
  fr: oneLine(fr),
})

/** Texts in stored form: each on one line. */
function tidied({ settings, columns }: GenContent): GenContent {
  return {
    settings: { ...settings, one: trimmed(settings.one), many: trimmed(settings.many) },
    columns: columns.map(
      (column): GenColumn => ({
        ...column,
        labels: trimmed(column.labels),
        ...(column.options && { options: column.options.map(one => ({ ...one, labels: trimmed(one.labels) })) }),
      }),
    ),
  }
}

export const genRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { summary: 'Tables in the code generator' }),
  serve(databaseTables, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const known = await db.query<{ name: string }>(
        sql`select schema_name || '.' || table_name as name from gen_table where tenant_id = ${actor.tenantId}`,
      )
      const names = new Set(known.map(row => row.name))
      const tables = await listImportableTables(db, query.search)
      return tables
        .filter(one => !names.has(`${one.schema}.${one.table}`))
        .map(one => ({
          ...one,
          comment: oneLine(one.comment),
          own: one.schema === 'public' && isDeclaredTable(one.table),
        }))
    }),
  ),
  serve(importTables, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const ids: number[] = []
      for (const name of body.tables) {
        ids.push(await importTable(db, actor, name))
      }
      return { ids }
    }),
  ),
  serve(editGenerated, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const stored = await storedOf(db, actor, body.id, sql`for update`)
      const { settings, columns } = tidied({
        settings: body.settings as GenSettings,
        columns: mergeColumns(stored.columns, body.columns),
      })
      assertValid(contentIssues({ settings, columns }))
      await db.execute(sql`
        update gen_table set settings = ${JSON.stringify(settings)}::jsonb, columns = ${JSON.stringify(columns)}::jsonb,
          table_comment = coalesce(${body.tableComment ?? null}, table_comment), remark = ${body.remark ?? null},
          updated_by = ${actor.accountId}, updated_at = now()
        where tenant_id = ${actor.tenantId} and id = ${body.id}`)
    }),
  ),
  serve(synchronizeTable, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const stored = await storedOf(db, actor, Number(params.id), sql`for update`)
      const table = await findImportableTable(db, stored)
      if (!table) throw new Refusal('tool.tableGone', { name: stored.table })
      const now = proposedColumns(await columnsOf(db, table.oid))
      const { columns, ...changes } = synchronizeColumns(stored.columns, now)
      await db.execute(sql`
        update gen_table set columns = ${JSON.stringify(columns)}::jsonb, updated_by = ${actor.accountId}, updated_at = now()
        where tenant_id = ${actor.tenantId} and id = ${stored.id}`)
      return changes
    }),
  ),
  serve(previewGenerated, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => (await filesOf(db, actor, Number(params.id))).files),
  ),
  serve(downloadGenerated, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const { stored, files } = await filesOf(db, actor, Number(params.id))
      const { area, entity } = stored.settings
      return new FileAnswer(zipped(files), 'application/zip', `${area}-${entity}.zip`)
    }),
  ),
  serve(removeGenerated, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const ids = idsOf(params.ids)
      const removed = await db.execute(
        sql`delete from gen_table where tenant_id = ${actor.tenantId} and id = any(${ids}::bigint[])`,
      )
      if (removed < ids.length) throw new Refusal('notFound')
      return { removed }
    }),
  ),
]
