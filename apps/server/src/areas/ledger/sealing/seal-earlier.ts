import type { Db } from '../../../platform/database/database.ts'
import { identifier, raw, sql } from '../../../platform/database/sql.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import type { Services } from '../../../platform/services.ts'

const most = 200

/** Rows that were written before such rows were sealed. */
export interface Earlier {
  /** Name of the job. */
  job: string
  /** Has a column `sealed`. */
  table: 'certification_step' | 'packing'
  /** Which of them is sealed first, by its number. */
  first: 'oldest' | 'newest'
  seal: (db: Db, secrets: Secrets, tenantId: number, ids: readonly number[]) => Promise<void>
}

/** Seals what was written before it was sealed, some at a time, in its order. */
export function defineEarlier({ jobs, database, secrets }: Services, { job, table, first, seal }: Earlier): void {
  const order = raw(first === 'oldest' ? 'id' : 'id desc')
  jobs.define(
    job,
    async payload => {
      const { tenantId } = payload as { tenantId: number }
      for (let left = most; left === most; ) {
        left = await database.withTenant(tenantId, async db => {
          const rows = await db.query<{ id: number }>(sql`
            select id from ${identifier(table)} where tenant_id = ${tenantId} and not sealed order by ${order} limit ${most} for update`)
          const ids = rows.map(({ id }) => id)
          await seal(db, secrets, tenantId, ids)
          await db.execute(
            sql`update ${identifier(table)} set sealed = true where tenant_id = ${tenantId} and id = any(${ids})`,
          )
          return ids.length
        })
      }
    },
    {
      tracked: {
        wanted: async db => {
          const rows = await db.query<{ tenantId: number }>(
            sql`select distinct tenant_id as "tenantId" from ${identifier(table)} where not sealed`,
          )
          return rows.map(({ tenantId }) => ({ key: `${job}:${tenantId}`, payload: { tenantId } }))
        },
        // It stays wanted: the nightly check tells of what was never sealed, and the next round tries again.
        gaveUp: async () => {},
      },
    },
  )
}
