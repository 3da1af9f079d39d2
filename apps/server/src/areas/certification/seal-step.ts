import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { SealingServices } from '../ledger/sealing/as-sealed.ts'
import { compareSpans, sealInSpans, spansKeys } from '../ledger/sealing/spans.ts'
import { findAlteredSteps } from './altered-steps.ts'
import { loadSteps, statementOf, type StepFacts } from './step-facts.ts'

/** Seals steps in the spans of their codes, in the transaction that stores them, the owner's or the reviewer's. */
export const sealSteps = (db: Db, services: SealingServices, owner: number, ids: readonly number[]): Promise<void> =>
  sealLoadedSteps(db, services, owner, ids, steps => before => findAlteredSteps(before, steps))

/** Seals steps from before steps were sealed. */
export const sealEarlierSteps = (
  db: Db,
  services: SealingServices,
  owner: number,
  ids: readonly number[],
): Promise<void> => sealLoadedSteps(db, services, owner, ids, () => compareSpans('certification', ids))

async function sealLoadedSteps(
  db: Db,
  services: SealingServices,
  owner: number,
  ids: readonly number[],
  compare: (steps: readonly StepFacts[]) => ReturnType<typeof compareSpans>,
): Promise<void> {
  const steps = await loadSteps(db, owner, ids)
  const rows = ids.map(id => ({ id, ...statementOf(steps.get(id)!) }))
  await sealInSpans(db, services, owner, {
    kind: 'certification',
    rows,
    loadKeys: requests => loadSpanKeys(db, owner, requests),
    compare: compare([...steps.values()]),
  })
}

/** Loads the span keys of requests. A reviewer gets them from the rows that name them as certifier. */
async function loadSpanKeys(db: Db, owner: number, requests: readonly number[]): Promise<Map<number, Uint8Array>> {
  if (db.tenant === owner) return spansKeys(db, owner, requests)
  const rows = await db.query<{ request: number; key: Buffer }>(sql`
    select distinct request_number as request, spans_key as key from certification
    where tenant_id = ${owner} and request_number = any(${[...requests]}) and spans_key is not null`)
  return new Map(rows.map(({ request, key }) => [request, key]))
}
