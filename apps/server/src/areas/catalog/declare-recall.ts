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
import {
  addFacts,
  type CodeRange,
  rangesOfFact,
  loadFactsInRanges,
  lockCodeRequests,
} from '../code/directory/range-facts.ts'
import { codeAt } from '../code/packing/parse-codes.ts'
import { resealRows, resealRequests } from '../ledger/sealing/seal-rows.ts'

interface Scene {
  services: Services
  db: Db
  actor: Actor
  language: Language
}

type Body = ParsedBodyOf<typeof declareRecall>

const told = ['reason', 'advice', 'contact'] as const
type Told = Record<(typeof told)[number], NamedText>

/** What the readers are told, each in the languages that it was given in. @throws Refusal invalid */
function toldBy({ language }: Scene, body: Body): Told {
  const issues: Issue[] = []
  const names = told.map(key => {
    const said = nameFromBody(key, recall.fields[key], { plain: body[key], texts: body[`${key}Texts`], language })
    issues.push(...said.issues)
    return [key, said.now]
  })
  assertValid(issues)
  return Object.fromEntries(names)
}

/**
 * Calls goods back and seals it, in the caller's transaction.
 * @throws Refusal catalog.recallWhat, catalog.batchRecalled, catalog.codeRecalled with the first such code,
 *   catalog.recallPieces; and as `parseRanges`
 */
export async function declare(scene: Scene, body: Body): Promise<{ id: number; codes: number | null }> {
  const named = body.codes.length + body.ranges.length + body.requestIds.length > 0
  if (Boolean(body.batchId) === named) throw new Refusal('catalog.recallWhat')
  return body.batchId ? declareBatch(scene, body, body.batchId) : declareCodes(scene, body)
}

async function note(
  scene: Scene,
  body: Body,
  what: { batchId: number } | { first: CodeRange; codes: number },
): Promise<number> {
  const [batchId, request, serial, codes] =
    'batchId' in what ? [what.batchId, null, null, null] : [null, what.first.request, what.first.from, what.codes]
  const { db, actor } = scene
  const { reason, advice, contact } = toldBy(scene, body)
  const texts = (name: NamedText) => sql`${JSON.stringify(name.texts)}::jsonb`
  const { id } = await db.one<{ id: number }>(sql`
    insert into recall (tenant_id, dept_id, created_by, batch_id, request_number, serial, codes,
      reason, reason_texts, advice, advice_texts, contact, contact_texts, reports)
    values (${actor.tenantId}, ${actor.deptId}, ${actor.accountId}, ${batchId}::bigint, ${request}::int, ${serial}::int, ${codes}::int,
      ${reason.main}, ${texts(reason)}, ${advice.main}, ${texts(advice)}, ${contact.main}, ${texts(contact)}, ${body.reports})
    returning id`)
  return id
}

async function declareBatch(scene: Scene, body: Body, batchId: number) {
  const { services, db, actor } = scene
  await lockRow(db, batch, actor, batchId, 'list').catch((error: unknown) => {
    throw error instanceof Refusal ? invalid([{ field: 'batchId', error: 'referenceMissing' }]) : error
  })
  const standing = await db.maybe(
    sql`select 1 from recall where tenant_id = ${actor.tenantId} and batch_id = ${batchId} and status = 'standing'`,
  )
  if (standing) throw new Refusal('catalog.batchRecalled')
  const id = await note(scene, body, { batchId })
  await resealRows(db, services.secrets, actor.tenantId, { kind: 'batch', ids: [batchId] })
  return { id, codes: null }
}

async function declareCodes(scene: Scene, body: Body) {
  const { services, db, actor } = scene
  const { ranges, count } = await parseRanges(scene, body, 'catalog:recall:declare')
  const requests = [...new Set(ranges.map(({ request }) => request))]
  // Each seals all that is called back of its requests.
  await lockCodeRequests(db, 'recall', ranges)
  const held = (await loadFactsInRanges(db, actor.tenantId, 'recalled_code', ranges))[0]
  if (held) {
    const code = codeAt(services, held.request, rangesOfFact(held, ranges)[0]!.from)
    throw new Refusal('catalog.codeRecalled', { code })
  }
  await assertReadable(scene, ranges)
  const id = await note(scene, body, { first: ranges[0]!, codes: count })
  await addFacts(db, 'recalled_code', ranges, { tenant_id: actor.tenantId, recall_id: id })
  await resealRequests(db, services.secrets, actor.tenantId, requests)
  return { id, codes: count }
}

/** Whoever checks a code reads all pieces of its request that were ever called back. @throws Refusal catalog.recallPieces */
async function assertReadable({ db, actor }: Scene, ranges: readonly CodeRange[]): Promise<void> {
  const rows = await db.query<{ n: number }>(sql`
    select count(*)::int as n from (
      select c.request_number from recalled_code c
      where c.tenant_id = ${actor.tenantId} and c.request_number = any(${ranges.map(({ request }) => request)})
      union all select unnest(${ranges.map(({ request }) => request)}::int[])) pieces
    group by request_number`)
  if (rows.some(({ n }) => n > limits.recallPieces))
    throw new Refusal('catalog.recallPieces', { max: limits.recallPieces })
}
