import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Visit } from './visit-counter.ts'

type VisitPlace = Omit<Visit, 'device' | 'mark'>

/** Arrays for `unnest`: code and place of each visit of a group. */
export function visitColumns(visits: readonly VisitPlace[]): Sql {
  const column = <K extends keyof VisitPlace>(key: K) => visits.map(visit => visit[key])
  return sql`
    ${column('tenantId')}::bigint[], ${column('requestNumber')}::int[], ${column('serial')}::int[], ${column('productId')}::bigint[],
    ${column('longitude')}::numeric[], ${column('latitude')}::numeric[], ${column('country')}::text[], ${column('province')}::text[],
    ${column('city')}::text[], ${column('district')}::text[], ${column('ip')}::text[]`
}
