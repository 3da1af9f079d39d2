import type pg from 'pg'

/** Tables that say whose a row is and are kept whole on every machine all the same, and why. */
export const shared = new Map([
  ['article', 'the platform’s, read by everybody'],
  ['banner', 'the platform’s, read by everybody'],
  ['news_category', 'the platform’s, read by everybody'],
  ['site_service', 'the platform’s, read by everybody'],
  ['ledger_refused', 'what the one sequencer put aside, beside the log'],
  ['sign_in_name', 'directory: unique over all enterprises'],
  ['request_number', 'directory: unique over all enterprises'],
])

/** Names of the tables whose rows belong to one enterprise each. */
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
