import type { ErrorKey } from '@timbermark/contract'
import type { Db } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { accountOf } from './account.ts'
import { MessagingError } from './answers.ts'
import { MessagingKeys } from './keys.ts'
import { Marketcode, type Segment } from './marketcode.ts'
import { readPackage } from './package.ts'
import { type Ended, keyOf, longestMessagingWait, MessagingRun, waitAfter } from './run.ts'
import { storeSegment, type RequestKey, sealSegment } from './segments.ts'

const job = 'platform-codes'
/** Packages fetched in one run, so that other jobs get their turn. */
const packagesPerRun = 20
const interrupted: ErrorKey = 'wechat.interrupted'

interface Wanted {
  application_number: string
  platform_number: string | null
  count: number
  waits: number
}

/** Enqueues the next step of a request in the transaction that requires it. */
export async function orderCodes(services: Services, db: Db, key: RequestKey): Promise<void> {
  await services.jobs.add(db, job, key, keyOf(job, key))
}

/**
 * Continues a request: applies for its codes, asks whether they are made, fetches missing packages. Safe to repeat after
 * a crash at any point: the same number means the same application, and stored packages are not fetched again.
 * @throws TakenOver when another run began meanwhile, and temporary errors
 */
export async function fetchCodes(services: Services, key: RequestKey, signal: AbortSignal): Promise<void> {
  const run = new MessagingRun(services, 'platform_request', job, key)
  if (!(await run.begin())) return
  await run.during(
    () => step(run, signal),
    // Before the platform has the request, it can be corrected and sent again.
    () => sql`status = case when platform_number is null then 'initialized' else status end`,
    signal,
  )
}

async function step(run: MessagingRun, signal: AbortSignal): Promise<Ended> {
  const { services, key } = run
  const { tenantId, id } = key
  const account = await accountOf(services, tenantId)
  if (!account.codeKey) throw new Refusal('wechat.codeKey')
  const platform = new Marketcode(services, account, signal)
  const row = await run.inTenant(db =>
    db.one<Wanted>(sql`
      select application_number, platform_number, count, waits from platform_request
      where tenant_id = ${tenantId} and id = ${id}`),
  )
  let number = row.platform_number
  if (number === null) {
    number = await platform.apply(row.application_number, row.count)
    await run.write(sql`platform_number = ${number}, failure = null, failure_code = null, waits = 0`)
  }
  if (!(await haveSegments(run))) {
    const { status, segments } = await platform.query(number, row.application_number)
    if (status !== 'FINISH') {
      // The platform has one state for two of ours, and every unknown state means: wait.
      await run.write(sql`status = ${status === 'PROCESSING' ? 'processing' : 'inProgress'}, waits = waits + 1`)
      return { again: waitAfter(row.waits) }
    }
    assertCovers(segments, row.count)
    await run.write(sql`status = 'processing', waits = 0`, async db => {
      await insertRows(
        db,
        'platform_segment',
        segments.map(({ first, last }) => ({
          tenant_id: tenantId,
          platform_request_id: id,
          first_position: first,
          last_position: last,
        })),
      )
    })
  }
  const keys = await run.inTenant(db => MessagingKeys.open(db, services.secrets, tenantId))
  for (const segment of await missing(run)) {
    signal.throwIfAborted()
    const codes = await readPackage(await platform.download(number, segment), account.codeKey, segment)
    const ready = await sealSegment(keys, id, segment, codes)
    await run.write(sql`fetched = fetched + ${codes.length}, waits = 0, failure = null, failure_code = null`, db =>
      storeSegment(db, key, ready),
    )
  }
  if ((await missing(run)).length > 0) return { again: 0 }
  await run.write(sql`
    status = 'completed', completed_at = now(), next_at = null, run = null, failure = null, failure_code = null`)
  return 'done'
}

async function haveSegments(run: MessagingRun): Promise<boolean> {
  const { tenantId, id } = run.key
  const segments = await run.inTenant(db =>
    db.maybe(sql`select 1 from platform_segment where tenant_id = ${tenantId} and platform_request_id = ${id} limit 1`),
  )
  return segments !== undefined
}

/** Missing packages, in order. */
function missing(run: MessagingRun): Promise<Segment[]> {
  const { tenantId, id } = run.key
  return run.inTenant(db =>
    db.query<{ first: number; last: number }>(sql`
      select first_position as first, last_position as last from platform_segment
      where tenant_id = ${tenantId} and platform_request_id = ${id} and sealed is null
      order by first_position limit ${packagesPerRun}`),
  )
}

/** @throws MessagingError wechat.segmentWrong unless the packages hold each position once */
function assertCovers(segments: Segment[], count: number): void {
  segments.sort((a, b) => a.first - b.first)
  let next = 0
  for (const { first, last } of segments) {
    if (first !== next || last < first) throw new MessagingError('wechat.segmentWrong', { detail: `gap at ${next}` })
    next = last + 1
  }
  if (next !== count) throw new MessagingError('wechat.segmentWrong', { detail: `${next} codes in place of ${count}` })
}

/** Registers the job, and how to find waiting requests: those whose job was lost get a new one. */
export function defineCodeFetching(services: Services): void {
  services.jobs.define(job, (payload, signal) => fetchCodes(services, payload as RequestKey, signal), {
    longestDelay: longestMessagingWait,
    tracked: {
      wanted: async db => {
        const rows = await db.query<{ id: number; tenant_id: number }>(sql`
          select id, tenant_id from platform_request where next_at <= now() and status in ('inProgress', 'processing')`)
        return rows.map(({ id, tenant_id }) => {
          const payload: RequestKey = { tenantId: tenant_id, id }
          return { key: keyOf(job, payload), payload }
        })
      },
      gaveUp: async (db, payload) => {
        const { tenantId, id } = payload as RequestKey
        await db.execute(sql`
          update platform_request set failure = ${interrupted}, failure_code = null, next_at = null, run = null,
            status = case when platform_number is null then 'initialized' else status end
          where tenant_id = ${tenantId} and id = ${id} and next_at is not null`)
      },
    },
  })
}
