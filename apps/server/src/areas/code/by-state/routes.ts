import { codeByState, permissionOf } from '@timbermark/contract'
import { workbook } from '../../../entity/common-answers.ts'
import { exportRows } from '../../../entity/export.ts'
import { type ListQuery, listQueryOf, pageOf } from '../../../entity/list-query.ts'
import type { Reader } from '../../../entity/read-rows.ts'
import { rowSchemaOf } from '../../../entity/row-schema.ts'
import { servesList } from '../../../entity/served-lists.ts'
import type { Db, Row } from '../../../platform/database/database.ts'
import { type RouteSpec, Rows, route } from '../../../platform/http/http.ts'
import { type CodeSearch, parseCodeSearch } from './code-search.ts'
import { describeCodes } from './describe-codes.ts'
import { findCodePage, readFoundCodes } from './find-codes.ts'

/** Codes of an export that are described at once. */
const exportedAtOnce = 2000

async function* readRows(reader: Reader, search: CodeSearch): AsyncGenerator<Row> {
  const inTenant = <T>(work: (db: Db) => Promise<T>) => reader.services.database.withTenant(reader.actor.tenantId, work)
  for await (const ranges of readFoundCodes(inTenant, search, exportedAtOnce))
    yield* (await inTenant(db => describeCodes(db, reader, ranges))) as unknown as Row[]
}

const searches = Object.keys(codeByState.searches)

export const codeByStateRoutes: RouteSpec[] = [
  servesList(
    route({
      method: 'GET',
      path: '/code/by-state/list',
      access: { permission: permissionOf(codeByState, 'list') },
      summary:
        'Codes of all requests by label, certification, packing, dealer, recall and scans: the newest request first, made as they are asked for',
      query: listQueryOf(codeByState, searches),
      labels: 'code.by-state',
      rows: rowSchemaOf(codeByState),
      handler: async call => {
        const query = call.query as ListQuery
        const page = pageOf(query)
        const search = await parseCodeSearch(call, 'list', query)
        return call.services.database.withTenant(call.actor.tenantId, async db => {
          const { ranges, total } = await findCodePage(db, search, page)
          return new Rows(await describeCodes(db, call, ranges), total)
        })
      },
    }),
    { listed: codeByState, check: (reader, query) => parseCodeSearch(reader, 'list', query) },
  ),
  route({
    method: 'GET',
    path: '/code/by-state/export',
    access: { permission: permissionOf(codeByState, 'export') },
    summary: 'Export of codes by what is known of them, of any number (xlsx)',
    query: listQueryOf(codeByState, searches),
    file: workbook,
    labels: 'code.by-state',
    audit: { title: 'code.by-state', kind: 'export' },
    handler: async call => {
      const search = await parseCodeSearch(call, 'export', call.query as ListQuery)
      return exportRows(call, codeByState, () => readRows(call, search))
    },
  }),
]
