import { intersectRanges, subtractRanges } from '@timbermark/codes'
import { type CirculationStep, type StageKey, stageKeys, stagesBefore, stepsAfterHandover } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import type { Database, Db } from '../../../platform/database/database.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import { type CodeRange, codeRange, findFirstMatch } from '../../code/directory/range-facts.ts'
import { beginsAfterHandover, findFirstUnpassed, findFirstUnreported, loadSkippableStages } from './stage-order.ts'

/** Goods at one holder: reports of the holder and of the partners that it invited count for them together. */
export interface HeldGoods {
  tenantId: number
  batchId: number
  ranges: readonly CodeRange[]
}

/** What invited partners have reported, by the codes of the holder. */
interface PartnerReports {
  /** Stages reported of any code of the batch. */
  stages: ReadonlySet<StageKey>
  /** What was reported of the goods, by stage. */
  ranges: readonly (CodeRange & { stage: StageKey })[]
}

const nothing: PartnerReports = { stages: new Set(), ranges: [] }

const isAnyHandedOn = async ({ directory }: Pick<Services, 'directory'>, ranges: readonly CodeRange[]) => {
  const requests = await directory.load(ranges.map(({ request }) => request))
  return ranges.some(({ request }) => requests.get(request)?.handedOn)
}

/** Loads what invited partners have reported of goods. Goods of which nothing was ever handed on cost no query. */
async function loadPartnerReports(
  services: Pick<Services, 'database' | 'directory'>,
  { tenantId, batchId, ranges }: HeldGoods,
): Promise<PartnerReports> {
  if (!(await isAnyHandedOn(services, ranges))) return nothing
  const rows = await services.database.readAcrossTenants<{
    stage: StageKey
    request: number
    from: number
    to: number
  }>(
    'custody',
    sql`
      select c.stage, h.request_number as request,
        greatest(lower(c.serials), h.received_first) - h.received_first + lower(h.serials) as "from",
        least(upper(c.serials) - h.received_first + lower(h.serials), upper(h.serials)) as "to"
      from code_request r join custody_handover h on h.tenant_id = r.tenant_id and h.request_number = r.request_number and h.stages is not null
      join stage_record_code c on c.tenant_id = h.receiver_tenant_id and c.request_number = h.received_request and c.current
        and c.serials && int4range(h.received_first, h.received_first + upper(h.serials) - lower(h.serials))
      where r.tenant_id = ${tenantId} and r.batch_id = ${batchId}`,
  )
  const reported = rows.flatMap(({ stage, request, from, to }) =>
    intersectRanges([{ from, to }], ofRequest(ranges, request)).map(part => ({ ...codeRange(request, part), stage })),
  )
  return { stages: new Set(rows.map(({ stage }) => stage)), ranges: reported }
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

/** Finds what nobody has reported yet of what must be reported before. */
async function findMissing(
  db: Db,
  { tenantId, batchId, ranges }: HeldGoods,
  before: readonly StageKey[],
  partners: PartnerReports,
): Promise<MissingStage | undefined> {
  const unreported = before.filter(stage => !partners.stages.has(stage))
  const first = await findFirstUnreported(db, tenantId, batchId, unreported)
  if (first) return { first }
  for (const stage of before.filter(key => stageByKey(key).reach === 'codes')) {
    const byPartners = partners.ranges.filter(range => range.stage === stage)
    const rest = ranges.flatMap(range =>
      subtractRanges([range], ofRequest(byPartners, range.request)).map(part => codeRange(range.request, part)),
    )
    const code = rest.length > 0 ? await findFirstUnpassed(db, tenantId, rest, stage) : undefined
    if (code) return { first: stage, code }
  }
  return undefined
}

/** Finds the first stage that must be reported of goods before this one, by the steps of their batch. */
export async function findMissingStage(
  { services, db }: { services: Pick<Services, 'database' | 'directory'>; db: Db },
  goods: HeldGoods,
  steps: readonly CirculationStep[],
  stage: StageKey,
): Promise<MissingStage | undefined> {
  const before = stagesBefore(steps, stage, await loadSkippableStages(db, goods.tenantId)) ?? []
  return before.length === 0 ? undefined : findMissing(db, goods, before, await loadPartnerReports(services, goods))
}

/** The same for the codes of a partner: by the steps of the holder's batch. @returns never a code, since the partner names them otherwise */
export async function findMissingAtHolder(
  services: Pick<Services, 'database' | 'directory'>,
  tenantId: number,
  ranges: readonly CodeRange[],
  stage: StageKey,
): Promise<MissingStage | undefined> {
  const goods = await findHeldGoods(services.database, tenantId, ranges)
  if (!goods) return undefined
  return services.database.acrossTenants('custody', async db => {
    const batch = await db.one<{ steps: CirculationStep[] | null; received: string[] }>(sql`
      select coalesce(b.circulation_steps, c.steps) as steps, b.received_stages as received
      from batch b left join circulation c on c.tenant_id in (${platformTenant}, ${goods.tenantId}) and c.id = b.circulation_id
      where b.tenant_id = ${goods.tenantId} and b.id = ${goods.batchId}`)
    const isTakenUp = await beginsAfterHandover(db, goods.tenantId, goods.batchId, batch.received)
    const steps = batch.steps ?? []
    const missing = await findMissingStage(
      { services, db },
      goods,
      isTakenUp ? stepsAfterHandover(steps, [...batch.received, stage]) : steps,
      stage,
    )
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
  const { ranges: reported } = await loadPartnerReports(services, goods)
  const [byPartner] = reported.filter(range => range.stage === stage)
  if (byPartner) return { request: byPartner.request, serial: byPartner.from }
  return isInvited
    ? services.database.acrossTenants('custody', db =>
        findFirstMatch(db, goods.tenantId, 'stage_record_code', goods.ranges, sql`c.current and c.stage = ${stage}`),
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
