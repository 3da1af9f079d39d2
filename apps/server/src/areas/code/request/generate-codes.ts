import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ErrorKey } from '@timbermark/contract'
import { notifyDirectoryChange } from '../directory/code-directory.ts'
import type { Db } from '../../../platform/database/database.ts'
import { isTransientError, TakenOver, yieldWhenFrozen } from '../../../platform/jobs/run.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sealRequest } from '../../ledger/sealing/seal-rows.ts'
import { makeManifest } from './manifest.ts'

interface Payload {
  tenantId: number
  id: number
}

const job = 'code-request'
const jobKey = (id: number) => `code-request-${id}`

/** Why a request returned to its initial state; stored as a phrase key. */
const failedKey: ErrorKey = 'code.notMade'
const interruptedKey: ErrorKey = 'code.interrupted'

/**
 * Queues the generation of a request's codes, in the transaction that submits it. An enterprise has one request generated
 * at a time; the others wait in the state `inProgress`, and the end of one begins the next.
 */
export async function queueCodeGeneration(services: Services, db: Db, payload: Payload): Promise<void> {
  await notifyDirectoryChange(db, { tenantId: payload.tenantId, requestId: payload.id })
  return services.jobs.add(db, job, payload, jobKey(payload.id))
}

/** Queues the request of the enterprise that has waited longest, in the transaction that ends another. */
async function queueNext(services: Services, db: Db, tenantId: number): Promise<void> {
  const next = await db.maybe<{ id: number }>(sql`
    select id from code_request where tenant_id = ${tenantId} and status = 'inProgress'
    order by submitted_at, id limit 1`)
  if (next) await services.jobs.add(db, job, { tenantId, id: next.id } satisfies Payload, jobKey(next.id))
}

/** Whether another run began a request of the enterprise between this one's look and its write. */
const isBusy = (error: unknown) => (error as { constraint?: string }).constraint === 'code_request_generating'

/**
 * Generates the codes of a request, unless another of the enterprise is being generated: then it waits, and the end of
 * that one queues it again. Computes the manifest (count and SHA-256 over the whole file), which is sealed in the ledger. Can run
 * again after a crash with the same result. Only the run that started last may write; an earlier run that
 * still continues writes nothing.
 * @throws TakenOver when another run started in the meantime; also throws temporary errors (a lost connection), after which a
 *   later run may succeed
 */
export async function generateCodes(services: Services, { tenantId, id }: Payload, signal: AbortSignal): Promise<void> {
  const { database, directory } = services
  const run = randomUUID()
  const takenOver = new AbortController()
  const inTenant = <T>(work: (db: Db) => Promise<T>) =>
    database.withTenant(tenantId, async db => {
      await yieldWhenFrozen(db)
      return work(db)
    })
  const started = await inTenant(async db => {
    await notifyDirectoryChange(db, { tenantId, requestId: id })
    // Waits for one that is just ending: it may have looked for the next before this one was submitted.
    await db.query(sql`
      select id from code_request where tenant_id = ${tenantId} and id <> ${id} and status = 'processing' for share`)
    return db.maybe<{ request_number: number }>(sql`
      update code_request set status = 'processing', progress = 0, run = ${run}
      where tenant_id = ${tenantId} and id = ${id} and status in ('inProgress', 'processing')
        and not exists (
          select from code_request o where o.tenant_id = ${tenantId} and o.id <> ${id} and o.status = 'processing')
      returning request_number`)
  }).catch((error: unknown) => {
    if (isBusy(error)) return undefined
    throw error
  })
  if (!started) return
  try {
    const entry = await directory.find(started.request_number, { fresh: true })
    if (!entry) throw new Error('The request is not in the directory')
    let reportedAt = performance.now()
    const manifest = await makeManifest(
      {
        keys: directory.keysOf(entry),
        request: entry.requestNumber,
        count: entry.count,
        rule: entry.codeRule,
        securityLength: entry.securityLength,
      },
      {
        signal: AbortSignal.any([signal, takenOver.signal]),
        onProgress: progress => {
          if (performance.now() - reportedAt < 250) return
          reportedAt = performance.now()
          // A failed write does not matter: the next one follows a moment later.
          inTenant(db =>
            db.execute(
              sql`
                update code_request set progress = ${Math.min(progress, 0.999).toFixed(3)}
                where tenant_id = ${tenantId} and id = ${id} and run = ${run} and status = 'processing'`,
            ),
          ).then(
            written => {
              if (written === 0) takenOver.abort(new TakenOver())
            },
            () => {},
          )
        },
      },
    )
    await inTenant(async db => {
      // The row first: it decides between two runs, and a queued ledger entry cannot be taken back.
      const completed = await db.execute(sql`
        update code_request
        set status = 'completed', progress = 1, failure = null, manifest_sha256 = ${manifest.sha256}, completed_at = now(), run = null
        where tenant_id = ${tenantId} and id = ${id} and run = ${run} and status = 'processing'`)
      if (completed === 0) throw new TakenOver()
      await notifyDirectoryChange(db, { tenantId, requestId: id })
      await sealRequest(db, services, tenantId, id)
      await queueNext(services, db, tenantId)
    })
  } catch (error) {
    // A stop is not a failure: the next process continues with the request.
    if (signal.aborted || error instanceof TakenOver || isTransientError(error)) throw error
    services.log.error({ err: error, request: id }, 'code request failed')
    const reason = error instanceof Refusal && error.key === 'ledger.altered' ? error.key : failedKey
    await inTenant(async db => {
      await resetRequest(db, { tenantId, id }, reason, run)
      await queueNext(services, db, tenantId)
    })
  }
}

