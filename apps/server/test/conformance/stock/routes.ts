import { readingOf } from '../../../src/entity/read-rows.ts'
import { viewRoutes } from '../../../src/entity/view-routes.ts'
import { currentTenant, sql } from '../../../src/platform/database/sql.ts'
import { stock } from './view.ts'

export const stockRoutes = viewRoutes(
  readingOf(stock, {
    table: 'product',
    joins: sql`
      left join lateral (
        select count(*)::int as batches, max(b.created_at) as latest from batch b
        where b.tenant_id = ${currentTenant} and b.product_id = t.id) s on true`,
    columns: { productName: sql`t.name`, batches: sql`s.batches`, latest: sql`s.latest` },
  }),
)
