import {
  type AnyEntity,
  columnOf,
  entityByKey,
  type Field,
  isFilesKind,
  canonicalValue,
  keyOf,
  labelKeyOf,
  type Listed,
  tableOf,
  tidyText,
} from '@timbermark/contract'
import { contactText } from '@timbermark/contract/reading'
import type { Db, Row } from '../platform/database/database.ts'
import { platformTenant } from '../platform/operator.ts'
import type { Files } from '../platform/files/files.ts'
import { cleanRichText } from '../platform/files/rich-text.ts'
import { identifier, raw, type Sql, sql } from '../platform/database/sql.ts'
import { labelledBy } from './names.ts'

/** Columns of every record in addition to its declared fields. */
export const auditColumns = { createTime: 'created_at', updateTime: 'updated_at' } as const

export function targetOf(field: Field): AnyEntity | undefined {
  if (field.kind !== 'ref') return undefined
  const target = entityByKey(field.entity)
  if (!target) throw new Error(`Reference to an unknown entity: ${field.entity}`)
  return target
}

const alias = (field: string) => `r_${columnOf(field)}`

/** Columns of a reference's label, as the rows of a list carry it. */
export function labelColumns(field: Field, key: string): Sql[] {
  const target = targetOf(field)
  if (!target) return []
  const as = labelKeyOf(key)
  const from = identifier(alias(key))
  return labelledBy(from, target, as)
}

/**
 * Joins for the labels of references. They compare the tenant too, so that no other tenant's row can answer, except the
 * platform's rows of an overlay.
 * @param tenantId the reader's tenant
 * @param several whether rows belong to several tenants; only the labels of the reader's own are shown
 */
export function referenceJoins(
  entity: AnyEntity,
  listed: Listed,
  fields: readonly string[],
  tenantId: number,
  several: boolean,
): Sql[] {
  return fields.flatMap(key => {
    const target = targetOf(listed.fields[key]!)
    if (!target) return []
    const as = identifier(alias(key))
    const compareTenant = entity.tenancy !== 'platform' && keyOf(target) !== 'tenant/enterprise'
    const sameTenant =
      compareTenant && target.tenancy === 'tenant'
        ? sql` and ${as}.tenant_id = ${tenantId}${several ? sql` and ${as}.tenant_id = t.tenant_id` : sql``}`
        : compareTenant && target.tenancy === 'overlay'
          ? sql` and ${as}.tenant_id in (${platformTenant}, ${tenantId})`
          : sql``
    return [
      sql`left join ${identifier(tableOf(target))} ${as} on ${as}.id = t.${identifier(columnOf(key))}${sameTenant}`,
    ]
  })
}

/**
 * Join for the user who created a row. Only users of the reader's tenant are shown.
 * @param tenantId the reader's tenant
 * @param several whether rows belong to several tenants
 */
export function authorJoin(entity: AnyEntity, tenantId: number, several: boolean): Sql {
  const sameTenant =
    entity.tenancy === 'overlay' || (entity.tenancy === 'tenant' && several)
      ? sql` and creator.tenant_id = t.tenant_id`
      : sql``
  return sql`left join account creator on creator.id = t.created_by and creator.tenant_id = ${tenantId}${sameTenant}`
}

/** A field's name as an output column. */
export function quoted(key: string): Sql {
  if (!/^[A-Za-z][A-Za-z0-9]*$/.test(key)) throw new Error(`Not a field name: ${key}`)
  return raw(`"${key}"`)
}

/** The value to store in a column: canonical for its kind, numbers as numbers, texts with plain blanks. */
export function stored(field: Field, value: unknown): unknown {
  const canonical = canonicalValue(field, value)
  if (isFilesKind(field)) return canonical ?? []
  if (canonical === undefined) return null
  if (field.kind === 'text') return contactText(field, String(canonical)) ?? tidyText(String(canonical))
  if (field.kind === 'richText') return cleanRichText(String(canonical))
  return field.kind === 'integer' || field.kind === 'ref' ? Number(canonical) : canonical
}

/** Replaces file ids by what rows carry of a file; ids of files that are gone are left out. */
export async function withFiles(db: Db, files: Files, entity: Pick<Listed, 'fields'>, rows: Row[]): Promise<Row[]> {
  const keys = Object.entries(entity.fields)
    .filter(([, field]) => isFilesKind(field))
    .map(([key]) => key)
  if (keys.length === 0 || rows.length === 0) return rows
  const infos = await files.infos(
    db,
    rows.flatMap(row => keys.flatMap(key => (row[key] as string[] | undefined) ?? [])),
  )
  for (const row of rows) {
    for (const key of keys) if (row[key]) row[key] = (row[key] as string[]).flatMap(id => infos.get(id) ?? [])
  }
  return rows
}

export function ownerOf(entity: AnyEntity, id: number): string {
  return `${tableOf(entity)}/${id}`
}
