import { textsKeyOf, textsOf } from '@timbermark/contract'
import { nameKey } from '@timbermark/contract/reading'
import type { Db, Row } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { assertValid } from '../../platform/refusal.ts'

const field = 'publicName'

/**
 * Refuses a name or public name that buyers would take for the name of another enterprise, in whatever language it has it.
 * @param body with the names as they will be stored
 * @param id of the changed enterprise; undefined for a new one
 * @throws Refusal invalid
 */
export async function checkPublicNames(db: Db, body: Row, id?: number): Promise<void> {
  const names = Object.entries(textsOf(body[textsKeyOf(field)])).map(([language, name]): [string, string] => [
    `${textsKeyOf(field)}.${language}`,
    name,
  ])
  if (typeof body.name === 'string') names.push(['name', body.name])
  const keys = names.map(([, name]) => nameKey(name))
  if (keys.length === 0) return
  const rows = await db.query<{ key: string }>(sql`
    select n.key from enterprise e
    cross join lateral (
      select name_key(e.name) as key
      union all select name_key(t.value) from jsonb_each_text(e.public_name_texts) t) n
    where e.id is distinct from ${id ?? null}::bigint and n.key = any(${keys})`)
  const taken = new Set(rows.map(row => row.key))
  assertValid(
    names.filter(([, name]) => taken.has(nameKey(name))).map(([at]) => ({ field: at, error: 'tenant.nameTaken' })),
  )
}
