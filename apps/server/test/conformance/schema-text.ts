import type pg from 'pg'

/** The schema of a database as text: tables with columns, constraints, indexes, policies and grants, then functions. */
export async function schemaText(admin: pg.Client): Promise<string> {
  const lines: string[] = []
  const tables = await admin.query<{ oid: number; name: string; kind: string; forced: boolean; partitioned: boolean }>(`
    select c.oid, c.relname as name, c.relkind as kind, c.relforcerowsecurity as forced, c.relispartition as partitioned from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition order by c.relname`)
  for (const table of tables.rows) {
    lines.push(`${table.kind === 'v' ? 'view' : 'table'} ${table.name}${table.forced ? ' -- row security forced' : ''}`)
    const columns = await admin.query<{ line: string }>(
      `select '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || case when a.attnotnull then ' not null' else '' end
         || case when a.attidentity <> '' then ' identity' else coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') end as line
       from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`,
      [table.oid],
    )
    lines.push(...columns.rows.map(row => row.line))
    const constraints = await admin.query<{ line: string }>(
      `select '  constraint ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint where conrelid = $1 and contype <> 'n' order by contype, conname`,
      [table.oid],
    )
    lines.push(...constraints.rows.map(row => row.line))
    const indexes = await admin.query<{ line: string }>(
      `select '  ' || pg_get_indexdef(i.indexrelid) as line from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = $1 and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by c.relname`,
      [table.oid],
    )
    lines.push(...indexes.rows.map(row => row.line))
    const policies = await admin.query<{ line: string }>(
      `select '  policy ' || policyname || ' for ' || lower(cmd) || ' to ' || array_to_string(roles, ', ') || coalesce(' using ' || qual, '') || coalesce(' with check ' || with_check, '') as line from pg_policies where schemaname = 'public' and tablename = $1 order by policyname`,
      [table.name],
    )
    lines.push(...policies.rows.map(row => row.line))
    const grants = await admin.query<{ line: string }>(
      `select '  grant ' || string_agg(lower(privilege_type), ', ' order by privilege_type) || ' to ' || grantee as line from information_schema.role_table_grants where table_schema = 'public' and table_name = $1 and grantee like 'timbermark\\_%' and grantee <> 'timbermark_admin' group by grantee order by grantee`,
      [table.name],
    )
    lines.push(...grants.rows.map(row => row.line), '')
  }
  const routines = await admin.query<{ line: string }>(
    `select 'function ' || p.oid::regprocedure || case when p.prosecdef then ' security definer' else '' end as line from pg_proc p where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  )
  lines.push(...routines.rows.map(row => row.line), '')
  return lines.join('\n')
}
