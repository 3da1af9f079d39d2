import { countSerials, type SerialRange } from '@timbermark/codes'
import { codesOfRequest, oneCode } from '@timbermark/contract/calls'
import { type CertificationState, codeRequest, type Texts } from '@timbermark/contract'
import { pageOf } from '../../crud/list-query.ts'
import { nameIn } from '../../crud/names.ts'
import { readingOf, readOne } from '../../crud/reading.ts'
import { idOf } from '../../crud/write.ts'
import { type Call, type RouteSpec, Rows, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'
import { serialsAs } from './certified-as.ts'
import { codeRows } from './code-rows.ts'

const requests = readingOf(codeRequest)

/** Serials of a request: all, or those that are certified as asked for. */
async function rangesAs(
  { services, actor }: Pick<Call, 'services' | 'actor'>,
  { request_number: request, count }: { request_number: number; count: number },
  state: CertificationState | undefined,
): Promise<SerialRange[]> {
  if (!state) return [{ from: 0, to: count }]
  return services.database.withTenant(actor.tenantId, db => serialsAs(db, actor.tenantId, { request, count }, state))
}

/** So many serials of the ranges, after the first ones. */
function serialsAt(ranges: readonly SerialRange[], skip: number, limit: number): number[] {
  const found: number[] = []
  let left = skip
  for (const { from, to } of ranges) {
    for (let serial = from + left; serial < to && found.length < limit; serial++) found.push(serial)
    left = Math.max(0, left - (to - from))
    if (found.length === limit) break
  }
  return found
}

export const qrRoutes: RouteSpec[] = [
  serve(codesOfRequest, async call => {
    const { services, actor, query } = call
    const id = idOf(query.requestId, 'requestId')
    const row = await services.database.withTenant(actor.tenantId, async db => {
      await readOne(db, requests, call, id, { verb: 'list' })
      return db.one<{ id: number; request_number: number; count: number; status: string }>(
        sql`select id, request_number, count, status from code_request where tenant_id = ${actor.tenantId} and id = ${id}`,
      )
    })
    if (row.status !== 'completed' && row.status !== 'downloaded') return new Rows([], 0)
    const { page, limit } = pageOf(query)
    const ranges = await rangesAs(call, row, query.certification)
    return new Rows(await codeRows(call, row, serialsAt(ranges, (page - 1) * limit, limit)), countSerials(ranges))
  }),
  serve(oneCode, async call => {
    const { services, actor, params } = call
    const opened = await services.directory.open(params.code ?? '')
    if (!opened.known || opened.entry.tenantId !== actor.tenantId) throw new Refusal('code.unknown')
    const [row] = await codeRows(
      call,
      { id: opened.entry.requestId, request_number: opened.entry.requestNumber, count: opened.entry.count },
      [opened.serial],
    )
    const about = await services.database.withTenant(actor.tenantId, async db => {
      await readOne(db, requests, call, opened.entry.requestId, { verb: 'list' })
      return db.one<{
        requestId: number
        requestName: string
        batchNumber: string
        productName: string
        texts: Texts
        codeType: string
      }>(sql`
          select r.id as "requestId", r.name as "requestName", b.batch_number as "batchNumber", p.name as "productName", p.name_texts as texts, r.code_type as "codeType"
          from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
          join product p on p.tenant_id = b.tenant_id and p.id = b.product_id
          where r.tenant_id = ${actor.tenantId} and r.id = ${opened.entry.requestId}`)
    })
    if (!row) throw new Refusal('code.unknown')
    const { texts, ...request } = about
    return { ...request, productName: nameIn(call.language, about.productName, texts), ...row }
  }),
]
