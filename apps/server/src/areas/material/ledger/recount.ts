import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { enterHistory, materialStages } from './post-records.ts'

/** Batches of one block. */
const batchesAtOnce = 500

/** Accounts that changed in the last days are recounted each night, and of the others one part of so many. */
const recent = { days: 2, parts: 30 }

interface Difference {
  batch: string
  tenantId: number
  species: string
  form: string
}

/**
 * Enters the records of batches that have no account yet (they are from before the ledger), then compares balances with the sums of
 * their entries. Works in blocks, and changes no balance that has entries: one that differs is marked for its enterprise until a
 * recount finds it equal.
 * @returns numbers of batches entered and of balances compared
 * @throws Refusal material.recountDiffers when a balance is not the sum of its entries
 */
export async function recountBalances(
  database: Database,
  log: Services['log'],
  signal: AbortSignal,
  now = new Date(),
): Promise<{ entered: number; compared: number }> {
  const entered = await enterMissing(database, signal)
  const part = Math.floor(now.getTime() / 86_400_000) % recent.parts
  let [from, compared] = [0, 0]
  const differences: Difference[] = []
  for (;;) {
    signal.throwIfAborted()
    const block = await database.acrossTenants('jobs', async db => {
      const rows = await db.query<Difference & { id: number; differs: boolean; marked: boolean }>(sql`
        select t.id, t.tenant_id as "tenantId", b.batch_number as batch, t.species, t.form,
          t.volume <> coalesce((
            select sum(e.volume) from material_entry e
            where e.tenant_id = t.tenant_id and e.batch_id = t.batch_id and e.species = t.species and e.form = t.form), 0) as differs,
          t.differs_since is not null as marked
        from material_balance t join batch b on b.tenant_id = t.tenant_id and b.id = t.batch_id
        where t.id > ${from} and t.species <> ''
          and (t.updated_at > now() - make_interval(days => ${recent.days}) or t.id % ${recent.parts} = ${part} or t.differs_since is not null)
        order by t.id limit ${batchesAtOnce}`)
      const changed = rows.filter(({ differs, marked }) => differs !== marked)
      // A report that came meanwhile changed the balance and its entries alike.
      if (changed.length > 0)
        await db.execute(sql`
          update material_balance t set differs_since = case when c.differs then now() end
          from unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ differs }) => differs)}::boolean[]) c (id, differs)
          where t.id = c.id`)
      return rows
    })
    if (block.length === 0) break
    from = block.at(-1)!.id
    compared += block.length
    differences.push(...block.filter(({ differs }) => differs))
  }
  const [first] = differences
  if (!first) return { entered, compared }
  log.error({ differences: differences.slice(0, 20) }, 'accounts of wood differ from their entries')
  throw new Refusal('material.recountDiffers', { n: differences.length, batch: first.batch })
}

/** Batches with records of wood and without an account. @returns how many were entered */
async function enterMissing(database: Database, signal: AbortSignal): Promise<number> {
  let [from, entered] = [0, 0]
  for (;;) {
    signal.throwIfAborted()
    const batches = await database.acrossTenants('jobs', db =>
      db.query<{ id: number; tenantId: number; isMissing: boolean }>(sql`
        select b.id, b.tenant_id as "tenantId",
          b.status <> 'draft' and not exists (
            select from material_balance m where m.tenant_id = b.tenant_id and m.batch_id = b.id) and exists (
            select from stage_record r where r.tenant_id = b.tenant_id and r.batch_id = b.id
              and r.stage = any(${materialStages}) and r.status = 'current') as "isMissing"
        from batch b where b.id > ${from} order by b.id limit ${batchesAtOnce}`),
    )
    if (batches.length === 0) return entered
    from = batches.at(-1)!.id
    for (const { id, tenantId } of batches.filter(({ isMissing }) => isMissing)) {
      signal.throwIfAborted()
      if (await database.withTenant(tenantId, db => enterHistory(db, tenantId, id))) entered++
    }
  }
}
