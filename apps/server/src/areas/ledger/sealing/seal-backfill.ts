import type { Db } from '../../../platform/database/database.ts'
import { identifier, raw, sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import type { SealingServices } from './as-sealed.ts'
import { earlierRows, type EarlierTable, removeEarlierRows } from './earlier-rows.ts'
import type { SpanKind } from './spans.ts'

const batchSize = 200

/** Rows that were written before rows of this table were sealed. An upgrade has named them (`earlier-rows.ts`). */
export interface SealBackfill {
  /** Name of the job. */
  job: string
  table: EarlierTable
  kind: SpanKind
  /** Which rows are sealed first, by id. */
  first: 'oldest' | 'newest'
  seal: (db: Db, services: SealingServices, tenantId: number, ids: readonly number[]) => Promise<void>
}

/** Defines the job that seals earlier rows, in batches and in order. */
export function defineSealBackfill(services: Services, { job, table, kind, first, seal }: SealBackfill): void {
  const { jobs, database, secrets } = services
  const [order, follows] = first === 'oldest' ? [raw('t.id'), raw('>')] : [raw('t.id desc'), raw('<')]
  /** Seals the next rows without a content in the log or the queue. @returns the id of the last one; undefined after the last ones */
  const sealNext = (tenantId: number, ids: string, after: number | undefined) =>
    database.withTenant(tenantId, async db => {
      const rows = await db.query<{ id: number }>(sql`
        select t.id from ${identifier(table)} t
        where t.tenant_id = ${tenantId} and ${ids}::int8multirange @> t.id
          and (${after ?? null}::bigint is null or t.id ${follows} ${after ?? null}::bigint) and not exists (
          select from sealed_content c
          where c.tenant_id = ${tenantId} and c.kind = ${kind} and c.row_id = t.id
            and (exists (select from ledger_entry e where e.content = c.content)
              or exists (select from ledger_queue q where q.tenant_id = ${tenantId} and q.content = c.digest)))
        order by ${order} limit ${batchSize}`)
      await seal(
        db,
        services,
        tenantId,
        rows.map(({ id }) => id),
      )
      return rows.length < batchSize ? undefined : rows.at(-1)!.id
    })
  jobs.define(
    job,
    async payload => {
      const { tenantId } = payload as { tenantId: number }
      const ids = (await database.acrossTenants('ledger', db => earlierRows(db, secrets, table))).get(tenantId)
      if (ids === undefined) return
      let last: number | undefined
      do last = await sealNext(tenantId, ids, last)
      while (last !== undefined)
      await database.acrossTenants('ledger', db => removeEarlierRows(db, table, tenantId))
    },
    {
      tracked: {
        wanted: async db => {
          const enterprises = [...(await earlierRows(db, secrets, table)).keys()]
          return enterprises.map(tenantId => ({ key: `${job}:${tenantId}`, payload: { tenantId } }))
        },
        // The job stays due, and the next round tries again.
        gaveUp: async () => {},
      },
    },
  )
}
