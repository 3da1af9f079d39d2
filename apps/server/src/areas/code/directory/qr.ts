import { codesOfRequest, oneCode } from '@timbermark/contract/calls'
import { codeRequest, codeFactKinds, type Texts } from '@timbermark/contract'
import { queryValue, pageOf } from '../../../entity/list-query.ts'
import { nameIn } from '../../../entity/names.ts'
import { readingOf, readOne } from '../../../entity/read-rows.ts'
import { idOf } from '../../../entity/write.ts'
import { type RouteSpec, Rows, serve } from '../../../platform/http/http.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { loadRangesInState } from './certified-ranges.ts'
import { loadCodeRows } from './code-rows.ts'
import { findCodesByActivity, pageOfRanges } from './codes-by-activity.ts'
import { openCodeInScope } from './code-in-scope.ts'

const requests = readingOf(codeRequest)

/** The activity filter of the list, if any. @throws Refusal invalid */
function parseActivity(text: string | undefined): (typeof codeFactKinds)[number] | undefined {
  if (text === undefined) return undefined
  const activity = codeFactKinds.find(one => one === text)
  if (!activity) throw invalid([{ field: 'known', error: 'notOneOf' }])
  return activity
}

export const qrRoutes: RouteSpec[] = [
  serve(codesOfRequest, async call => {
    const { services, actor, query } = call
    const id = idOf(query.requestId, 'requestId')
    const activity = parseActivity(queryValue(query, 'known'))
    const { page, limit } = pageOf(query)
    const first = (page - 1) * limit
    const { row, picked } = await services.database.withTenant(actor.tenantId, async db => {
      await readOne(db, requests, call, id, { verb: 'list' })
      const row = await db.one<{ request_number: number; count: number; status: string }>(
        sql`select request_number, count, status from code_request where tenant_id = ${actor.tenantId} and id = ${id}`,
      )
      const { request_number: request, count } = row
      const within =
        query.certification && (await loadRangesInState(db, actor.tenantId, { request, count }, query.certification))
      const picked = activity
        ? await findCodesByActivity(db, activity, { tenantId: actor.tenantId, request, first, limit, within })
        : within && pageOfRanges(within, { first, limit })
      return { row, picked }
    })
    if (row.status !== 'completed' && row.status !== 'downloaded') return new Rows([], 0)
    const serials = picked?.serials ?? Array.from({ length: limit }, (_, index) => first + index)
    return new Rows(await loadCodeRows(call, row.request_number, serials), picked?.total ?? row.count)
  }),
  serve(oneCode, async call => {
    const { services, actor, params } = call
    const { about, entry, serial } = await services.database.withTenant(actor.tenantId, async db => {
      const { entry, serial } = await openCodeInScope(db, call, params.code ?? '')
      const about = await db.one<{
        requestId: number
        requestName: string
        batchNumber: string
        productName: string
        texts: Texts
        codeType: string
      }>(sql`
          select r.id as "requestId", r.name as "requestName", b.batch_number as "batchNumber",
            p.name as "productName", p.name_texts as texts, r.code_type as "codeType"
          from code_request r join batch b on b.tenant_id = ${actor.tenantId} and b.id = r.batch_id
          join product p on p.tenant_id = ${actor.tenantId} and p.id = b.product_id
          where r.tenant_id = ${actor.tenantId} and r.id = ${entry.requestId}`)
      return { about, entry, serial }
    })
    const [row] = await loadCodeRows(call, entry.requestNumber, [serial])
    if (!row) throw new Refusal('code.unknown')
    const { texts, ...request } = about
    return { ...request, productName: nameIn(call.language, about.productName, texts), ...row }
  }),
]
