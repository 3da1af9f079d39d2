import { label, type RowOf } from '@timbermark/contract'
import { type Reader, readingOf } from '../../../entity/read-rows.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { currentTenant, type Sql, sql } from '../../../platform/database/sql.ts'
import { requestScope } from '../directory/codes-in-scope.ts'

/** Only serials are stored: the texts of the codes are computed. */
type StoredRange = Omit<RowOf<typeof label>, 'firstCode' | 'lastCode' | 'from' | 'to'> & {
  request: number
  first: number
  beyond: number
  [column: string]: unknown
}

/** Condition for the range that contains a label; an unknown code finds nothing. */
async function whereCode(text: string, { services, actor }: Reader): Promise<Sql> {
  const opened = await services.directory.openFor(actor.tenantId, text)
  return opened.known
    ? sql`(t.request_number = ${opened.entry.requestNumber} and t.serials @> ${opened.serial}::int)`
    : sql`false`
}

const reading = readingOf(label, {
  table: 'label_state',
  where: ({ actor }, verb) => requestScope(actor, `code:label:${verb}`),
  joins: sql`
    join code_request r on r.tenant_id = ${currentTenant} and r.request_number = t.request_number
    join batch b on b.tenant_id = ${currentTenant} and b.id = r.batch_id
    left join label_act a on a.tenant_id = ${currentTenant} and a.id = t.act_id`,
  columns: {
    firstCode: 'computedInCode',
    lastCode: 'computedInCode',
    codes: sql`(upper(t.serials) - lower(t.serials))`,
    requestName: sql`r.name`,
    batchNumber: sql`b.batch_number`,
    reason: sql`a.reason`,
    note: sql`a.note`,
    operator: sql`coalesce(a.operator, '')`,
  },
  more: sql`r.id as "requestId", t.request_number as request, lower(t.serials) as first, upper(t.serials) as beyond`,
  search: { code: whereCode },
  toRows: async (rows: StoredRange[], { services }) => {
    const requests = await services.directory.load(rows.map(({ request }) => request))
    return rows.map(({ request, first, beyond, ...row }) => ({
      ...row,
      firstCode: requests.codeAt(request, first),
      lastCode: requests.codeAt(request, beyond - 1),
      from: first + 1,
      to: beyond,
    }))
  },
})

export const labelViewRoutes = viewRoutes(reading, {
  summary: 'Labels by ranges: delivered, in use, spoiled and lost ones, the newest first',
})
