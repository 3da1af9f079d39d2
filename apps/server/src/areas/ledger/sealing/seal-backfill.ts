import type { Db } from '../../../platform/database/database.ts'
import { identifier, raw, sql } from '../../../platform/database/sql.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import type { Services } from '../../../platform/services.ts'

const batchSize = 200

/** Rows that were written before rows of this table were sealed. */
export interface SealBackfill {
  /** Name of the job. */
  job: string
  /** A table with a column `sealed`. */
  table: 'certification_step' | 'packing'
  /** Which rows are sealed first, by id. */
  first: 'oldest' | 'newest'
  seal: (db: Db, secrets: Secrets, tenantId: number, ids: readonly number[]) => Promise<void>
}

/** Defines the job that seals earlier rows, in batches and in order. */
export function defineSealBackfill(
  { jobs, database, secrets }: Services,
  { job, table, first, seal }: SealBackfill,
): void {
  const order = raw(first === 'oldest' ? 'id' : 'id desc')
  jobs.define(
    job,
    async payload => {
      const { tenantId } = payload as { tenantId: number }
      for (let left = batchSize; left === batchSize; ) {
        left = await database.withTenant(tenantId, async db => {
          const rows = await db.query<{ id: number }>(sql`
            select id from ${identifier(table)} where tenant_id = ${tenantId} and not sealed order by ${order} limit ${batchSize} for update`)
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
        // The job stays due: the nightly check reports unsealed rows, and the next round tries again.
        gaveUp: async () => {},
      },
    },
  )
}
