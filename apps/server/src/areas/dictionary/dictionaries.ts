import { dictionaryEntries, dictionaryOptions, refreshDictionaries } from '@timbermark/contract/calls'
import { dictData, dictType } from '@timbermark/contract'
import type { ListQuery } from '../../crud/list-query.ts'
import { listRows } from '../../crud/list.ts'
import { entityRoutes } from '../../crud/routes.ts'
import { getRow } from '../../crud/write.ts'
import { type RouteSpec, Rows, route, serve } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { z } from 'zod'
import { answerEntries, answerTypes, keysOf, labelCondition, nameCondition } from './dict-rows.ts'
import { isDeliveredEntry, isDeliveredType, newText } from './dict-texts.ts'
import { bumpRights } from '../rights/rights.ts'
import { sheetAnswer, textColumn } from '../../crud/sheets.ts'
import { aliased } from '../../crud/wire.ts'
import { dictionaryWords } from '../../crud/dictionary.ts'
import { translated, word } from '../../crud/words.ts'

export { translated } from '../../crud/words.ts'

const anyQuery = z.record(z.string(), z.unknown())
const permission = (verb: string) => ({ permission: `system:dict:${verb}` })

interface EntryRow {
  id: number
  dict_sort: number
  dict_label: string
  dict_value: string
  dict_type: string
  label_key: string | null
  css_class: string | null
  list_class: string | null
  is_default: string
  remark: string | null
  extra: unknown
}

const typeRoutes = entityRoutes(
  dictType,
  {
    beforeWrite: async (db, _actor, body, before) => {
      if (!before) return
      if ('dictType' in body && body.dictType !== before.dictType && isDeliveredType(before.dictType as string))
        throw new Refusal('system.dict.delivered')
      if (!('dictName' in body)) return
      const key = (await keysOf(db, 'dict_type', [before.id as number])).get(before.id as number) ?? null
      const name = newText(body.dictName, key, before.dictName as string)
      if (name === undefined) body.dictName = before.dictName
      else await db.execute(sql`update dict_type set title_key = null where id = ${before.id}`)
    },
    beforeRemove: async (db, _actor, row) => {
      if (isDeliveredType(row.dictType as string)) throw new Refusal('system.dict.delivered')
      if (await db.maybe(sql`select 1 from dict_data where dict_type = ${row.dictType} limit 1`))
        throw new Refusal('system.dict.hasEntries', { name: String(row.dictName) })
    },
  },
  ['list', 'query'],
)

const dataRoutes = entityRoutes(
  dictData,
  {
    beforeWrite: async (db, _actor, body, before) => {
      if (!before) {
        if (!(await db.maybe(sql`select 1 from dict_type where dict_type = ${body.dictType}`)))
          throw new Refusal('invalid', {}, { issues: [{ field: 'dictType', error: 'referenceMissing' }] })
        return
      }
      const delivered = isDeliveredEntry(before.dictType as string, before.dictValue as string)
      if (delivered && 'dictValue' in body && body.dictValue !== before.dictValue)
        throw new Refusal('system.dict.delivered')
      if (!('dictLabel' in body)) return
      const key = (await keysOf(db, 'dict_data', [before.id as number])).get(before.id as number) ?? null
      const label = newText(body.dictLabel, key, before.dictLabel as string)
      if (label === undefined) body.dictLabel = before.dictLabel
      else await db.execute(sql`update dict_data set label_key = null where id = ${before.id}`)
    },
    beforeRemove: async (_db, _actor, row) => {
      if (isDeliveredEntry(row.dictType as string, row.dictValue as string)) throw new Refusal('system.dict.delivered')
    },
  },
  ['list', 'query', 'export'],
)

