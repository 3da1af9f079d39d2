import { packing, permissionOf, type RowOf } from '@timbermark/contract'
import { type Reader, readingOf } from '../../../entity/read-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { currentTenant, type Sql, sql } from '../../../platform/database/sql.ts'
import { contentsRoutes } from './contents.ts'
import { packRoutes } from './pack.ts'

/** Only serials are stored: the texts of the codes are computed. */
type StoredPacking = Omit<RowOf<typeof packing>, 'parentCode' | 'firstCode'> & {
  parent: [number, number] | null
  first: [number, number] | null
  [column: string]: unknown
}

/** A search condition by code. A code of another enterprise finds nothing, like one that does not exist. */
async function filterByCode(
  text: string,
  { services, actor }: Reader,
  condition: (request: number, serial: number) => Sql,
): Promise<Sql> {
  const opened = await services.directory.openFor(actor.tenantId, text)
  return opened.known ? condition(opened.entry.requestNumber, opened.serial) : sql`false`
}

/** Links that a packing made, or ended when it unpacked. */
const links = sql`l.tenant_id = ${currentTenant} and case t.action when 'unpack' then l.ended_by else l.packing_id end = t.id`

/** The record of a packing that a stage report made. */
const records = sql`left join stage_record r on r.tenant_id = ${currentTenant} and r.id = t.record_id`

const packings = readingOf(packing, {
  table: 'packing',
  where: ({ actor }, verb) =>
    scopePredicate(actor, permissionOf(packing, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' }),
  joins: sql`
    ${records}
    left join account creator on creator.tenant_id = ${currentTenant} and creator.id = t.created_by
    left join lateral (
      select e.index from sealed_content c join ledger_entry e on e.content = c.content
      where c.tenant_id = ${currentTenant} and c.kind = 'packing' and c.row_id = t.id
      order by e.index limit 1) x on true`,
  searchJoins: records,
  columns: {
    parentCode: 'computedInCode',
    firstCode: 'computedInCode',
    codes: sql`t.code_count`,
    operator: sql`coalesce(t.operator, r.operator)`,
    ledger: sql`case when x.index is null then 'queued' else 'logged' end`,
  },
  more: sql`
    t.record_id as "recordId", creator.user_name as "createBy",
    case when t.parent_request is not null then json_build_array(t.parent_request, t.parent_serial) end as parent,
    (select json_build_array(l.request_number, l.first_serial) from code_link l where ${links} order by l.request_number, l.first_serial limit 1) as first`,
  search: {
    parentCode: (text, reader) =>
      filterByCode(
        text,
        reader,
        (request, serial) => sql`(t.parent_request = ${request} and t.parent_serial = ${serial})`,
      ),
    code: (text, reader) =>
      filterByCode(
        text,
        reader,
        (request, serial) => sql`exists (
          select from code_link l where l.tenant_id = ${currentTenant} and t.id in (l.packing_id, l.ended_by)
            and l.request_number = ${request} and l.first_serial <= ${serial} and upper(l.serials) > ${serial})`,
      ),
  },
  toRows: async (rows: StoredPacking[], { services }) => {
    const requests = await services.directory.load(
      rows.flatMap(({ parent, first }) => [parent, first].flatMap(place => place?.[0] ?? [])),
    )
    return rows.map(({ parent, first, ...row }) => ({
      ...row,
      parentCode: parent && requests.codeAt(...parent),
      firstCode: first && requests.codeAt(...first),
    }))
  },
})

export const packingRoutes = [
  ...packRoutes,
  ...contentsRoutes,
  ...viewRoutes(packings, { summary: 'Packings: who packed and unpacked what, and when' }),
]
