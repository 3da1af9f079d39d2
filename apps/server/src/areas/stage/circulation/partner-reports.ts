import { type CirculationStep, type StageKey, stageKeys, stagesBefore, stepsAfterHandover } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import type { Database, Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import {
  type CodeRange,
  codeRange,
  findFirstMatch,
  rangeAsRow,
  rangesAsRows,
  rowsInRanges,
} from '../../code/directory/range-facts.ts'
import {
  beginsAfterHandover,
  findFirstUnpassed,
  findFirstUnreported,
  isReceivedBatch,
  loadSkippableStages,
} from './stage-order.ts'

/** Goods at one holder: reports of the holder and of the partners that it invited count for them together. */
export interface HeldGoods {
  tenantId: number
  batchId: number
  ranges: readonly CodeRange[]
}

/** Whether partners were invited to report about codes of a batch, also about others than those at hand. */
async function hasPartners(db: Db, { tenantId, batchId }: Pick<HeldGoods, 'tenantId' | 'batchId'>): Promise<boolean> {
  const row = await db.maybe(sql`
    select 1 from code_request r
    join custody_handover h on h.tenant_id = ${tenantId} and h.request_number = r.request_number and h.stages is not null
    where r.tenant_id = ${tenantId} and r.batch_id = ${batchId} limit 1`)
  return row !== undefined
}

/** Runs a statement that reads rows of several enterprises. */
type Read = <T extends object>(statement: Sql) => Promise<T[]>

/** Reads outside any transaction, on a connection of its own. */
const readAcross =
  (database: Database): Read =>
  statement =>
    database.readAcrossTenants('custody', statement)

/** Where partners report about codes: `h` of the handovers that are invitations, `c` of the codes of their current records. */
const partnerRecords = sql`custody_handover h
  join stage_record_code c on c.tenant_id = h.receiver_tenant_id and c.request_number = h.received_request and c.current
    and c.serials && int4range(h.received_first, h.received_first + upper(h.serials) - lower(h.serials))`

/** Whether a partner has reported a stage of any code of the batch. */
async function isReportedByPartner(read: Read, { tenantId, batchId }: HeldGoods, stage: StageKey): Promise<boolean> {
  const rows = await read(sql`
    select 1 from ${partnerRecords}
    where h.tenant_id = ${tenantId} and h.stages is not null and c.stage = ${stage}
      and h.request_number in (select request_number from code_request where tenant_id = ${tenantId} and batch_id = ${batchId})
    limit 1`)
  return rows.length > 0
}

/** Those of the codes of which a partner has reported a stage. */
async function loadReportedByPartners(
  read: Read,
  { tenantId, ranges }: HeldGoods,
  stage: StageKey,
): Promise<CodeRange[]> {
  const rows = await read<{ request: number; from: number; to: number }>(sql`
    select g.request, greatest(g.first, lower(c.serials) - h.received_first + lower(h.serials), lower(h.serials)) as "from",
      least(g.beyond, upper(c.serials) - h.received_first + lower(h.serials), upper(h.serials)) as "to"
    from unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ from }) => from)}::int[],
      ${ranges.map(({ to }) => to)}::int[]) as g (request, first, beyond)
    join (${partnerRecords}) on h.tenant_id = ${tenantId} and h.request_number = g.request and h.serials && int4range(g.first, g.beyond)
    where h.stages is not null and c.stage = ${stage}
      and c.serials && int4range(greatest(g.first, lower(h.serials)) - lower(h.serials) + h.received_first,
        -- Also computed of what does not overlap, whose bounds would be the wrong way round.
        greatest(g.first, lower(h.serials), least(g.beyond, upper(h.serials))) - lower(h.serials) + h.received_first)`)
  return rows.map(({ request, from, to }) => codeRange(request, { from, to }))
}

/** The codes of a partner, as the holder who invited it knows them. They are of one batch there; undefined for damaged rows. */
async function findHeldGoods(
  database: Database,
  tenantId: number,
  ranges: readonly CodeRange[],
): Promise<HeldGoods | undefined> {
  const rows = await database.readAcrossTenants<{
    tenant: number
    batch: number
    request: number
    from: number
    to: number
  }>(
    'custody',
    sql`
      select h.tenant_id as tenant, r.batch_id as batch, h.request_number as request,
        greatest(g.first, h.received_first) - h.received_first + lower(h.serials) as "from",
        least(g.beyond - h.received_first + lower(h.serials), upper(h.serials)) as "to"
      from unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ from }) => from)}::int[],
        ${ranges.map(({ to }) => to)}::int[]) as g (request, first, beyond)
      join custody_handover h on h.receiver_tenant_id = ${tenantId} and h.received_request = g.request and h.received_first < g.beyond
        and h.received_first + upper(h.serials) - lower(h.serials) > g.first
      join code_request r on r.tenant_id = h.tenant_id and r.request_number = h.request_number
      order by h.request_number, h.serials`,
  )
  const [first] = rows
  return (
    first && {
      tenantId: first.tenant,
      batchId: first.batch,
      ranges: rows.map(({ request, from, to }) => codeRange(request, { from, to })),
    }
  )
}

/** Codes with the ones that contain them and the ones packed directly in them: a report of any of these may be one of them. */
async function withPacking(db: Db, tenantId: number, ranges: readonly CodeRange[]): Promise<CodeRange[]> {
  const rows = await db.query<{ request: number; from: number; to: number }>(sql`
    with recursive named (request, serials) as (
      select g.request, g.serials from ${rangesAsRows(ranges)}),
    around (request, serials, depth) as (
      select request, serials, 0 from named
      union
      select l.parent_request, int4range(l.parent_serial, l.parent_serial + 1), a.depth + 1
      from around a
      cross join lateral ${rangeAsRow(sql`a.request`, sql`a.serials`)}
      cross join ${rowsInRanges('code_link', tenantId)} l
      where a.depth < 3)
    select request, lower(serials) as "from", upper(serials) as "to" from around
    union
    select l.request_number, lower(l.serials), upper(l.serials)
    from named n
    join code_link l on l.tenant_id = ${tenantId} and l.current and l.parent_request = n.request and n.serials @> l.parent_serial
    order by 1, 2`)
  return rows.map(({ request, from, to }) => codeRange(request, { from, to }))
}

/** A stage that must be reported first: of the batch, or of a code. */
export interface MissingStage {
  first: StageKey
  code?: { request: number; serial: number }
}

/**
 * Finds what neither the holder nor a partner has reported yet of what must be reported before. Partners are asked only about what the
 * holder has not reported.
 */
async function findMissing(
  db: Db,
  read: Read,
  goods: HeldGoods,
  before: readonly StageKey[],
): Promise<MissingStage | undefined> {
  const { tenantId, batchId, ranges } = goods
  let partners: boolean | undefined
  const mayBePartners = async () => (partners ??= await hasPartners(db, goods))
  let rest = before
  for (;;) {
    const first = await findFirstUnreported(db, tenantId, batchId, rest)
    if (!first) break
    if (!(await mayBePartners()) || !(await isReportedByPartner(read, goods, first))) return { first }
    rest = rest.slice(rest.indexOf(first) + 1)
  }
  for (const stage of before.filter(key => stageByKey(key).reach === 'codes')) {
    let code = await findFirstUnpassed(db, tenantId, ranges, stage)
    if (code && (await mayBePartners())) {
      const around = { ...goods, ranges: await withPacking(db, tenantId, ranges) }
      const byPartners = await loadReportedByPartners(read, around, stage)
      if (byPartners.length > 0) code = await findFirstUnpassed(db, tenantId, ranges, stage, byPartners)
    }
    if (code) return { first: stage, code }
  }
  return undefined
}

const loadStagesBefore = async (db: Db, tenantId: number, steps: readonly CirculationStep[], stage: StageKey) =>
  stagesBefore(steps, stage, await loadSkippableStages(db, tenantId)) ?? []

/** Finds the first stage that must be reported of goods before this one, by the steps of their batch. */
export async function findMissingStage(
  { services, db }: { services: Pick<Services, 'database'>; db: Db },
  goods: HeldGoods,
  steps: readonly CirculationStep[],
  stage: StageKey,
): Promise<MissingStage | undefined> {
  const before = await loadStagesBefore(db, goods.tenantId, steps, stage)
  if (before.length === 0) return undefined
  return findMissing(db, readAcross(services.database), goods, before)
}

/** The same for the codes of a partner: by the steps of the holder's batch. @returns never a code, since the partner names them otherwise */
export async function findMissingAtHolder(
  { database }: Pick<Services, 'database'>,
  tenantId: number,
  ranges: readonly CodeRange[],
  stage: StageKey,
): Promise<MissingStage | undefined> {
  const goods = await findHeldGoods(database, tenantId, ranges)
  if (!goods) return undefined
  return database.acrossTenants('custody', async db => {
    const batch = await db.one<{ steps: CirculationStep[] | null; received: string[]; isReceived: boolean }>(sql`
      select coalesce(b.circulation_steps, c.steps) as steps, b.received_stages as received, ${isReceivedBatch(goods.tenantId)} as "isReceived"
      from batch b left join circulation c on c.tenant_id in (${platformTenant}, ${goods.tenantId}) and c.id = b.circulation_id
      where b.tenant_id = ${goods.tenantId} and b.id = ${goods.batchId}`)
    const isTakenUp = await beginsAfterHandover(db, goods.tenantId, goods.batchId, batch.isReceived)
    const steps = batch.steps ?? []
    const before = await loadStagesBefore(
      db,
      goods.tenantId,
      isTakenUp ? stepsAfterHandover(steps, [...batch.received, stage]) : steps,
      stage,
    )
    // On the same connection: a second one of this pool might never come while all wait for theirs.
    const missing = await findMissing(db, statement => db.query(statement), goods, before)
    return missing && { first: missing.first }
  })
}

/** Finds the first of these codes of which the other side of an invitation has reported a stage. */
export async function findReportedByOther(
  services: Pick<Services, 'database' | 'directory'>,
  { tenantId, batchId, ranges }: HeldGoods,
  stage: StageKey,
): Promise<{ request: number; serial: number } | undefined> {
  const requests = await services.directory.load(ranges.map(({ request }) => request))
  const isInvited = ranges.some(({ request }) => requests.get(request)?.invited)
  const goods = isInvited ? await findHeldGoods(services.database, tenantId, ranges) : { tenantId, batchId, ranges }
  if (!goods) return undefined
  if (isInvited || ranges.some(({ request }) => requests.get(request)?.handedOn)) {
    const [byPartner] = await loadReportedByPartners(readAcross(services.database), goods, stage)
    if (byPartner) return { request: byPartner.request, serial: byPartner.from }
  }
  return isInvited
    ? services.database.acrossTenants('custody', db =>
        findFirstMatch(db, goods.tenantId, 'stage_record_code', goods.ranges, sql`f.stage = ${stage}`),
      )
    : undefined
}

/**
 * Finds the reported stages that need a stage to be reported before them, and would be without it when one of its records is
 * voided: of the batch when nothing else reports the stage, of the record's own codes for a stage of single codes. The holder of the
 * goods and its partners count together, also when a partner withdraws.
 */
export async function findStagesLeftWithout(
  { services, db }: { services: Pick<Services, 'database' | 'directory'>; db: Db },
  tenantId: number,
  record: { id: number; batchId: number; stage: StageKey },
): Promise<StageKey[]> {
  const ranges = await loadRangesOfRecord(db, tenantId, record.id)
  const requests = await services.directory.load(ranges.map(({ request }) => request))
  if (!ranges.some(({ request }) => requests.get(request)?.invited)) {
    const goods = { tenantId, batchId: record.batchId, ranges }
    const read = (await hasPartners(db, goods)) ? readAcross(services.database) : null
    return findLeftWithout(db, read, goods, { tenantId, ...record })
  }
  const goods = await findHeldGoods(services.database, tenantId, ranges)
  if (!goods) return []
  return services.database.acrossTenants('custody', across =>
    findLeftWithout(across, statement => across.query(statement), goods, { tenantId, ...record }),
  )
}

async function loadRangesOfRecord(db: Db, tenantId: number, recordId: number): Promise<CodeRange[]> {
  const rows = await db.query<{ request: number; from: number; to: number }>(sql`
    select request_number as request, lower(serials) as "from", upper(serials) as "to" from stage_record_code
    where tenant_id = ${tenantId} and record_id = ${recordId} order by 1, 2`)
  return rows.map(({ request, from, to }) => codeRange(request, { from, to }))
}

/** @param read null when the holder has no partners for the batch */
async function findLeftWithout(
  db: Db,
  read: Read | null,
  goods: HeldGoods,
  record: { tenantId: number; id: number; stage: StageKey },
): Promise<StageKey[]> {
  const { tenantId, batchId, ranges } = goods
  const { steps } = await db.one<{ steps: CirculationStep[] | null }>(sql`
    select coalesce(b.circulation_steps, c.steps) as steps
    from batch b left join circulation c on c.tenant_id in (${platformTenant}, ${tenantId}) and c.id = b.circulation_id
    where b.tenant_id = ${tenantId} and b.id = ${batchId}`)
  if (!steps) return []
  const isOfCodes = stageByKey(record.stage).reach === 'codes'
  const reported = new Set<StageKey>()
  const byHolder = await db.query<{ stage: StageKey }>(
    isOfCodes
      ? sql`
        select distinct l.stage
        from ${rangesAsRows(ranges)} cross join unnest(${[...stageKeys]}::text[]) s (stage)
        cross join ${rowsInRanges('stage_record_code', tenantId, sql`f.stage = s.stage`)} l
        where l.record_id <> ${record.id}`
      : sql`
        select distinct stage from stage_record
        where tenant_id = ${tenantId} and batch_id = ${batchId} and status = 'current' and id <> ${record.id}`,
  )
  const byPartners = read ? await loadStagesByPartners(read, goods, isOfCodes, record.id) : []
  for (const { stage } of [...byHolder, ...byPartners]) reported.add(stage)
  if (reported.has(record.stage)) return []
  const skippable = await loadSkippableStages(db, tenantId)
  return steps
    .map(step => step.stage)
    .filter(stage => reported.has(stage) && stagesBefore(steps, stage, skippable)?.includes(record.stage))
}

/** The stages that partners reported of these codes, or of any code of the batch, without one record. */
function loadStagesByPartners(
  read: Read,
  { tenantId, batchId, ranges }: HeldGoods,
  ofCodes: boolean,
  without: number,
): Promise<{ stage: StageKey }[]> {
  return read(sql`
    select distinct c.stage
    from ${
      ofCodes
        ? sql`unnest(${ranges.map(({ request }) => request)}::int[], ${ranges.map(({ from }) => from)}::int[],
            ${ranges.map(({ to }) => to)}::int[])`
        : sql`(
            select r.request_number, 0, r.count from code_request r where r.tenant_id = ${tenantId} and r.batch_id = ${batchId})`
    } as g (request, first, beyond)
    join (${partnerRecords}) on h.tenant_id = ${tenantId} and h.request_number = g.request and h.serials && int4range(g.first, g.beyond)
    where h.stages is not null and c.record_id <> ${without}
      and lower(c.serials) < least(g.beyond, upper(h.serials)) - lower(h.serials) + h.received_first
      and upper(c.serials) > greatest(g.first, lower(h.serials)) - lower(h.serials) + h.received_first`)
}

/** The steps that a partner may report: the invited stages in the order of the holder's circulation, none required of it. */
export async function loadInvitedSteps(
  db: Db,
  { tenantId, batchId }: Pick<HeldGoods, 'tenantId' | 'batchId'>,
  stages: readonly StageKey[],
): Promise<CirculationStep[]> {
  const { steps } = await db.one<{ steps: CirculationStep[] | null }>(sql`
    select coalesce(b.circulation_steps, c.steps) as steps
    from batch b left join circulation c on c.tenant_id in (${platformTenant}, ${tenantId}) and c.id = b.circulation_id
    where b.tenant_id = ${tenantId} and b.id = ${batchId}`)
  const order = steps?.map(({ stage }) => stage) ?? stageKeys
  const rank = (stage: StageKey) => {
    const at = order.indexOf(stage)
    return at < 0 ? order.length + stageKeys.indexOf(stage) : at
  }
  return [...stages].sort((a, b) => rank(a) - rank(b)).map(stage => ({ stage, required: false }))
}
