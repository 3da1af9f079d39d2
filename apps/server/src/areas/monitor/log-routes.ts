import type { emptyOperations, emptySignIns, removeOperations, removeSignIns } from '@timbermark/contract/calls'
import type { Language } from '@timbermark/contract'
import { z } from 'zod'
import { countRows, type ListQuery, pageOf } from '../../crud/list.ts'
import { idsOf } from '../../crud/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { type RouteSpec, Rows, route, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { all, name, type Sql, sql } from '../../platform/database/sql.ts'
import type { XlsxColumn } from '../../platform/workbook/xlsx.ts'
import { inBlocks, sheetAnswer, textColumn } from '../../crud/sheets.ts'
import { word } from '../../crud/words.ts'
import { logOrder } from './log-query.ts'

/** A log that people read, search, thin out and export, but never write. */
export interface Log<R extends Row & { id: number }> {
  /** Second part of its permissions and addresses: `monitor:<key>:list`, `/monitor/<key>/list`. */
  key: string
  table: string
  /** What it is called in the interface docs. */
  summary: string
  remove: typeof removeOperations | typeof removeSignIns
  empty: typeof emptyOperations | typeof emptySignIns
  /** Name of the exported file. */
  file: string
  columns: Sql
  conditions(query: ListQuery): Sql[]
  /** Columns that the list may be ordered by. */
  sortable: Record<string, string>
  /** A stored row as it is answered, texts in the reader's language. */
  answered(language: Language, actor: Actor, row: R): Row
  /** Columns of the export, and the labels that their values need. */
  sheet: {
    texts: readonly string[]
    others: readonly { key: string; width: number; kind: XlsxColumn['kind'] }[]
    labels(db: Db, language: Language): Promise<Record<string, ReadonlyMap<string, string>>>
  }
}

const anyQuery = z.record(z.string(), z.unknown())

/** List, one entry, removal, emptying and export of a log, inside the caller's enterprise. */
export function logRoutes<R extends Row & { id: number }>(log: Log<R>): RouteSpec[] {
  const base = `/monitor/${log.key}`
  const title = `monitor.${log.key}`
  const table = name(log.table)
  const permission = (verb: string) => ({ permission: `monitor:${log.key}:${verb}` })
  return [
    route({
      method: 'GET',
      path: `${base}/list`,
      access: permission('list'),
      summary: `${log.summary}, newest first`,
      query: anyQuery,
      labels: title,
      handler: ({ services, actor, query, language }) =>
        services.database.withTenant(actor.tenantId, async db => {
          const where = all(log.conditions(query as ListQuery))
          const { page, limit } = pageOf(query as ListQuery)
          const rows = await db.query<R>(
            sql`select ${log.columns} from ${table} t where ${where} order by ${logOrder(query as ListQuery, log.sortable)} limit ${limit} offset ${(page - 1) * limit}`,
          )
          const { total, estimated } = await countRows(db, sql`${table} t`, where)
          return new Rows(
            rows.map(row => log.answered(language, actor, row)),
            total,
            estimated,
          )
        }),
    }),
    route({
      method: 'GET',
      path: `${base}/:id(^\\d+$)`,
      access: permission('query'),
      summary: `One entry of: ${log.summary}`,
      handler: ({ services, actor, params, language }) =>
        services.database.withTenant(actor.tenantId, async db => {
          const row = await db.maybe<R>(sql`select ${log.columns} from ${table} t where t.id = ${Number(params.id)}`)
          if (!row) throw new Refusal('notFound')
          return log.answered(language, actor, row)
        }),
    }),
    serve(log.remove, ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const ids = [...new Set(idsOf(params.ids))]
        const removed = await db.execute(sql`delete from ${table} where id = any(${ids}::bigint[])`)
        if (removed !== ids.length) throw new Refusal('notFound')
        return { removed }
      }),
    ),
    serve(log.empty, ({ services, actor }) =>
      services.database.withTenant(actor.tenantId, async db => ({
        removed: await db.execute(sql`delete from ${table}`),
      })),
    ),
    route({
      method: 'GET',
      path: `${base}/export`,
      access: permission('export'),
      summary: `${log.summary} as a workbook (xlsx)`,
      query: anyQuery,
      labels: title,
      audit: { title, kind: 'export' },
      handler: async call => {
        const { services, actor, query, language } = call
        const inTenant = <T>(work: (db: Db) => Promise<T>) => services.database.withTenant(actor.tenantId, work)
        const label = (key: string) => word(language, `${title}.${key}`)
        const labels = await inTenant(db => log.sheet.labels(db, language))
        const keys = [...log.sheet.texts, ...log.sheet.others.map(other => other.key)]
        const columns: XlsxColumn[] = [
          { title: word(language, 'common.id'), width: 10, kind: 'integer' },
          ...log.sheet.texts.map(key => textColumn(label(key))),
          ...log.sheet.others.map(({ key, width, kind }) => ({ title: label(key), width, kind })),
        ]
        const rows = inBlocks(
          (after, size) =>
            inTenant(db =>
              db.query<R>(
                sql`select ${log.columns} from ${table} t where ${all([...log.conditions(query as ListQuery), sql`t.id > ${after}`])} order by t.id limit ${size}`,
              ),
            ),
          row => {
            const one = log.answered(language, actor, row)
            return [row.id, ...keys.map(key => labels[key]?.get(String(one[key])) ?? one[key])]
          },
        )
        return sheetAnswer(call, log.file, columns, rows)
      },
    }),
  ]
}
