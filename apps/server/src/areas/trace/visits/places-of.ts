import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Visit } from './visit-counter.ts'

type Place = Omit<Visit, 'device' | 'mark'>

/** The places of a group as rows with their number in the group. */
export function placesOf(visits: readonly Place[]): Sql {
  const column = <K extends keyof Place>(key: K) => visits.map(visit => visit[key])
  return sql`
    ${column('tenantId')}::bigint[], ${column('requestNumber')}::int[], ${column('serial')}::int[], ${column('productId')}::bigint[],
    ${column('longitude')}::numeric[], ${column('latitude')}::numeric[], ${column('country')}::text[], ${column('province')}::text[],
    ${column('city')}::text[], ${column('district')}::text[], ${column('ip')}::text[]`
}
