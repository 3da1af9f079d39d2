import type { Db } from '../../platform/database.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/sql.ts'
import { queueLeaf } from '../ledger/queue.ts'
import { makeManifest } from './manifest.ts'
import { manifestStatement } from './manifest-leaf.ts'

interface Payload {
  tenantId: number
  id: number
}

/**
 * Makes a request's codes: what is made is the manifest (count and SHA-256 over the whole file), which goes into the
 * ledger. May be run again after a crash: it starts over and comes to the same result.
 */
export async function makeRequest(services: Services, { tenantId, id }: Payload, signal: AbortSignal): Promise<void> {
  const { database, directory } = services
  const inTenant = <T>(work: (db: Db) => Promise<T>) => database.withTenant(tenantId, work)
  const begun = await inTenant(db =>
    db.maybe<{ request_number: number; batch_number: string; identification: string }>(sql`
      update code_request r set status = 'processing', progress = 0 from batch b, enterprise e
      where r.id = ${id} and r.status in ('inProgress', 'processing') and b.tenant_id = r.tenant_id and b.id = r.batch_id and e.id = r.tenant_id
      returning r.request_number, b.batch_number, e.identification`),
  )
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
        signal,
        onProgress: progress => {
          if (Date.now() - told < 250) return
          told = Date.now()
          // One that is not written is made good by the next a moment later.
          void inTenant(db =>
            db.execute(
              sql`update code_request set progress = ${Math.min(progress, 0.999).toFixed(3)} where id = ${id} and status = 'processing'`,
            ),
          ).catch(() => {})
        },
      },
    )
    await inTenant(async db => {
      const { identification: enterprise, request_number: request, batch_number: batch } = begun
      const statement = manifestStatement({ enterprise, request, batch }, manifest)
      const leaf = await queueLeaf(db, tenantId, `code_request/${id}`, statement)
      await db.execute(sql`
        update code_request set status = 'completed', progress = 1, failure = null, manifest_sha256 = ${manifest.sha256}, manifest_leaf = ${leaf.hash}, completed_at = now()
        where id = ${id} and status = 'processing'`)
    })
  } catch (error) {
    // A stop is no failure: the next process takes the request up again.
    if (signal.aborted) throw error
    services.log.error({ err: error, request: id }, 'code request failed')
    await inTenant(db =>
      db.execute(
        sql`update code_request set status = 'initialized', progress = 0, failure = ${(error as Error).message.slice(0, 500)} where id = ${id} and status in ('inProgress', 'processing')`,
      ),
    )
  }
}

/** Requests that a process left unfinished, e.g. because it died before its job was noted. */
export async function resumeRequests(services: Services): Promise<void> {
  const left = await services.database.acrossTenants('jobs', db =>
    db.query<{ id: number; tenant_id: number }>(
      sql`select id, tenant_id from code_request where status in ('inProgress', 'processing')`,
    ),
  )
  for (const { id, tenant_id } of left)
    await services.jobs.add('code-request', { tenantId: tenant_id, id }, `code-request-${id}`)
}
