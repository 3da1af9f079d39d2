import { randomBytes, randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { isWithheld, stageByKey, valueFields } from '@timbermark/contract/stages'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { sealRecords } from '../../src/areas/stage/statement/seal-record.ts'
import type { Services } from '../../src/platform/services.ts'
import { sql } from '../../src/platform/database/sql.ts'

const block = 200

/** Public values of a complete form of this stage. */
function openValues(stage: StageKey): Record<string, unknown> {
  return sampleValues(
    valueFields(stageByKey(stage)).filter(
      field => field.type !== 'images' && field.type !== 'files' && !isWithheld(field),
    ),
  )
}

/**
 * Writes records of a batch as reports would, one per minute from `from` on, each sealed. Written in blocks, because a
 * thousand single reports take longer than the tests and benches that use them.
 */
export async function addHistory(
  services: Services,
  tenantId: number,
  {
    batchId,
    stage,
    count,
    from = '2026-01-01T00:00:00Z',
  }: { batchId: number; stage: StageKey; count: number; from?: string },
): Promise<number[]> {
  const values = openValues(stage)
  const all: number[] = []
  for (let done = 0; done < count; done += block) {
    const rows = Array.from({ length: Math.min(block, count - done) }, (_, i) => done + i)
    await services.database.withTenant(tenantId, async db => {
      const inserted = await db.query<{ id: number }>(sql`
        insert into stage_record (tenant_id, report_id, batch_id, stage, template_id, document_code, operator, happened_at, longitude, latitude,
                                  code_count, codes_digest, public_values, personal_salt, created_by)
        select ${tenantId}, n.report, ${batchId}, ${stage}, t.id, 'DOC', 'operator', ${from}::timestamptz + n.i * interval '1 minute', 9.4544, 0.3901,
               0, '', n.public_values, n.salt, 1
        from unnest(${rows}::int[], ${rows.map(() => randomUUID())}::uuid[], ${rows.map(i => JSON.stringify({ ...values, remark: `No. ${i + 1}` }))}::jsonb[], ${rows.map(() => randomBytes(16))}::bytea[]) as n (i, report, public_values, salt)
        join stage_template t on t.tenant_id = 1 and t.stage = ${stage}
        order by n.i returning id`)
      const ids = inserted.map(row => row.id)
      await sealRecords(db, services, tenantId, ids)
      all.push(...ids)
    })
  }
  const sequencer = makeSequencer(services)
  while ((await sequencer.append()) > 0);
  return all
}
