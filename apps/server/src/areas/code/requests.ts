import { addRequest } from '@timbermark/contract/calls'
import { batchStates, codeCount, codeRequest, codeRules, type CodeRule, permissionOf } from '@timbermark/contract'
import { rightsOf } from '../../crud/rights.ts'
import { entityRoutes } from '../../crud/routes.ts'
import { Lifecycle } from '../../crud/transitions.ts'
import { addRow, getRow } from '../../crud/write.ts'
import type { Actor } from '../../platform/actor.ts'
import { tellDirectory } from '../../platform/code-directory.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { type RouteSpec, route, serve } from '../../platform/http/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { orderRequest } from './make-request.ts'
import { keepNumber } from '../ledger/request-numbers.ts'

/** What the declaration cannot say: the three rules of the count, the length by rule, and a batch that may take codes. */
async function beforeWrite(db: Db, actor: Actor, body: Row, before: Row | undefined): Promise<void> {
  const count = (body.count ?? before?.count) as number
  if (!Number.isInteger(count) || count < codeCount.min || count > codeCount.max || count % codeCount.step !== 0)
    throw invalid([{ field: 'count', error: 'code.count' }])
  const ruleName = (body.codeRule ?? before?.codeRule) as CodeRule
  const rule = codeRules[ruleName]
  const length = (body.securityLength ?? before?.securityLength) as number
  if (!Number.isInteger(length) || length < rule.min || length > rule.max)
    throw invalid([{ field: 'securityLength', error: 'code.securityLength', params: { min: rule.min, max: rule.max } }])
  const batch = await db.maybe<{ status: string }>(
    sql`select status from batch where tenant_id = ${actor.tenantId} and id = ${body.batchId ?? before?.batchId}`,
  )
  if (!batch) throw invalid([{ field: 'batchId', error: 'referenceMissing' }])
  assertOpen(batch)
  await tellDirectory(db)
}

/** @throws Refusal catalog.batchState unless the batch takes codes */
function assertOpen(batch: { status: string }): void {
  if (!(batchStates.editable as readonly string[]).includes(batch.status)) throw new Refusal('catalog.batchState')
}

export const requestLife = new Lifecycle(codeRequest, {
  submit: {
    async guard(db, actor, row) {
      assertOpen(
        await db.one<{ status: string }>(
          sql`select status from batch where tenant_id = ${actor.tenantId} and id = ${row.batchId}`,
        ),
      )
    },
    async effect(db, actor, { id }, { services }) {
      await db.execute(
        sql`update code_request set progress = 0, failure = null, submitted_by = ${actor.accountId}, submitted_at = now() where tenant_id = ${actor.tenantId} and id = ${id}`,
      )
      await orderRequest(services, db, { tenantId: actor.tenantId, id: Number(id) })
    },
    // One request of an enterprise is made at a time: the database decides, also between two at the same moment.
    constraints: { code_request_running: 'code.running' },
  },
})

export const requestRoutes: RouteSpec[] = [
  ...entityRoutes(codeRequest, { beforeWrite, beforeRemove: tellDirectory }, ['query', 'add']),
  serve(addRequest, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const id = await addRow(db, services.files, codeRequest, actor, body, { beforeWrite })
      await keepNumber(db, services.memory, actor.tenantId, id)
      return { id }
    }),
  ),
  route({
    method: 'GET',
    path: '/code/request/:id(^\\d+$)',
    access: { permission: permissionOf(codeRequest, 'query') },
    summary: 'One code request with its progress and manifest',
    handler: ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const row = await getRow(db, services.files, codeRequest, actor, Number(params.id))
        const made = await db.one<{
          manifest_sha256: string | null
          manifest_leaf: string | null
          request_number: number
        }>(
          sql`select manifest_sha256, manifest_leaf, request_number from code_request where tenant_id = ${actor.tenantId} and id = ${Number(params.id)}`,
        )
        const logged = made.manifest_leaf
          ? await db.maybe<{ index: number }>(
              sql`select index from ledger_leaf where subject = ${`code_request/${params.id}`} order by index desc limit 1`,
            )
          : undefined
        return {
          ...row,
          ...rightsOf(codeRequest, actor, row),
          progress: Number(row.progress),
          requestNumber: made.request_number,
          manifest: made.manifest_sha256
            ? {
                count: row.count,
                sha256: made.manifest_sha256,
                ledgerLeaf: made.manifest_leaf,
                ledgerIndex: logged?.index ?? null,
              }
            : null,
        }
      }),
  }),
  ...requestLife.routes(),
]
