import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../platform/actor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'

/** The same save by the same account within this time is a double click. */
const windowMs = 1000

/** Writes with an idempotency key or a report id may be sent again and get the first answer again. */
function hasIdempotencyKey(request: FastifyRequest): boolean {
  const body = request.body
  return (
    request.headers['idempotency-key'] !== undefined ||
    (typeof body === 'object' && body !== null && 'reportId' in body)
  )
}

/** Is this a save that can be submitted twice? Calls with an empty body are transitions, and the row's state refuses the second one. */
function isSave(request: FastifyRequest): boolean {
  const { method, body } = request
  return (
    (method === 'POST' || method === 'PUT') &&
    typeof body === 'object' &&
    body !== null &&
    Object.keys(body).length > 0 &&
    !hasIdempotencyKey(request)
  )
}

/** @throws Refusal invalid for a body that is nested too deeply to be written as JSON; no form is. */
function stringifyBody(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('invalid')
    throw error
  }
}

/**
 * Refuses the second of two equal saves (same account, path and body) within a second, across all processes.
 * A caller that intends the repetition sends the header `repeatSubmit: false`.
 * @returns a function that forgets the save, called when the save is refused so that it may be sent again
 * @throws Refusal tooFast, invalid
 */
export async function guardDoubleSubmit(
  database: Database,
  actor: Actor,
  request: FastifyRequest,
): Promise<(() => Promise<void>) | undefined> {
  if (!isSave(request) || request.headers.repeatsubmit === 'false') return undefined
  const fingerprint = createHash('sha256')
    .update(`${actor.accountId}\n${request.method} ${request.url}\n${stringifyBody(request.body)}`)
    .digest()
  const first = await database.acrossTenants('session', async db => {
    await db.execute(sql`delete from repeat_guard where until < now() - interval '1 minute'`)
    return db.maybe(sql`
      insert into repeat_guard as g (fingerprint, until) values (${fingerprint}, now() + make_interval(secs => ${windowMs / 1000}))
      on conflict (fingerprint) do update set until = excluded.until where g.until <= now() returning 1`)
  })
  if (!first) throw new Refusal('tooFast')
  return async () => {
    await database.acrossTenants('session', db =>
      db.execute(sql`delete from repeat_guard where fingerprint = ${fingerprint}`),
    )
  }
}
