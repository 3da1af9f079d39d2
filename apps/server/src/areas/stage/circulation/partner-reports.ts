import { subtractRanges } from '@timbermark/codes'
import { type CirculationStep, type StageKey, stageKeys, stagesBefore, stepsAfterHandover } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import type { Database, Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { type CodeRange, codeRange, findFirstMatch } from '../../code/directory/range-facts.ts'
import { beginsAfterHandover, findFirstUnpassed, findFirstUnreported, loadSkippableStages } from './stage-order.ts'

/** Goods at one holder: reports of the holder and of the partners that it invited count for them together. */
export interface HeldGoods {
  tenantId: number
  batchId: number
  ranges: readonly CodeRange[]
}

const isAnyHandedOn = async ({ directory }: Pick<Services, 'directory'>, ranges: readonly CodeRange[]) => {
  const requests = await directory.load(ranges.map(({ request }) => request))
  return ranges.some(({ request }) => requests.get(request)?.handedOn)
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

const ofRequest = (ranges: readonly CodeRange[], request: number) => ranges.filter(range => range.request === request)

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

/** A stage that must be reported first: of the batch, or of a code. */
export interface MissingStage {
  first: StageKey
  code?: { request: number; serial: number }
}

/**
 * Finds what neither the holder nor a partner has reported yet of what must be reported before. Partners are asked only about what the
 * holder has not reported.
 * @param read null when no code was ever handed on
 */
async function findMissing(
  db: Db,
  read: Read | null,
  goods: HeldGoods,
  before: readonly StageKey[],
): Promise<MissingStage | undefined> {
  const { tenantId, batchId, ranges } = goods
  let rest = before
  for (;;) {
    const first = await findFirstUnreported(db, tenantId, batchId, rest)
    if (!first) break
    if (!read || !(await isReportedByPartner(read, goods, first))) return { first }
    rest = rest.slice(rest.indexOf(first) + 1)
  }
  for (const stage of before.filter(key => stageByKey(key).reach === 'codes')) {
    let code = await findFirstUnpassed(db, tenantId, ranges, stage)
    if (code && read) {
      const byPartners = await loadReportedByPartners(read, goods, stage)
      const unreported = ranges.flatMap(range =>
        subtractRanges([range], ofRequest(byPartners, range.request)).map(part => codeRange(range.request, part)),
      )
      code = unreported.length > 0 ? await findFirstUnpassed(db, tenantId, unreported, stage) : undefined
    }
    if (code) return { first: stage, code }
  }
  return undefined
}

const loadStagesBefore = async (db: Db, tenantId: number, steps: readonly CirculationStep[], stage: StageKey) =>
  stagesBefore(steps, stage, await loadSkippableStages(db, tenantId)) ?? []

/** Finds the first stage that must be reported of goods before this one, by the steps of their batch. */
export async function findMissingStage(
  { services, db }: { services: Pick<Services, 'database' | 'directory'>; db: Db },
  goods: HeldGoods,
  steps: readonly CirculationStep[],
  stage: StageKey,
): Promise<MissingStage | undefined> {
  const before = await loadStagesBefore(db, goods.tenantId, steps, stage)
  if (before.length === 0) return undefined
  const read = (await isAnyHandedOn(services, goods.ranges)) ? readAcross(services.database) : null
  return findMissing(db, read, goods, before)
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
    const batch = await db.one<{ steps: CirculationStep[] | null; received: string[] }>(sql`
      select coalesce(b.circulation_steps, c.steps) as steps, b.received_stages as received
      from batch b left join circulation c on c.tenant_id in (${platformTenant}, ${goods.tenantId}) and c.id = b.circulation_id
      where b.tenant_id = ${goods.tenantId} and b.id = ${goods.batchId}`)
    const isTakenUp = await beginsAfterHandover(db, goods.tenantId, goods.batchId, batch.received)
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
