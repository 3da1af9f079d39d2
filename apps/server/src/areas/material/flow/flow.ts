import { exportFlow, exportedFlowRows, woodFlow } from '@timbermark/contract/calls'
import { dictionaryWords } from '../../../entity/dictionary.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { buildFlow } from './build-flow.ts'
import { flowSheets } from './flow-sheets.ts'
import { loadBatchSums, loadMoves, readRange } from './load-moves.ts'

export const flowRoutes: RouteSpec[] = [
  serve(woodFlow, ({ services, actor, query }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const range = await readRange(db, actor, woodFlow.access.permission, query)
      const { perBatch, moves } = await loadMoves(db, range)
      return { from: range.from, to: range.to, timeZone: range.zone, perBatch, ...buildFlow(moves) }
    }),
  ),
  serve(exportFlow, async call => {
    const { services, actor, query, language } = call
    const { species, ...content } = await services.database.withTenant(actor.tenantId, async db => {
      const range = await readRange(db, actor, exportFlow.access.permission, query)
      const { moves } = await loadMoves(db, range)
      return {
        ...buildFlow(moves),
        batches: await loadBatchSums(db, range, exportedFlowRows),
        species: await dictionaryWords(db, 'tree_species', language),
      }
    })
    return flowSheets(call, species, content)
  }),
]
