import { phraseOf } from '@timbermark/contract'
import { undoChange } from '@timbermark/contract/calls'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { undoChanges } from '../../../entity/run-undo.ts'

export const undoRoutes: RouteSpec[] = [
  serve(undoChange, async call => {
    const { services, actor, params } = call
    const { entity, undone } = await services.database.withTenant(actor.tenantId, db =>
      undoChanges(db, services, actor, Number(params.id)),
    )
    call.auditTitle = phraseOf(entity)
    return { undone }
  }),
]
