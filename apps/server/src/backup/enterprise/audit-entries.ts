import { type AnyEntity, entities, keyOf, tableOf } from '@timbermark/contract'
import type { Db } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import type { TableOutcome } from './restore-enterprise.ts'

const titles = new Map(
  (entities as readonly AnyEntity[]).map(entity => [tableOf(entity), keyOf(entity).replace('/', '.')]),
)
const edit = 2
/** Longest parameter of an entry. */
const longest = 2000

/** Writes an entry to the enterprise's operation log for each table. Nobody was signed in: it names the command. */
export async function logRestore(
  db: Db,
  tenant: number,
  takenAt: string,
  tables: readonly TableOutcome[],
): Promise<void> {
  const written = tables.flatMap(({ table, rowsOutcome }) => {
    const keysOf = (result: string) => rowsOutcome.filter(row => row.result === result).map(({ key }) => key)
    const [putBack, overwritten] = [keysOf('putBack'), keysOf('overwritten')]
    return putBack.length + overwritten.length > 0 ? [{ table, putBack, overwritten }] : []
  })
  await insertRows(
    db,
    'oper_log',
    written.map(({ table, putBack, overwritten }) => ({
      tenant_id: tenant,
      oper_name: 'restore:enterprise',
      dept_name: '',
      title: titles.get(table) ?? 'tenant.enterprise',
      business_type: edit,
      request_method: 'RUN',
      oper_url: 'npm run restore:enterprise',
      oper_ip: '',
      oper_param: parameterOf({ table, backup: takenAt }, { putBack, overwritten }),
      request_id: '',
    })),
  )
}

/** Numbers and as many keys as there is room for. */
function parameterOf(facts: object, rows: Record<'putBack' | 'overwritten', string[]>): string {
  for (let most = 200; ; most >>= 1) {
    const text = JSON.stringify({
      ...facts,
      ...Object.fromEntries(
        Object.entries(rows).map(([name, keys]) => [name, { count: keys.length, keys: keys.slice(0, most) }]),
      ),
    })
    if (text.length <= longest || most === 0) return text
  }
}
