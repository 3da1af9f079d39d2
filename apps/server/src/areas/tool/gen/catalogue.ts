import type { Db } from '../../../platform/database/database.ts'
import { migrationFiles } from '../../../platform/database/migrate.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { foreignSchemas, secretColumn, secretTypes, workings } from './secrets.ts'

/** A table in the database catalogue. */
export interface CatalogueTable {
  schema: string
  table: string
  comment: string
  columns: number
}

/** A column in the database catalogue. */
export interface CatalogueColumn {
  column: string
  /** Type as the database writes it, `character varying(40)`. */
  type: string
  /** Name of the type without its modifiers, `varchar`. */
  typeName: string
  /** Type modifier: longest text, or precision and scale; -1 for none. */
  modifier: number
  isArray: boolean
  comment: string
  notNull: boolean
  hasDefault: boolean
  /** Values of an enumeration. */
  values: string[] | null
  /** Referenced table in `public`. */
  refersTo: string | null
  /** Unique by itself or together with the tenant. */
  unique: boolean
  /** Expressions of its check constraints. */
  checks: string[]
}

/** Condition on importable tables: in `public` and in schemas that people made, without those that hold secrets. */
function importableFilter(more: Sql): Sql {
  return sql`
    c.relkind in ('r', 'p') and not c.relispartition
    and n.nspname not like 'pg\\_%' and n.nspname <> all(${[...foreignSchemas]})
    and not (n.nspname = 'public' and c.relname = any(${[...workings]}))
    and not exists (
      select from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and (a.attname ~* ${secretColumn} or t.typname = any(${[...secretTypes]})))
    and ${more}`
}

/** Tables that the generator may import. Reads the catalogue only, no rows. */
export function listImportableTables(db: Db, search: string | undefined): Promise<CatalogueTable[]> {
  const wanted = search?.trim()
    ? sql`(position(lower(${search.trim()}) in lower(c.relname)) > 0 or position(lower(${search.trim()}) in lower(coalesce(obj_description(c.oid, 'pg_class'), ''))) > 0)`
    : sql`true`
  return db.query<CatalogueTable>(sql`
    select n.nspname::text as schema, c.relname::text as "table", coalesce(obj_description(c.oid, 'pg_class'), '') as comment,
      (select count(*)::int from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${importableFilter(wanted)} order by n.nspname <> 'public', n.nspname, c.relname limit 1000`)
}

/** One table; undefined when it does not exist or may not be imported. */
export async function findImportableTable(
  db: Db,
  { schema, table }: { schema: string; table: string },
): Promise<(CatalogueTable & { oid: number }) | undefined> {
  return db.maybe<CatalogueTable & { oid: number }>(sql`
    select c.oid::int8 as oid, n.nspname::text as schema, c.relname::text as "table", coalesce(obj_description(c.oid, 'pg_class'), '') as comment, 0 as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${importableFilter(sql`n.nspname = ${schema} and c.relname = ${table}`)}`)
}

/** The columns of a table in their order. */
export function columnsOf(db: Db, oid: number): Promise<CatalogueColumn[]> {
  return db.query<CatalogueColumn>(sql`
    select a.attname::text as "column", format_type(a.atttypid, a.atttypmod) as type, coalesce(e.typname, t.typname)::text as "typeName",
      a.atttypmod as modifier, t.typcategory = 'A' as "isArray", coalesce(col_description(a.attrelid, a.attnum), '') as comment,
      a.attnotnull as "notNull", a.atthasdef or a.attidentity <> '' as "hasDefault",
      (select array_agg(l.enumlabel::text order by l.enumsortorder) from pg_enum l where l.enumtypid = a.atttypid) as values,
      (select max(r.relname)::text from pg_constraint k join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where k.conrelid = a.attrelid and k.contype = 'f' and a.attnum = k.conkey[array_length(k.conkey, 1)] and array_length(k.conkey, 1) <= 2
          and rn.nspname = 'public') as "refersTo",
      exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and not i.indisprimary and i.indpred is null and i.indexprs is null
        and ((i.indnkeyatts = 1 and i.indkey[0] = a.attnum) or (i.indnkeyatts = 2 and a.attnum = i.indkey[1] and exists (
          select from pg_attribute o where o.attrelid = i.indrelid and o.attnum = i.indkey[0] and o.attname = 'tenant_id')))) as "unique",
      coalesce((select array_agg(pg_get_constraintdef(k.oid)) from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum]), '{}') as checks
    from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where a.attrelid = ${oid}::oid and a.attnum > 0 and not a.attisdropped order by a.attnum`)
}

/** Number of the next migration, four digits. */
export function nextMigration(): string {
  return String(Number.parseInt(migrationFiles().at(-1) ?? '0', 10) + 1).padStart(4, '0')
}
