import type pg from 'pg'

/** A table of the present schema, as rows of it are compared and written. */
export interface TableShape {
  table: string
  /** Stored columns with their types, in order; generated ones are computed by the database. */
  columns: { name: string; type: string }[]
  /** Columns of the primary key besides the tenant. */
  key: { name: string; type: string }[]
  /** Tables that its rows refer to. */
  parents: string[]
}

/** Shapes of these tables; those that others refer to come first, as far as there is such an order. */
export async function readShapes(client: pg.Client, tables: readonly string[]): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(
    `select c.relname as table,
      (select json_agg(json_build_object('name', a.attname, 'type', t.typname) order by a.attnum)
        from pg_attribute a join pg_type t on t.oid = a.atttypid
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select json_agg(json_build_object('name', a.attname, 'type', t.typname) order by k.position)
        from pg_index i cross join unnest(i.indkey::int2[]) with ordinality as k (number, position)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number join pg_type t on t.oid = a.atttypid
        where i.indrelid = c.oid and i.indisprimary and a.attname <> 'tenant_id') as key,
      coalesce((select json_agg(distinct p.relname) from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid), '[]') as parents
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1) order by c.relname`,
    [tables],
  )
  const shapes = new Map(rows.map(shape => [shape.table, shape]))
  const ordered = new Set<TableShape>()
  const underWay = new Set<string>()
  const place = (shape: TableShape) => {
    if (ordered.has(shape) || underWay.has(shape.table)) return
    underWay.add(shape.table)
    for (const parent of shape.parents) {
      const above = shapes.get(parent)
      if (above) place(above)
    }
    ordered.add(shape)
  }
  for (const shape of shapes.values()) place(shape)
  return [...ordered]
}
