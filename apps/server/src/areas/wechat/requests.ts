import { randomBytes } from 'node:crypto'
import { resumeRequest } from '@timbermark/contract/calls'
import { batchStates, codeCount, isEan, platformRequest, isOneOf } from '@timbermark/contract'
import { entityRoutes } from '../../entity/routes.ts'
import { Lifecycle } from '../../entity/transitions.ts'
import { lockRow } from '../../entity/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { openAccount } from './account.ts'
import { orderCodes } from './fetch-codes.ts'

/** States in which the codes are fixed: the platform was asked for them. */
const settled = ['count', 'batchId'] as const

/** Checks beyond the declaration: the count's three rules, the barcode, and the named own codes. */
async function beforeWrite(db: Db, actor: Actor, body: Row, before: Row | undefined): Promise<void> {
  const value = (field: string) => (field in body ? body[field] : before?.[field])
  const count = value('count') as number
  if (!Number.isInteger(count) || count < codeCount.min || count > codeCount.max || count % codeCount.step !== 0)
    throw invalid([{ field: 'count', error: 'code.count' }])
  if (!isEan(String(value('productCode')))) throw invalid([{ field: 'productCode', error: 'wechat.ean' }])
  if (before && before.status !== 'initialized')
    for (const field of settled)
      if (field in body && String(body[field]) !== String(before[field]))
        throw invalid([{ field, error: 'wechat.frozen' }])
  // An unchanged reference stays, whatever its state; applying for codes checks it again.
  if (!before || String(body.batchId ?? before.batchId) !== String(before.batchId))
    await assertOpen(db, actor, Number(value('batchId')))
  await checkOwnCodes(db, actor, value('requestId') as number | null, Number(value('batchId')), count)
  if (!before) return
  const moved = String(value('requestId') ?? '') !== String(before.requestId ?? '')
  if (moved && before.requestId !== null && Number(before.activated) > 0)
    throw invalid([{ field: 'requestId', error: 'wechat.frozen' }])
  // The same own number would mean the earlier application.
  if (count !== before.count)
    await db.execute(sql`
      update platform_request set application_number = null
      where tenant_id = ${actor.tenantId} and id = ${before.id}`)
}

/** @throws Refusal catalog.batchState unless the batch takes codes */
async function assertOpen(db: Db, actor: Actor, batchId: number): Promise<void> {
  const batch = await db.maybe<{ status: string }>(
    sql`select status from batch where tenant_id = ${actor.tenantId} and id = ${batchId}`,
  )
  if (!batch) throw invalid([{ field: 'batchId', error: 'referenceMissing' }])
  if (!isOneOf(batchStates.editable, batch.status)) throw new Refusal('catalog.batchState')
}

/** Own codes must be of the same batch, with one for each platform code. */
async function checkOwnCodes(
  db: Db,
  actor: Actor,
  requestId: number | null | undefined,
  batchId: number,
  count: number,
): Promise<void> {
  if (requestId === null || requestId === undefined) return
  const ownRequest = await db.maybe<{ batch_id: number; count: number }>(
    sql`select batch_id, count from code_request where tenant_id = ${actor.tenantId} and id = ${requestId}`,
  )
  if (!ownRequest) throw invalid([{ field: 'requestId', error: 'referenceMissing' }])
  if (ownRequest.batch_id !== batchId) throw invalid([{ field: 'requestId', error: 'wechat.requestBatch' }])
  if (ownRequest.count < count) throw invalid([{ field: 'requestId', error: 'wechat.requestCount' }])
}

/** @throws Refusal wechat.noAccount, wechat.accountOff, wechat.codeKey */
async function assertAccount(db: Db, secrets: Parameters<typeof openAccount>[1], tenantId: number): Promise<void> {
  const account = await openAccount(db, secrets, tenantId)
  if (!account.codeKey) throw new Refusal('wechat.codeKey')
}

export const platformRequestLifecycle = new Lifecycle(platformRequest, {
  apply: {
    async guard(db, actor, row, { services }) {
      await assertAccount(db, services.secrets, actor.tenantId)
      await assertOpen(db, actor, Number(row.batchId))
    },
    async effect(db, actor, { id }, { services }) {
      const number = `TM-${actor.tenantId}-${Number(id)}-${randomBytes(8).toString('hex')}`
      await db.execute(sql`
        update platform_request
        set application_number = coalesce(application_number, ${number}), failure = null, failure_code = null, next_at = now(), waits = 0
        where tenant_id = ${actor.tenantId} and id = ${id}`)
      await orderCodes(services, db, { tenantId: actor.tenantId, id: Number(id) })
    },
  },
})

export const platformRequestRoutes: RouteSpec[] = [
  ...entityRoutes(platformRequest, { beforeWrite }),
  ...platformRequestLifecycle.routes(),
  serve(resumeRequest, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = Number(params.id)
      const row = await lockRow(db, platformRequest, actor, id, 'apply')
      await assertAccount(db, services.secrets, actor.tenantId)
      if (row.stopped !== true || row.status === 'initialized') throw new Refusal('wechat.notStopped')
      await db.execute(sql`
        update platform_request set failure = null, failure_code = null, next_at = now(), waits = 0
        where tenant_id = ${actor.tenantId} and id = ${id}`)
      await orderCodes(services, db, { tenantId: actor.tenantId, id })
    }),
  ),
]
