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
import { reading, readsEverybody } from './report-query.ts'
import { placesOf } from './place-ranking.ts'
import { rankingOf } from './ranking.ts'
import { recountRoutes } from './recount.ts'
import { placesSheet, rankingSheet, stagesSheet, trendSheet } from './sheets.ts'
import { stagesOf } from './stages.ts'
import { trendOf } from './trend.ts'

/** A workbook holds so many of a ranking. */
const exportedRows = 100_000

/** What is scanned and checked, when, where and of what, and how the stages go: for the statistics screens and their workbooks. */
export const reportRoutes: RouteSpec[] = [
  serve(scanTrend, ({ services, actor, query }) =>
    reading(services.database, actor, scanTrend.access.permission, query, trendOf),
  ),
  serve(exportTrend, async call => {
    const { services, actor, query } = call
    const trend = await reading(services.database, actor, exportTrend.access.permission, query, trendOf)
    return trendSheet(call, query.grain, trend)
  }),
  serve(rankedGoods, ({ services, actor, query, language }) =>
    reading(services.database, actor, rankedGoods.access.permission, query, (db, asked) =>
      rankingOf(db, asked, query.by, language),
    ),
  ),
  serve(exportRanking, async call => {
    const { services, actor, query, language } = call
    const { rows } = await reading(services.database, actor, exportRanking.access.permission, query, (db, asked) =>
      rankingOf(db, asked, query.by, language, exportedRows),
    )
    const all = readsEverybody(actor) && query.enterpriseId === undefined
    return rankingSheet(call, all ? 'enterprise' : query.by, rows)
  }),
  serve(rankedPlaces, ({ services, actor, query, language }) =>
    reading(services.database, actor, rankedPlaces.access.permission, query, (db, asked) =>
      placesOf(db, asked, query, language),
    ),
  ),
  serve(exportPlaces, async call => {
    const { services, actor, query, language } = call
    const { rows } = await reading(services.database, actor, exportPlaces.access.permission, query, (db, asked) =>
      placesOf(db, asked, query, language, exportedRows),
    )
    return placesSheet(call, query.level, rows)
  }),
  serve(stageThroughput, ({ services, actor, query }) =>
    reading(services.database, actor, stageThroughput.access.permission, query, stagesOf),
  ),
  serve(exportStages, async call => {
    const { services, actor, query } = call
    const { rows } = await reading(services.database, actor, exportStages.access.permission, query, stagesOf)
    return stagesSheet(call, rows)
  }),
  ...recountRoutes,
]
