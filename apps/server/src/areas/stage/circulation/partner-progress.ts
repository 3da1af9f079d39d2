import { batchStates } from '@timbermark/contract'
import { statedVolumes } from '@timbermark/contract/stages'
import type { Database, Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { type PartnerAmounts, type StagePlace, statedVolume } from './reported-quantities.ts'

/** When invited partners reported a stage of a batch of the holder. */
export interface PartnerStage extends StagePlace {
  first: Date
  last: Date
}

/** Accepted invitations of an enterprise, as `i`: the batch that they concern, and the batch made of it at the partner. */
const accepted = (tenantId: number, batches: Sql): Sql => sql`(
  select h.receiver_tenant_id as partner, t.id as batch, p.batch_id as made, v.stages
  from custody_invitation v
  cross join lateral (
    select * from custody_handover h where h.tenant_id = ${tenantId} and h.invitation_id = v.id limit 1) h
  join code_request q on q.tenant_id = ${tenantId} and q.request_number = h.request_number
  join batch t on t.tenant_id = ${tenantId} and t.id = q.batch_id
  join code_request p on p.tenant_id = h.receiver_tenant_id and p.request_number = h.received_request
  where v.tenant_id = ${tenantId} and ${batches}) i`

/** Whether a record `r` of a partner is about invited codes: its batch may have codes of its own. */
const isInvited = sql`exists (
  select from stage_record_code c join code_request q on q.tenant_id = i.partner and q.request_number = c.request_number
  where c.tenant_id = i.partner and c.record_id = r.id and q.origin = 'invited')`

/**
 * Loads when partners reported which stages. Most enterprises have no partners, and pay for one look at an index.
 * @param of one batch, or all open ones
 */
export async function loadPartnerStages(
  database: Database,
  db: Db,
  tenantId: number,
  of: number | 'open',
): Promise<PartnerStage[]> {
  const anyPartner = await db.maybe(sql`
    select 1 from custody_handover where tenant_id = ${tenantId} and invitation_id is not null limit 1`)
  if (!anyPartner) return []
  const batches = of === 'open' ? sql`t.status = any(${[...batchStates.editable]})` : sql`t.id = ${of}`
  const reported = (order: Sql) => sql`(
    select r.happened_at from stage_record r
    where r.tenant_id = i.partner and r.batch_id = i.made and r.stage = s.stage and r.status = 'current' and ${isInvited}
    order by r.happened_at ${order} limit 1)`
  return database.readAcrossTenants<PartnerStage>(
    'custody',
    sql`
      select batch, stage, min(first) as first, max(last) as last
      from (
        select i.batch, s.stage, ${reported(sql`asc`)} as first, ${reported(sql`desc`)} as last
        from ${accepted(tenantId, batches)} cross join unnest(i.stages) s (stage)) r
      where last is not null group by batch, stage`,
  )
}

/** Loads what partners reported at these stages of batches of the holder. */
export async function loadPartnerAmounts(
  database: Database,
  tenantId: number,
  places: readonly StagePlace[],
): Promise<PartnerAmounts> {
  if (places.length === 0) return { ranges: [], volumes: [] }
  // Looked up for each place: the planner expects so few accepted invitations wrongly that it would read all records.
  const records = sql`
    unnest(${places.map(({ batch }) => batch)}::bigint[], ${places.map(({ stage }) => stage)}::text[]) w (batch, stage)
    join ${accepted(tenantId, sql`t.id = any(${places.map(({ batch }) => batch)}::bigint[])`)} on i.batch = w.batch
    cross join lateral (
      select r.id, r.stage, r.public_values from stage_record r
      where r.tenant_id = i.partner and r.batch_id = i.made and r.stage = w.stage and r.status = 'current' offset 0) r`
  const ranges = await database.readAcrossTenants<PartnerAmounts['ranges'][number]>(
    'custody',
    sql`
      select w.batch, w.stage, h.request_number as request,
        greatest(lower(c.serials), h.received_first) - h.received_first + lower(h.serials) as "from",
        least(upper(c.serials) - h.received_first + lower(h.serials), upper(h.serials)) as "to"
      from ${records}
      join stage_record_code c on c.tenant_id = i.partner and c.record_id = r.id and c.current
      join custody_handover h on h.receiver_tenant_id = i.partner and h.received_request = c.request_number
        and h.received_first < upper(c.serials) and h.received_first + upper(h.serials) - lower(h.serials) > lower(c.serials)`,
  )
  const volumes = await database.readAcrossTenants<PartnerAmounts['volumes'][number]>(
    'custody',
    sql`
      select w.batch, w.stage, sum(${statedVolume(sql`r`)})::float8 as volume from ${records}
      where w.stage = any(${[...new Set(statedVolumes.map(({ stage }) => stage))]}) and ${isInvited}
      group by 1, 2 having sum(${statedVolume(sql`r`)}) is not null`,
  )
  return { ranges, volumes }
}
