import { permissionOf, recall, recalls, type RowOf, textIn } from '@timbermark/contract'
import { declareRecall, recallsOfCode } from '@timbermark/contract/calls'
import { type Reader, readingOf, parseWholeNumber } from '../../entity/read-rows.ts'
import { scopePredicate } from '../../entity/scope.ts'
import { Lifecycle } from '../../entity/transitions.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import type { Actor } from '../../platform/actor.ts'
import { currentTenant, type Sql, sql } from '../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { loadRecalls } from '../code/directory/recalls-of-codes.ts'
import { openOwnCode } from '../code/directory/parse-codes.ts'
import { assertRequestsInScope } from '../code/directory/codes-in-scope.ts'
import { resealRows, resealRequests } from '../ledger/sealing/seal-rows.ts'
import { lockCodeRequests } from '../code/directory/range-facts.ts'
import { recallGoods } from './declare-recall.ts'

/** For single codes only serials are stored; the value of the first code is computed. */
type Stored = Omit<RowOf<typeof recalls>, 'goods'> & {
  batchNumber: string | null
  requestNumber: number | null
  serial: number | null
  [column: string]: unknown
}

const inScope = (actor: Actor, verb: string): Sql =>
  scopePredicate(actor, permissionOf(recall, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })

async function whereCode(text: string, { services, actor }: Reader): Promise<Sql> {
  const opened = await services.directory.open(text)
  if (!opened.known || opened.entry.tenantId !== actor.tenantId) return sql`false`
  return sql`(
    t.batch_id in (select q.batch_id from code_request q where q.tenant_id = ${actor.tenantId} and q.id = ${opened.entry.requestId})
    or t.id in (
      select c.recall_id from recalled_code c
      where c.tenant_id = ${actor.tenantId} and c.request_number = ${opened.entry.requestNumber}
        and c.first_serial <= ${opened.serial} and upper(c.serials) > ${opened.serial}))`
}

const reading = readingOf(recalls, {
  where: ({ actor }, verb) => inScope(actor, verb),
  joins: sql`left join batch b on b.tenant_id = ${currentTenant} and b.id = t.batch_id`,
  searchJoins: sql``,
  columns: { goods: 'computedInCode' },
  more: sql`b.batch_number as "batchNumber", t.request_number as "requestNumber", t.serial, t.batch_id as "batchId"`,
  search: { code: whereCode, batchId: value => sql`t.batch_id = ${parseWholeNumber('batchId', value)}` },
  toRows: async (rows: Stored[], { services }) => {
    const requests = await services.directory.load(rows.flatMap(row => row.requestNumber ?? []))
    return rows.map(({ batchNumber, requestNumber, serial, ...row }) => ({
      ...row,
      goods:
        batchNumber ??
        (requestNumber !== null && serial !== null ? (requests.codeAt(requestNumber, serial) ?? '') : ''),
    }))
  },
})

/** The lifecycle of recalls: lifting one. */
export const recallLifecycle = new Lifecycle(recall, {
  lift: {
    async effect(db, actor, { id }, { services }) {
      const { batchId } = await db.one<{ batchId: number | null }>(sql`
        update recall set lifted_at = now() where tenant_id = ${actor.tenantId} and id = ${id} returning batch_id as "batchId"`)
      if (batchId !== null) {
        // Locks the batch, so that concurrent sealing of it waits.
        await db.one(sql`select id from batch where tenant_id = ${actor.tenantId} and id = ${batchId} for update`)
        return resealRows(db, services, actor.tenantId, { kind: 'batch', ids: [batchId] })
      }
      const rows = await db.query<{ request: number }>(sql`
        select distinct request_number as request from recalled_code where tenant_id = ${actor.tenantId} and recall_id = ${id}`)
      const requests = rows.map(({ request }) => request)
      await lockCodeRequests(db, 'recall', rows)
      await db.execute(
        sql`update recalled_code set current = false where tenant_id = ${actor.tenantId} and recall_id = ${id}`,
      )
      return resealRequests(db, services, actor.tenantId, requests)
    },
  },
})

export const recallRoutes: RouteSpec[] = [
  serve(declareRecall, ({ services, actor, language, body }) =>
    services.database.withTenant(actor.tenantId, db => recallGoods({ services, db, actor, language }, body)),
  ),
  serve(recallsOfCode, async ({ services, actor, language, params }) => {
    const opened = await openOwnCode(services, actor, params.code ?? '').catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal('code.unknown') : error
    })
    const { requestNumber, requestId } = opened.entry
    return services.database.withTenant(actor.tenantId, async db => {
      await assertRequestsInScope(db, actor, 'catalog:recall:list', [requestNumber], () => opened.code)
      const { batchId } = await db.one<{ batchId: number }>(
        sql`select batch_id as "batchId" from code_request where tenant_id = ${actor.tenantId} and id = ${requestId}`,
      )
      const rows = await loadRecalls(db, actor.tenantId, { batchId, requestNumber, serial: opened.serial })
      return rows.map(({ id, of, status, reason, reasonTexts, since, liftReason, liftReasonTexts }) => ({
        id,
        of,
        status,
        reason: textIn(language, reason, reasonTexts),
        reasonTexts,
        recalledAt: since,
        liftReason: liftReason && textIn(language, liftReason, liftReasonTexts),
        liftReasonTexts,
      }))
    })
  }),
  ...recallLifecycle.routes(),
  ...viewRoutes(reading, { summary: 'Recalls: which batches and codes are, or were, called back, and why' }),
]
