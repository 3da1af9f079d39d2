import type { ErrorKey } from '@timbermark/contract'
import type { Db } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'
import { accountOf } from './account.ts'
import { Marketcode, type Product, type Segment } from './marketcode.ts'
import { type Ended, keyOf, longestMessagingWait, MessagingRun } from './run.ts'
import type { RequestKey } from './segments.ts'

const job = 'platform-activation'
/** Pieces activated in one run, so that other jobs get their turn. */
const piecesPerRun = 50
const interrupted: ErrorKey = 'wechat.interrupted'

interface Wanted extends Product {
  request: number
  number: string
  from: number
  to: number
  done: number
}

export async function orderActivation(services: Services, db: Db, key: RequestKey): Promise<void> {
  await services.jobs.add(db, job, key, keyOf(job, key))
}

/**
 * Continues an activation, package by package: it is not documented whether a range may span two packages. After a crash
 * it first asks whether the next piece is already active.
 * @throws TakenOver when another run began meanwhile, and temporary errors
 */
export async function activate(services: Services, key: RequestKey, signal: AbortSignal): Promise<void> {
  const run = new MessagingRun(services, 'platform_activation', job, key)
  if (!(await run.begin())) return
  await run.during(
    () => step(run, signal),
    () => sql`status = 'failed'`,
    signal,
  )
}

async function step(run: MessagingRun, signal: AbortSignal): Promise<Ended> {
  const { services, key } = run
  const platform = new Marketcode(services, await accountOf(services, key.tenantId), signal)
  const row = await run.inTenant(db =>
    db.one<Wanted>(sql`
      select a.platform_request_id as request, r.platform_number as number, lower(a.positions) as "from", upper(a.positions) - 1 as "to", a.done,
        a.activity_name as "activityName", a.product_brand as "productBrand", a.product_title as "productTitle", a.product_code as "productCode",
        a.mini_app_id as "miniAppId", a.mini_path as "miniPath", a.mini_version as "miniVersion"
      from platform_activation a join platform_request r on r.tenant_id = ${key.tenantId} and r.id = a.platform_request_id
      where a.tenant_id = ${key.tenantId} and a.id = ${key.id}`),
  )
  const pieces = await piecesOf(run, row)
  for (const [nth, piece] of pieces.slice(0, piecesPerRun).entries()) {
    signal.throwIfAborted()
    // The first piece may have been activated by an earlier run that could not record it.
    if (nth > 0 || !(await isActive(platform, row, piece))) await platform.activate(row.number, piece, row)
    const size = piece.last - piece.first + 1
    await run.write(sql`done = done + ${size}, waits = 0, failure = null, failure_code = null`, async db => {
      await db.execute(sql`
        update platform_request set activated = activated + ${size}
        where tenant_id = ${key.tenantId} and id = ${row.request}`)
    })
  }
  if (pieces.length > piecesPerRun) return { again: 0 }
  await run.write(sql`status = 'active', next_at = null, run = null`)
  return 'done'
}

/** The rest of the range, split at package ends. */
async function piecesOf(run: MessagingRun, { request, from, to, done }: Wanted): Promise<Segment[]> {
  const begin = from + done
  return run.inTenant(db =>
    db.query<{ first: number; last: number }>(sql`
      select greatest(first_position, ${begin}::int) as first, least(last_position, ${to}::int) as last from platform_segment
      where tenant_id = ${run.key.tenantId} and platform_request_id = ${request} and last_position >= ${begin} and first_position <= ${to}
      order by first_position`),
  )
}

async function isActive(platform: Marketcode, row: Wanted, { first, last }: Segment): Promise<boolean> {
  const known = await platform.ofPosition(row.number, first)
  return (
    known !== null &&
    known.from === first &&
    known.to === last &&
    known.productTitle === row.productTitle &&
    known.miniAppId === row.miniAppId
  )
}

/** Registers the job, and how to find waiting activations. */
export function defineActivation(services: Services): void {
  services.jobs.define(job, (payload, signal) => activate(services, payload as RequestKey, signal), {
    longestDelay: longestMessagingWait,
    tracked: {
      wanted: async db => {
        const rows = await db.query<{ id: number; tenant_id: number }>(
          sql`select id, tenant_id from platform_activation where next_at <= now() and status = 'running'`,
        )
        return rows.map(({ id, tenant_id }) => {
          const payload: RequestKey = { tenantId: tenant_id, id }
          return { key: keyOf(job, payload), payload }
        })
      },
      gaveUp: async (db, payload) => {
        const { tenantId, id } = payload as RequestKey
        await db.execute(sql`
          update platform_activation set status = 'failed', failure = ${interrupted}, failure_code = null, next_at = null, run = null
          where tenant_id = ${tenantId} and id = ${id} and next_at is not null`)
      },
    },
  })
}
