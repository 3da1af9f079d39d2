import type { Language } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { Answer, type RouteSpec, route } from '../../platform/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/sql.ts'

/** The reader's own word for a delivered text; what people wrote themselves stays as they wrote it. */
export function translated(language: Language, key: string | null, written: string): string {
  return (key && (all[language] as Record<string, string>)[key]) || written
}

export const dictionaryRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/system/dict/data/type/:type',
    access: 'signedIn',
    summary: 'Entries in use of one dictionary, labels in the reader’s language',
    handler: ({ services, actor, params, language }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const rows = await db.query<{ id: number; dict_sort: number; dict_label: string; dict_value: string; dict_type: string; label_key: string | null; css_class: string | null; list_class: string | null; is_default: string; remark: string | null; extra: unknown }>(sql`
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
  }),
  route({
    method: 'GET',
    path: '/system/config/configKey/:key',
    access: 'public',
    summary: 'Value of a parameter that everybody may read',
    handler: async ({ services, params }) => {
      const row = await services.database.withoutTenant(db => db.maybe<{ config_value: string }>(sql`select config_value from config where config_key = ${params.key} and is_public`))
      if (!row) throw new Refusal('notFound')
      return new Answer(row.config_value, { msg: row.config_value })
    },
  }),
]
