import { permissionOf, recall, recalls, type RowOf, textIn } from '@timbermark/contract'
import { declareRecall, recallsOfCode } from '@timbermark/contract/calls'
import { type Reader, readingOf, parseWholeNumber } from '../../entity/read-rows.ts'
import { scopePredicate } from '../../entity/scope.ts'
import { Lifecycle } from '../../entity/transitions.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import type { Actor } from '../../platform/actor.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { recallsOf } from '../code/directory/recalls-of-codes.ts'
import { codeAt, ownCode } from '../code/packing/parse-codes.ts'
import { assertInReach } from '../code/packing/codes-in-scope.ts'
import { sealAgain, sealRequestsAgain } from '../ledger/sealing/goods.ts'
import { waitForTurn } from '../code/directory/range-facts.ts'
import { declare } from './declare-recall.ts'

/** Of single codes only serials are stored: the value of the first is made again. */
type Stored = Omit<RowOf<typeof recalls>, 'goods'> & {
  batchNumber: string | null
  requestNumber: number | null
  serial: number | null
  [column: string]: unknown
}

const inScope = (actor: Actor, verb: string): Sql =>
  scopePredicate(actor, permissionOf(recall, verb), { alias: 't', dept: 'dept_id', owner: 'created_by' })

async function ofCode(given: string, { services, actor }: Reader): Promise<Sql> {
  const opened = await services.directory.open(given)
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
  joins: sql`left join batch b on b.tenant_id = t.tenant_id and b.id = t.batch_id`,
  searchJoins: sql``,
  columns: { goods: 'computedInCode' },
  more: sql`b.batch_number as "batchNumber", t.request_number as "requestNumber", t.serial, t.batch_id as "batchId"`,
  search: { code: ofCode, batchId: given => sql`t.batch_id = ${parseWholeNumber('batchId', given)}` },
  toRows: (rows: Stored[], { services }) =>
    rows.map(({ batchNumber, requestNumber, serial, ...row }) => ({
      ...row,
      goods:
        batchNumber ??
        (requestNumber !== null && serial !== null && services.directory.get(requestNumber)
          ? codeAt(services, requestNumber, serial)
          : ''),
    })),
})

/** How a recall is lifted. */
export const recallLife = new Lifecycle(recall, {
  lift: {
    async effect(db, actor, { id }, { services }) {
      const { batchId } = await db.one<{ batchId: number | null }>(sql`
        update recall set lifted_at = now() where tenant_id = ${actor.tenantId} and id = ${id} returning batch_id as "batchId"`)
      if (batchId !== null) {
        // Whoever else seals the batch waits for its row.
        await db.one(sql`select id from batch where tenant_id = ${actor.tenantId} and id = ${batchId} for update`)
        return sealAgain(db, services.secrets, actor.tenantId, 'batch', [batchId])
      }
      const rows = await db.query<{ request: number }>(sql`
        select distinct request_number as request from recalled_code where tenant_id = ${actor.tenantId} and recall_id = ${id}`)
      const requests = rows.map(({ request }) => request)
      await waitForTurn(db, 'recall', rows)
      await db.execute(
        sql`update recalled_code set current = false where tenant_id = ${actor.tenantId} and recall_id = ${id}`,
      )
      return sealRequestsAgain(db, services.secrets, actor.tenantId, requests)
    },
  },
})

export const recallRoutes: RouteSpec[] = [
  serve(declareRecall, ({ services, actor, language, body }) =>
    services.database.withTenant(actor.tenantId, db => declare({ services, db, actor, language }, body)),
  ),
  serve(recallsOfCode, async ({ services, actor, language, params }) => {
    const opened = await ownCode(services, actor, params.code ?? '').catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal('code.unknown') : error
    })
    const { requestNumber, requestId } = opened.entry
    return services.database.withTenant(actor.tenantId, async db => {
      await assertInReach(db, actor, 'catalog:recall:list', [requestNumber], () => opened.code)
      const { batchId } = await db.one<{ batchId: number }>(
        sql`select batch_id as "batchId" from code_request where tenant_id = ${actor.tenantId} and id = ${requestId}`,
      )
      const rows = await recallsOf(db, actor.tenantId, { batchId, requestNumber, serial: opened.serial })
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
  ...recallLife.routes(),
  ...viewRoutes(reading, { summary: 'Recalls: which batches and codes are, or were, called back, and why' }),
]
