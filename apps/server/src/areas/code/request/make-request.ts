import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ErrorKey } from '@timbermark/contract'
import { tellDirectory } from '../directory/code-directory.ts'
import type { Db } from '../../../platform/database/database.ts'
import { isTransientError, TakenOver, yieldWhenFrozen } from '../../../platform/jobs/run.ts'
import type { Services } from '../../../platform/services.ts'
import { sql } from '../../../platform/database/sql.ts'
import { sealRequest } from '../../ledger/sealing/goods.ts'
import { makeManifest } from './manifest.ts'

interface Payload {
  tenantId: number
  id: number
}

const job = 'code-request'
const keyOf = (id: number) => `code-request-${id}`

/** Why a request fell back to its beginning: kept as the key of its text. */
const notMade: ErrorKey = 'code.notMade'
const interrupted: ErrorKey = 'code.interrupted'

/** Orders the codes of a request in the transaction that submits it. */
export async function orderRequest(services: Services, db: Db, payload: Payload): Promise<void> {
  await tellDirectory(db)
  return services.jobs.add(db, job, payload, keyOf(payload.id))
}

/**
 * Makes a request's codes: what is made is the manifest (count and SHA-256 over the whole file), which goes into the
 * ledger. May be run again after a crash: it starts over and comes to the same result. Whoever began last may write: an
 * earlier run that still goes on, or goes on again, writes nothing.
 * @throws TakenOver when another run began meanwhile; what a later run may succeed with (a lost connection) is thrown too
 */
export async function makeRequest(services: Services, { tenantId, id }: Payload, signal: AbortSignal): Promise<void> {
  const { database, directory } = services
  const run = randomUUID()
  const taken = new AbortController()
  const inTenant = <T>(work: (db: Db) => Promise<T>) =>
    database.withTenant(tenantId, async db => {
      await yieldWhenFrozen(db)
      return work(db)
    })
  const begun = await inTenant(async db => {
    await tellDirectory(db)
    return db.maybe<{ request_number: number }>(sql`
      update code_request set status = 'processing', progress = 0, run = ${run}
      where tenant_id = ${tenantId} and id = ${id} and status in ('inProgress', 'processing') returning request_number`)
  })
  if (!begun) return
  try {
    await directory.reload()
    const entry = directory.get(begun.request_number)
    if (!entry) throw new Error('The request is not in the directory')
    let told = Date.now()
    const manifest = await makeManifest(
      {
        keys: directory.keysOf(entry),
        request: entry.requestNumber,
        count: entry.count,
        rule: entry.codeRule,
        securityLength: entry.securityLength,
      },
      {
        signal: AbortSignal.any([signal, taken.signal]),
        onProgress: progress => {
          if (Date.now() - told < 250) return
          told = Date.now()
          // One that is not written is made good by the next a moment later.
          inTenant(db =>
            db.execute(
              sql`
                update code_request set progress = ${Math.min(progress, 0.999).toFixed(3)}
                where tenant_id = ${tenantId} and id = ${id} and run = ${run} and status = 'processing'`,
            ),
          ).then(
            written => {
              if (written === 0) taken.abort(new TakenOver())
            },
            () => {},
          )
        },
      },
    )
    await inTenant(async db => {
      // The row first: it is what decides between two runs, and an entry that is queued cannot be taken back.
      const mine = await db.execute(sql`
        update code_request
        set status = 'completed', progress = 1, failure = null, manifest_sha256 = ${manifest.sha256}, completed_at = now(), run = null
        where tenant_id = ${tenantId} and id = ${id} and run = ${run} and status = 'processing'`)
      if (mine === 0) throw new TakenOver()
      await tellDirectory(db)
      await sealRequest(db, services.secrets, tenantId, id)
    })
  } catch (error) {
    // A stop is no failure: the next process takes the request up again.
    if (signal.aborted || error instanceof TakenOver || isTransientError(error)) throw error
    services.log.error({ err: error, request: id }, 'code request failed')
    await inTenant(db => fallBack(db, { tenantId, id }, notMade, run))
  }
}

/**
 * Makes a request's codes for somebody who waits for them (the demonstration). Where jobs run, one of them may find the
 * request wanted and take it up meanwhile; then its end is waited for.
 * @throws Error when the request fell back to its beginning, with the reason
 */
export async function finishRequest(services: Services, payload: Payload, signal: AbortSignal): Promise<void> {
  await makeRequest(services, payload, signal).catch((error: unknown) => {
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

/** Sets a request back to where it can be edited and submitted again, with the reason. @param run only while this run holds it */
async function fallBack(db: Db, { tenantId, id }: Payload, reason: ErrorKey, run?: string): Promise<void> {
  await db.execute(sql`
    update code_request set status = 'initialized', progress = 0, failure = ${reason}, run = null
    where tenant_id = ${tenantId} and id = ${id} and status in ('inProgress', 'processing') and ${run ? sql`run = ${run}` : sql`true`}`)
  await tellDirectory(db)
}

/** Tells the jobs how, and which requests wait: those whose job was lost get another one. */
export function defineRequestMaking(services: Services): void {
  services.jobs.define(job, (payload, signal) => makeRequest(services, payload as Payload, signal), {
    tracked: {
      wanted: async db => {
        const rows = await db.query<{ id: number; tenant_id: number }>(
          sql`select id, tenant_id from code_request where status in ('inProgress', 'processing')`,
        )
        return rows.map(({ id, tenant_id }) => ({
          key: keyOf(id),
          payload: { tenantId: tenant_id, id } satisfies Payload,
        }))
      },
      gaveUp: (db, payload) => fallBack(db, payload as Payload, interrupted),
    },
  })
}
