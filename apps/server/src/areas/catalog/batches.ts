import { batchStages } from '@timbermark/contract/calls'
import { batch, permissionOf } from '@timbermark/contract'
import { z } from 'zod'
import { undoOffer } from '@timbermark/contract/calls'
import { Lifecycle, type TransitionRule } from '../../entity/transitions.ts'
import { readingOf, readOne } from '../../entity/read-rows.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import { type RouteSpec, route, serve } from '../../platform/http/http.ts'
import { resealRows } from '../ledger/sealing/seal-rows.ts'
import { loadBatchStages } from '../stage/circulation/batch-stages.ts'

const reading = readingOf(batch)

const sealBatch: TransitionRule = {
  effect: (db, actor, { id }, { services }) =>
    resealRows(db, services, actor.tenantId, { kind: 'batch', ids: [Number(id)] }),
  // The log keeps what was true for a moment: the batch gets another version.
  undone: (db, actor, { id, services }) => resealRows(db, services, actor.tenantId, { kind: 'batch', ids: [id] }),
}
const lifecycle = new Lifecycle(batch, { activate: sealBatch, close: sealBatch, void: sealBatch })

export const batchRoutes: RouteSpec[] = [
  ...viewRoutes(reading),
  ...lifecycle.routes(),
  route({
    method: 'PUT',
    path: '/catalog/batch/:id(^\\d+$)/state',
    access: { permission: permissionOf(batch, 'state') },
    summary: 'Activates, closes or voids a batch: another address of the calls that are named by their verb',
    body: z.strictObject({
      verb: z.enum(['activate', 'close', 'void']),
      reason: z.string().trim().max(200).optional(),
    }),
    answer: z.strictObject({ id: z.int(), status: z.enum(batch.states.values), ...undoOffer }),
    labels: 'catalog.batch',
    audit: { title: 'catalog.batch', kind: 'edit' },
    handler: call =>
      // Other verbs have always accepted a reason and ignored it.
      lifecycle.one(call, call.body.verb, Number(call.params.id), call.body.verb === 'void' ? call.body : undefined),
  }),
  serve(batchStages, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const { id } = await readOne(db, reading, call, Number(call.params.id))
      return loadBatchStages({ services: call.services, db }, call.actor, id, call.language)
    }),
  ),
]
