import { batch, permissionOf } from '@timbermark/contract'
import { stages } from '@timbermark/contract/stages'
import { z } from 'zod'
import { getRow, transition } from '../../crud/write.ts'
import { type RouteSpec, route } from '../../platform/http/http.ts'
import { invalid } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { stagesOfBatch } from '../stage/records.ts'

export const batchRoutes: RouteSpec[] = [
  route({
    method: 'PUT',
    path: '/catalog/batch/:id(^\\d+$)/state',
    access: { permission: permissionOf(batch, 'state') },
    summary: 'Activates, closes or voids a batch; voiding needs a reason',
    body: z.strictObject({
      verb: z.enum(['activate', 'close', 'void']),
      reason: z.string().trim().max(200).optional(),
    }),
    labels: 'catalog.batch',
    audit: { title: 'catalog.batch', kind: 'edit' },
    handler: ({ services, actor, params, body }) =>
      services.database.withTenant(actor.tenantId, async db => {
        if (body.verb === 'void' && !body.reason) throw invalid([{ field: 'voidReason', error: 'required' }])
        const { to } = await transition(db, batch, actor, Number(params.id), body.verb, 'state')
        if (body.verb === 'void')
          await db.execute(
            sql`update batch set void_reason = ${body.reason} where tenant_id = ${actor.tenantId} and id = ${Number(params.id)}`,
          )
        return { status: to }
      }),
  }),
  route({
    method: 'GET',
    path: '/catalog/batch/:id(^\\d+$)/stages',
    access: { permission: permissionOf(batch, 'query') },
    summary: 'The 18 stages of a batch with what was reported at each',
    handler: ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, async db => {
        await getRow(db, services.files, batch, actor, Number(params.id))
        const byStage = Map.groupBy(await stagesOfBatch(db, Number(params.id)), row => row.stage)
        return stages.map(stage => ({
          stage: stage.key,
          order: stage.order,
          optional: stage.optional,
          records: byStage.get(stage.key) ?? [],
        }))
      }),
  }),
]
