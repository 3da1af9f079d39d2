import type { Json } from '@timbermark/ledger'
import type { SealedCertificate } from '@timbermark/contract/trace'
import type { Db } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { toNfc, type Fields } from '../ledger/sealing/content.ts'
import type { StoredContent } from '../ledger/sealing/contents.ts'
import {
  sealInSpans,
  spansKeys,
  spansOfCodes,
  recomputeSpanDigest,
  type SpanSealedRow,
} from '../ledger/sealing/spans.ts'
import type { KeptPaper } from './papers.ts'

/** Everything that is sealed of a step, as it stands in the database. */
export interface StepFacts {
  id: number
  request: number
  /** First serial, and the one behind the last. */
  from: number
  to: number
  action: string
  state: string
  certifierId: number | null
  certifierName: string | null
  enterpriseName: string
  operator: string
  reason: string | null
  judgedOn: string | null
  papers: KeptPaper[]
  recordedAt: Date
  personalSalt: Buffer
}

/** Today's facts of steps by their number. */
export async function loadSteps(db: Db, owner: number, ids: readonly number[]): Promise<Map<number, StepFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<StepFacts>(sql`
    select s.id, s.request_number as request, lower(s.serials) as "from", upper(s.serials) as "to", s.action, s.state,
      s.certifier_tenant_id as "certifierId", s.certifier_name as "certifierName", s.enterprise_name as "enterpriseName", s.operator,
      s.reason, s.judged_on as "judgedOn", s.papers, s.recorded_at as "recordedAt", s.personal_salt as "personalSalt"
    from certification_step s where s.tenant_id = ${owner} and s.id = any(${[...ids]})`)
  return new Map(rows.map(row => [row.id, row]))
}

/** A paper as a step tells of it: of one that was kept before its number and copy were, these are not known. */
export function certificateOf({ code, name, number, scheme, copy, file }: KeptPaper): SealedCertificate {
  return {
    code,
    name,
    files: [file.sha256],
    copies: copy ? [copy] : [],
    number: number ?? null,
    scheme: scheme ?? null,
  }
}

/** What is told of a step in the spans of its codes. */
const toldOf = (facts: StepFacts): SpanSealedRow => ({
  spans: spansOfCodes([[facts.request, facts.from, facts.to]]),
  statement: ({ codes }) => ({
    open: toNfc({
      kind: 'certification',
      at: facts.recordedAt.toISOString(),
      codes: codes as unknown as Json,
      step: facts.id,
      action: facts.action,
      state: facts.state,
      enterprise: facts.enterpriseName,
      certifier: facts.certifierName,
      judgedOn: facts.judgedOn,
      ...Object.fromEntries(facts.papers.map((paper, n) => [`document/${n}`, certificateOf(paper) as unknown as Json])),
    }) as Fields,
    // Always the same three, so that a reader knows how many fields stay closed.
    withheld: { request: facts.request, reason: facts.reason, certifierId: facts.certifierId },
    personal: { operator: facts.operator },
  }),
  personalSalt: facts.personalSalt,
})

/** Seals steps in the spans of their codes: in the transaction that takes them, be it the owner's or the reviewer's. */
export async function sealSteps(db: Db, secrets: Secrets, owner: number, ids: readonly number[]): Promise<void> {
  const steps = await loadSteps(db, owner, ids)
  const rows = ids.map(id => ({ id, ...toldOf(steps.get(id)!) }))
  await sealInSpans(db, secrets, owner, {
    kind: 'certification',
    rows,
    loadKeys: requests => keysOf(db, owner, requests),
  })
}

/** Keys of the spans of requests. A reviewer has them from the rows that name him. */
async function keysOf(db: Db, owner: number, requests: readonly number[]): Promise<Map<number, Uint8Array>> {
  if (db.tenant === owner) return spansKeys(db, owner, requests)
  const rows = await db.query<{ request: number; key: Buffer }>(sql`
    select distinct request_number as request, spans_key as key from certification
    where tenant_id = ${owner} and request_number = any(${[...requests]}) and spans_key is not null`)
  return new Map(rows.map(({ request, key }) => [request, key]))
}

/** What holds of one code now. */
export interface Standing {
  state: string
  certifierName: string | null
  /** The step by which it came to be so; null for codes in no row. */
  step: number | null
}

/** What a code is certified as now, as its row says; in no row it is not authorized. */
export async function standingOf(db: Db, owner: number, request: number, serial: number): Promise<Standing> {
  return (await db.maybe<Standing>(standingRow(owner, request, serial))) ?? withoutRow
}

/** How a code stands of which no row says anything. */
export const withoutRow: Standing = { state: 'notAuthorized', certifierName: null, step: null }

export const standingRow = (owner: number, request: number, serial: number): Sql => sql`
  select c.state, c.certifier_name as "certifierName", c.step_id as step from certification c
  where c.tenant_id = ${owner} and c.request_number = ${request} and c.serials @> ${serial}::int`

/**
 * Digest of what was sealed of a step, made again from today's row; empty when the row does not hold the codes any more.
 * @param standing what holds of the code now, when this is its last step
 */
export function stepToday(facts: StepFacts, kept: StoredContent, standing?: Standing): Buffer {
  // Of the last step of a code the row of what holds now has to say the same.
  const left = standing && standing.step === null
  if (standing && !left && (standing.step !== facts.id || standing.certifierName !== facts.certifierName))
    return Buffer.alloc(0)
  return recomputeSpanDigest(kept, toldOf(standing ? { ...facts, state: standing.state } : facts))
}
