import { dictionaryEntries, dictionaryOptions, refreshDictionaries } from '@timbermark/contract/calls'
import { dictData, dictType, type Texts } from '@timbermark/contract'
import { entityRoutes } from '../../../entity/routes.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { entriesReading, isDefaultEntry, isDefaultType, typesReading } from './dict-rows.ts'
import { bumpRights } from '../rights/rights.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { aliased } from '../../../entity/wire.ts'
import { nameIn } from '../../../entity/names.ts'

interface EntryRow {
  id: number
  dict_sort: number
  dict_label: string
  dict_value: string
  dict_type: string
  texts: Texts
  label_key: string | null
  css_class: string | null
  list_class: string | null
  is_default: string
  remark: string | null
  remark_texts: Texts
  extra: unknown
}

const typeRoutes = entityRoutes(
  dictType,
  {
    beforeWrite: async (_db, _actor, body, before) => {
      if (!before) return
      if ('dictType' in body && body.dictType !== before.dictType && isDefaultType(before.dictType as string))
        throw new Refusal('system.dict.delivered')
    },
    beforeRemove: async (db, _actor, row) => {
      if (isDefaultType(row.dictType as string)) throw new Refusal('system.dict.delivered')
      if (await db.maybe(sql`select 1 from dict_data where dict_type = ${row.dictType} limit 1`))
        throw new Refusal('system.dict.hasEntries', { name: String(row.dictName) })
    },
  },
  ['list', 'query', 'export'],
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
      const delivered = isDefaultEntry(before.dictType as string, before.dictValue as string)
      if (delivered && 'dictValue' in body && body.dictValue !== before.dictValue)
        throw new Refusal('system.dict.delivered')
    },
    beforeRemove: async (_db, _actor, row) => {
      if (isDefaultEntry(row.dictType as string, row.dictValue as string)) throw new Refusal('system.dict.delivered')
    },
  },
  ['list', 'query', 'export'],
)

const typeSheet = { columns: ['id', 'dictName', 'dictType', 'status', 'remark', 'createTime'] }

const entrySheet = {
  columns: [
    'id',
    'dictType',
    'dictLabel',
    'dictValue',
    'dictSort',
    'listClass',
    'cssClass',
    'isDefault',
    'status',
    'remark',
  ],
}

export const dictionaryRoutes: RouteSpec[] = [
  ...aliased(typeRoutes, 'dictId'),
  ...aliased(dataRoutes, 'dictCode'),
  ...viewRoutes(typesReading, { summary: 'Dictionaries', sheet: typeSheet }),
  ...viewRoutes(entriesReading, {
    summary: 'Entries of a dictionary, labels and remarks in the reader’s language',
    sheet: entrySheet,
  }),
  serve(dictionaryOptions, ({ services, actor, language }) =>
    services.database.withTenant(actor.tenantId, async db =>
      (
        await db.query<{ id: number; name: string; type: string; texts: Texts; key: string | null; status: '0' | '1' }>(
          sql`select id, dict_name as name, dict_type as type, dict_name_texts as texts, title_key as key, status from dict_type order by dict_type`,
        )
      ).map(row => ({
        id: row.id,
        dictId: row.id,
        dictName: nameIn(language, row.name, row.texts, row.key),
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
  serve(dictionaryEntries, ({ services, actor, params, language }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const rows = await db.query<EntryRow>(sql`
          select d.id, d.dict_sort, d.dict_label, d.dict_value, d.dict_type, d.dict_label_texts as texts, d.label_key, d.css_class, d.list_class,
            d.is_default, d.remark, d.remark_texts, d.extra
          from dict_data d join dict_type t on t.dict_type = d.dict_type
          where d.dict_type = ${params.type} and d.status = '0' and t.status = '0' order by d.dict_sort, d.id`)
      return rows.map(row => ({
        id: row.id,
        dictCode: row.id,
        dictSort: row.dict_sort,
        dictLabel: nameIn(language, row.dict_label, row.texts, row.label_key),
        dictValue: row.dict_value,
        dictType: row.dict_type,
        cssClass: row.css_class,
        listClass: row.list_class,
        isDefault: row.is_default,
        remark: row.remark === null ? null : nameIn(language, row.remark, row.remark_texts),
        ...(row.extra ? { extra: row.extra } : {}),
      }))
    }),
  ),
]
