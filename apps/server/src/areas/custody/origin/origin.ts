import { exportOrigin, mostOriginOutlines, mostOriginPlots, woodOrigin } from '@timbermark/contract/calls'
import { dictionaryWords } from '../../../entity/dictionary.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { findOriginGoods } from './find-goods.ts'
import { loadOrigin } from './load-origin.ts'
import { fileLimits, originGeoJson, originSheet, sheetLimits } from './origin-files.ts'

const pageLimits = { most: mostOriginPlots, longest: mostOriginOutlines }

export const originRoutes: RouteSpec[] = [
  serve(woodOrigin, async ({ services, actor, language, query }) => {
    const goods = await findOriginGoods(services, actor, woodOrigin.access.permission, query)
    return loadOrigin(services, actor, language, goods, pageLimits)
  }),
  serve(exportOrigin, async call => {
    const { services, actor, language, query } = call
    const goods = await findOriginGoods(services, actor, exportOrigin.access.permission, query)
    const isSheet = query.format === 'xlsx'
    const origin = await loadOrigin(services, actor, language, goods, isSheet ? sheetLimits : fileLimits)
    if (!isSheet) return originGeoJson(call, origin)
    const species = await services.database.withTenant(actor.tenantId, db =>
      dictionaryWords(db, 'tree_species', language),
    )
    return originSheet(call, species, origin)
  }),
]
