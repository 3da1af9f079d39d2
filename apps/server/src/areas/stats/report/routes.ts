import {
  exportPlaces,
  exportRanking,
  exportStages,
  exportTrend,
  rankedGoods,
  rankedPlaces,
  scanTrend,
  stageThroughput,
} from '@timbermark/contract/calls'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import { withScopedQuery, canReadAllTenants } from './report-query.ts'
import { rankPlaces } from './place-ranking.ts'
import { loadRanking } from './ranking.ts'
import { recountRoutes } from './recount.ts'
import { placesSheet, rankingSheet, stagesSheet, trendSheet } from './sheets.ts'
import { loadStageThroughput } from './stages.ts'
import { loadTrend } from './trend.ts'

/** Most rows of a ranking in a workbook. */
const exportedRows = 100_000

/** Reports on scans, checks and stages for the statistics screens and their workbooks. */
export const reportRoutes: RouteSpec[] = [
  serve(scanTrend, ({ services, actor, query }) =>
    withScopedQuery(services.database, actor, scanTrend.access.permission, query, loadTrend),
  ),
  serve(exportTrend, async call => {
    const { services, actor, query } = call
    const { trend, zone } = await withScopedQuery(
      services.database,
      actor,
      exportTrend.access.permission,
      query,
      async (db, scoped) => ({ trend: await loadTrend(db, scoped), zone: scoped.zone }),
    )
    return trendSheet(call, query.grain, trend, zone)
  }),
  serve(rankedGoods, ({ services, actor, query, language }) =>
    withScopedQuery(services.database, actor, rankedGoods.access.permission, query, (db, scoped) =>
      loadRanking(db, scoped, query.by, language),
    ),
  ),
  serve(exportRanking, async call => {
    const { services, actor, query, language } = call
    const { rows } = await withScopedQuery(
      services.database,
      actor,
      exportRanking.access.permission,
      query,
      (db, scoped) => loadRanking(db, scoped, query.by, language, exportedRows),
    )
    const all = canReadAllTenants(actor) && query.enterpriseId === undefined
    return rankingSheet(call, all ? 'enterprise' : query.by, rows)
  }),
  serve(rankedPlaces, ({ services, actor, query, language }) =>
    withScopedQuery(services.database, actor, rankedPlaces.access.permission, query, (db, scoped) =>
      rankPlaces(db, scoped, query, language),
    ),
  ),
  serve(exportPlaces, async call => {
    const { services, actor, query, language } = call
    const { rows } = await withScopedQuery(
      services.database,
      actor,
      exportPlaces.access.permission,
      query,
      (db, scoped) => rankPlaces(db, scoped, query, language, exportedRows),
    )
    return placesSheet(call, query.level, rows)
  }),
  serve(stageThroughput, ({ services, actor, query }) =>
    withScopedQuery(services.database, actor, stageThroughput.access.permission, query, loadStageThroughput),
  ),
  serve(exportStages, async call => {
    const { services, actor, query } = call
    const { rows } = await withScopedQuery(
      services.database,
      actor,
      exportStages.access.permission,
      query,
      loadStageThroughput,
    )
    return stagesSheet(call, rows)
  }),
  ...recountRoutes,
]
