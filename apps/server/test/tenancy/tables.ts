import type pg from 'pg'

/** Tables with a tenant column that are complete on every machine all the same, with the reason. */
export const shared = new Map([
  ['article', 'of the platform, read by everybody'],
  ['banner', 'of the platform, read by everybody'],
  ['news_category', 'of the platform, read by everybody'],
  ['site_service', 'of the platform, read by everybody'],
  ['ledger_refused', 'entries that the sequencer refused, next to the log'],
  ['earlier_row', 'rows that a job still seals, of all enterprises'],
  ['sign_in_name', 'directory: unique over all enterprises'],
  ['bound_identity', 'directory: an identity signs one account in, over all enterprises'],
  ['request_number', 'directory: unique over all enterprises'],
])

/** Names of the tables of which each row belongs to one enterprise. */
export async function tenantTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
       and not c.relname = any ($1) order by 1`,
    [[...shared.keys()]],
  )
  return rows.map(row => row.name)
}
