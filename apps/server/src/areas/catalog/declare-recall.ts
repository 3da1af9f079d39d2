import {
  batch,
  type Issue,
  limits,
  type Language,
  type NamedText,
  recall,
  type ParsedBodyOf,
} from '@timbermark/contract'
import type { declareRecall } from '@timbermark/contract/calls'
import { nameFromBody } from '../../entity/names.ts'
import { lockRow } from '../../entity/write.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { assertValid, invalid, Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { parseRanges } from '../channel/dealers/parse-ranges.ts'
import { assertNotPartner } from '../code/directory/custody-chain.ts'
import {
  addFacts,
  type CodeRange,
  codeRange,
  rangesOfFact,
  loadFactsInRanges,
  lockCodeRequests,
} from '../code/directory/range-facts.ts'
import { codeAt } from '../code/directory/parse-codes.ts'
import { resealRows, resealRequests } from '../ledger/sealing/seal-rows.ts'

interface RecallContext {
  services: Services
  db: Db
  actor: Actor
  language: Language
}

type Body = ParsedBodyOf<typeof declareRecall>

const textFields = ['reason', 'advice', 'contact'] as const
type RecallTexts = Record<(typeof textFields)[number], NamedText>

/** Parses the texts for readers, each in one or more languages. @throws Refusal invalid */
function parseRecallTexts({ language }: RecallContext, body: Body): RecallTexts {
  const issues: Issue[] = []
  const names = textFields.map(key => {
    const parsed = nameFromBody(key, recall.fields[key], { plain: body[key], texts: body[`${key}Texts`], language })
    issues.push(...parsed.issues)
    return [key, parsed.now]
  })
  assertValid(issues)
  return Object.fromEntries(names)
}

/**
 * Stores and seals a recall, in the caller's transaction.
 * @throws Refusal catalog.recallWhat, catalog.batchRecalled, catalog.codeRecalled with the first such code,
 *   catalog.recallPieces; and as `parseRanges`
 */
export async function recallGoods(scene: RecallContext, body: Body): Promise<{ id: number; codes: number | null }> {
  const namesCodes = body.codes.length + body.ranges.length + body.requestIds.length > 0
  if (Boolean(body.batchId) === namesCodes) throw new Refusal('catalog.recallWhat')
  return body.batchId ? recallBatch(scene, body, body.batchId) : recallCodes(scene, body)
}

async function insertRecall(
  scene: RecallContext,
  body: Body,
  what: { batchId: number } | { first: CodeRange; codes: number },
): Promise<number> {
  const [batchId, request, serial, codes] =
    'batchId' in what ? [what.batchId, null, null, null] : [null, what.first.request, what.first.from, what.codes]
  const { db, actor } = scene
  const { reason, advice, contact } = parseRecallTexts(scene, body)
  const texts = (name: NamedText) => sql`${JSON.stringify(name.texts)}::jsonb`
  const { id } = await db.one<{ id: number }>(sql`
    insert into recall (tenant_id, dept_id, created_by, batch_id, request_number, serial, codes,
      reason, reason_texts, advice, advice_texts, contact, contact_texts, reports)
    values (${actor.tenantId}, ${actor.deptId}, ${actor.accountId}, ${batchId}::bigint, ${request}::int, ${serial}::int, ${codes}::int,
      ${reason.main}, ${texts(reason)}, ${advice.main}, ${texts(advice)}, ${contact.main}, ${texts(contact)}, ${body.reports})
    returning id`)
  return id
}

async function recallBatch(scene: RecallContext, body: Body, batchId: number) {
  const { services, db, actor } = scene
  await lockRow(db, batch, actor, batchId, 'list').catch((error: unknown) => {
    throw error instanceof Refusal ? invalid([{ field: 'batchId', error: 'referenceMissing' }]) : error
  })
  const partner = await db.maybe<{ request: number }>(sql`
    select request_number as request from code_request
    where tenant_id = ${actor.tenantId} and batch_id = ${batchId} and origin = 'invited' limit 1`)
  if (partner) await assertNotPartner(services, [codeRange(partner.request, { from: 0, to: 1 })])
  const currentRecall = await db.maybe(
    sql`select 1 from recall where tenant_id = ${actor.tenantId} and batch_id = ${batchId} and status = 'standing'`,
  )
  if (currentRecall) throw new Refusal('catalog.batchRecalled')
  const id = await insertRecall(scene, body, { batchId })
  await resealRows(db, services, actor.tenantId, { kind: 'batch', ids: [batchId] })
  return { id, codes: null }
}

async function recallCodes(scene: RecallContext, body: Body) {
  const { services, db, actor } = scene
  const { ranges, count } = await parseRanges(scene, body, 'catalog:recall:declare')
  await assertNotPartner(services, ranges)
  const requests = [...new Set(ranges.map(({ request }) => request))]
  // Each recall seals all recalled codes of its requests, so recalls of the same requests run one after the other.
  await lockCodeRequests(db, 'recall', ranges)
  const recalledRange = (await loadFactsInRanges(db, actor.tenantId, 'recalled_code', ranges))[0]
  if (recalledRange) {
    const code = await codeAt(services, recalledRange.request, rangesOfFact(recalledRange, ranges)[0]!.from)
    throw new Refusal('catalog.codeRecalled', { code })
  }
  await assertPieceLimit(scene, ranges)
  const id = await insertRecall(scene, body, { first: ranges[0]!, codes: count })
  await addFacts(db, 'recalled_code', ranges, { tenant_id: actor.tenantId, recall_id: id })
  await resealRequests(db, services, actor.tenantId, requests)
  return { id, codes: count }
}

/** Checking a code reads all pieces of its request that were ever recalled, so their number is limited. @throws Refusal catalog.recallPieces */
async function assertPieceLimit({ db, actor }: RecallContext, ranges: readonly CodeRange[]): Promise<void> {
  const rows = await db.query<{ n: number }>(sql`
    select count(*)::int as n from (
      select c.request_number from recalled_code c
      where c.tenant_id = ${actor.tenantId} and c.request_number = any(${ranges.map(({ request }) => request)})
      union all select unnest(${ranges.map(({ request }) => request)}::int[])) pieces
    group by request_number`)
  if (rows.some(({ n }) => n > limits.recallPieces))
    throw new Refusal('catalog.recallPieces', { max: limits.recallPieces })
}