/**
 * Generates the codes of a request and waits until they are complete (demonstration data). If a job takes the request over in
 * the meantime, waits for the job.
 * @throws Error with the reason, when the request returned to its initial state
 */
export async function generateCodesAndWait(services: Services, payload: Payload, signal: AbortSignal): Promise<void> {
  await generateCodes(services, payload, signal).catch((error: unknown) => {
    if (!(error instanceof TakenOver)) throw error
  })
  for (;;) {
    const { status, failure } = await services.database.withTenant(payload.tenantId, db =>
      db.one<{ status: string; failure: string | null }>(
        sql`select status, failure from code_request where tenant_id = ${payload.tenantId} and id = ${payload.id}`,
      ),
    )
    if (status === 'completed') return
    if (status !== 'inProgress' && status !== 'processing') throw new Error(failure ?? status)
    await setTimeout(100, undefined, { signal })
  }
}

/** Resets a request so that it can be edited and submitted again, with the reason. @param run only if this run still owns it */
async function resetRequest(db: Db, { tenantId, id }: Payload, reason: ErrorKey, run?: string): Promise<void> {
  await db.execute(sql`
    update code_request set status = 'initialized', progress = 0, failure = ${reason}, run = null
    where tenant_id = ${tenantId} and id = ${id} and status in ('inProgress', 'processing') and ${run ? sql`run = ${run}` : sql`true`}`)
  await notifyDirectoryChange(db, { tenantId, requestId: id })
}

/** Defines the job, and how to find waiting requests, so that a request whose job was lost gets a new one. */
export function defineCodeGeneration(services: Services): void {
  services.jobs.define(job, (payload, signal) => generateCodes(services, payload as Payload, signal), {
    tracked: {
      wanted: async db => {
        // Of each enterprise the one that is being generated, else the one that has waited longest.
        const rows = await db.query<{ id: number; tenant_id: number }>(
          sql`
            select distinct on (tenant_id) id, tenant_id from code_request where status in ('inProgress', 'processing')
            order by tenant_id, status desc, submitted_at, id`,
        )
        return rows.map(({ id, tenant_id }) => ({
          key: jobKey(id),
          payload: { tenantId: tenant_id, id } satisfies Payload,
        }))
      },
      gaveUp: async (db, payload) => {
        await resetRequest(db, payload as Payload, interruptedKey)
        await queueNext(services, db, (payload as Payload).tenantId)
      },
    },
  })
}
