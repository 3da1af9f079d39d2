import type { Texts } from '@timbermark/contract'
import type { SealedCodesRecall, SealedRecall } from '@timbermark/contract/trace'
import { wordsOfName } from '../../../entity/dictionary.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

interface Row {
  of: number
  reason: string
  reason_texts: Texts
  advice: string
  advice_texts: Texts
  contact: string
  contact_texts: Texts
  since: Date
  lifted: Date | null
  lift_reason: string | null
  lift_reason_texts: Texts
}

const recallOf = (row: Row): SealedRecall => ({
  reason: wordsOfName(row.reason, row.reason_texts),
  advice: wordsOfName(row.advice, row.advice_texts),
  contact: wordsOfName(row.contact, row.contact_texts),
  since: row.since.toISOString(),
  lifted: row.lifted && {
    at: row.lifted.toISOString(),
    reason: wordsOfName(row.lift_reason ?? '', row.lift_reason_texts),
  },
})

const columns = sql`r.reason, r.reason_texts, r.advice, r.advice_texts, r.contact, r.contact_texts, r.recalled_at as since,
  case when r.status = 'lifted' then coalesce(r.lifted_at, r.recalled_at) end as lifted, r.lift_reason, r.lift_reason_texts`

/** Recalls of batches, by batch, the oldest first; batches that were never recalled are absent. */
export async function batchRecalls(
  db: Db,
  tenantId: number,
  batchIds: readonly number[],
): Promise<Map<number, SealedRecall[]>> {
  if (batchIds.length === 0) return new Map()
  const rows = await db.query<Row>(sql`
    select r.batch_id as of, ${columns} from recall r
    where r.tenant_id = ${tenantId} and r.batch_id = any(${[...batchIds]}) order by r.recalled_at, r.id`)
  return new Map([...Map.groupBy(rows, ({ of }) => of)].map(([of, group]) => [of, group.map(recallOf)]))
}

/** Recalls of codes, by request number, the oldest first. */
export async function requestRecalls(
  db: Db,
  tenantId: number,
  numbers: readonly number[],
): Promise<Map<number, SealedCodesRecall[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await db.query<Row & { codes: [number, number][] }>(sql`
    select c.request_number as of, ${columns},
      json_agg(json_build_array(c.first_serial, upper(c.serials)) order by c.first_serial) as codes
    from recalled_code c join recall r on r.tenant_id = ${tenantId} and r.id = c.recall_id
    where c.tenant_id = ${tenantId} and c.request_number = any(${[...numbers]})
    group by c.request_number, r.tenant_id, r.id order by r.recalled_at, r.id`)
  return new Map(
    [...Map.groupBy(rows, ({ of }) => of)].map(([of, group]) => [
      of,
      group.map(row => ({ codes: row.codes, ...recallOf(row) })),
    ]),
  )
}