export const dictionaryRoutes: RouteSpec[] = [
  ...aliased(typeRoutes, 'dictId'),
  ...aliased(dataRoutes, 'dictCode'),
  route({
    method: 'GET',
    path: '/system/dict/type/list',
    access: permission('list'),
    summary: 'Dictionaries',
    query: anyQuery,
    labels: 'system.dict.type',
    handler: ({ services, actor, query, language }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const { dictName: _name, ...rest } = query
        const { rows, total, estimated } = await listRows(
          db,
          dictType,
          actor,
          rest as ListQuery,
          nameCondition(query as ListQuery, language),
        )
        return new Rows(await answerTypes(db, actor, language, rows), total, estimated)
      }),
  }),
  route({
    method: 'GET',
    path: '/system/dict/type/:id(^\\d+$)',
    access: permission('query'),
    summary: 'One dictionary',
    handler: ({ services, actor, params, language }) =>
      services.database.withTenant(
        actor.tenantId,
        async db =>
          (
            await answerTypes(db, actor, language, [
              await getRow(db, services.files, dictType, actor, Number(params.id)),
            ])
          )[0],
      ),
  }),
  serve(dictionaryOptions, ({ services, actor, language }) =>
    services.database.withTenant(actor.tenantId, async db =>
      (
        await db.query<{ id: number; name: string; type: string; key: string | null; status: '0' | '1' }>(
          sql`select id, dict_name as name, dict_type as type, title_key as key, status from dict_type order by dict_type`,
        )
      ).map(row => ({
        id: row.id,
        dictId: row.id,
        dictName: translated(language, row.key, row.name),
        dictType: row.type,
        status: row.status,
      })),
    ),
  ),
  serve(refreshDictionaries, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, async db => {
      await bumpRights(db, platformTenant)
      return db.one(sql`select count(*)::int as types, (select count(*)::int from dict_data) as entries from dict_type`)
    }),
  ),
  route({
    method: 'GET',
    path: '/system/dict/data/list',
    access: permission('list'),
    summary: 'Entries of a dictionary, labels in the reader’s language',
    query: anyQuery,
    labels: 'system.dict.data',
    handler: ({ services, actor, query, language }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const { rows, total, estimated } = await listRows(
          db,
          dictData,
          actor,
          query as ListQuery,
          labelCondition(query as ListQuery, language),
        )
        return new Rows(await answerEntries(db, actor, language, rows), total, estimated)
      }),
  }),
  route({
    method: 'GET',
    path: '/system/dict/data/:id(^\\d+$)',
    access: permission('query'),
    summary: 'One entry of a dictionary',
    handler: ({ services, actor, params, language }) =>
      services.database.withTenant(
        actor.tenantId,
        async db =>
          (
            await answerEntries(db, actor, language, [
              await getRow(db, services.files, dictData, actor, Number(params.id)),
            ])
          )[0],
      ),
  }),
  route({
    method: 'GET',
    path: '/system/dict/data/export',
    access: permission('export'),
    summary: 'Entries of a dictionary as a workbook (xlsx)',
    query: anyQuery,
    labels: 'system.dict.data',
    audit: { title: 'system.dict.data', kind: 'export' },
    handler: async call => {
      const { services, actor, query, language } = call
      const label = (key: string) => word(language, `system.dict.data.${key}`)
      const states = await services.database.withTenant(actor.tenantId, db =>
        dictionaryWords(db, 'sys_normal_disable', language),
      )
      const columns = [
        { title: word(language, 'common.id'), width: 10, kind: 'integer' as const },
        ...['dictType', 'dictLabel', 'dictValue', 'dictSort', 'listClass', 'cssClass', 'isDefault', 'status'].map(key =>
          textColumn(label(key)),
        ),
        textColumn(label('remark'), 30),
      ]
      const rows = async function* (): AsyncGenerator<unknown[]> {
        for (let page = 1; ; page++) {
          const block = await services.database.withTenant(actor.tenantId, async db => {
            const found = await listRows(
              db,
              dictData,
              actor,
              { ...(query as ListQuery), orderBy: 'id', order: 'asc', page, limit: 100 },
              labelCondition(query as ListQuery, language),
            )
            return answerEntries(db, actor, language, found.rows)
          })
          for (const row of block)
            yield [
              row.id,
              row.dictType,
              row.dictLabel,
              row.dictValue,
              row.dictSort,
              row.listClass,
              row.cssClass,
              row.isDefault,
              states.get(String(row.status)) ?? row.status,
              row.remark,
            ]
          if (block.length < 100) return
        }
      }
      return sheetAnswer(call, 'dictionary-entries', columns, rows())
    },
  }),
  serve(dictionaryEntries, ({ services, actor, params, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const rows = await db.query<EntryRow>(sql`
          select d.id, d.dict_sort, d.dict_label, d.dict_value, d.dict_type, d.label_key, d.css_class, d.list_class, d.is_default, d.remark, d.extra
          from dict_data d join dict_type t on t.dict_type = d.dict_type
          where d.dict_type = ${params.type} and d.status = '0' and t.status = '0' order by d.dict_sort, d.id`)
      return rows.map(row => ({
        id: row.id,
        dictCode: row.id,
        dictSort: row.dict_sort,
        dictLabel: translated(language, row.label_key, row.dict_label),
        dictValue: row.dict_value,
        dictType: row.dict_type,
        cssClass: row.css_class,
        listClass: row.list_class,
        isDefault: row.is_default,
        remark: row.remark,
        ...(row.extra ? { extra: row.extra } : {}),
      }))
    }),
  ),
]
