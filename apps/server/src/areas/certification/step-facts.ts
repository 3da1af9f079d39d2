import type { Json } from '@timbermark/ledger'
import type { SealedCertificate } from '@timbermark/contract/trace'
import type { Db } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { toNfc, type Fields } from '../ledger/sealing/content.ts'
import type { StoredContent } from '../ledger/sealing/contents.ts'
import { recomputeSpanDigest, type SpanSealedRow, spansOfCodes } from '../ledger/sealing/spans.ts'
import type { StepDocument } from './documents.ts'

/** The stored facts of a step that are sealed. */
export interface StepFacts {
  id: number
  request: number
  /** First serial, and the one after the last. */
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
  papers: StepDocument[]
  recordedAt: Date
  personalSalt: Buffer
}

/** Loads the stored facts of steps by id. */
export async function loadSteps(db: Db, owner: number, ids: readonly number[]): Promise<Map<number, StepFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<StepFacts>(sql`
    select s.id, s.request_number as request, lower(s.serials) as "from", upper(s.serials) as "to", s.action, s.state,
      s.certifier_tenant_id as "certifierId", s.certifier_name as "certifierName", s.enterprise_name as "enterpriseName", s.operator,
      s.reason, s.judged_on as "judgedOn", s.papers, s.recorded_at as "recordedAt", s.personal_salt as "personalSalt"
    from certification_step s where s.tenant_id = ${owner} and s.id = any(${[...ids]})`)
  return new Map(rows.map(row => [row.id, row]))
}

/** A document as it is sealed with a step. Number and copy are unknown for documents stored before these existed. */
export function toSealedCertificate({ code, name, number, scheme, copy, file }: StepDocument): SealedCertificate {
  return {
    code,
    name,
    files: [file.sha256],
    copies: copy ? [copy] : [],
    number: number ?? null,
    scheme: scheme ?? null,
  }
}

/** The statement about a step in the spans of its codes. */
export const statementOf = (facts: StepFacts): SpanSealedRow => ({
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
      ...Object.fromEntries(
        facts.papers.map((document, n) => [`document/${n}`, toSealedCertificate(document) as unknown as Json]),
      ),
    }) as Fields,
    // Always the same three fields, so that a reader knows how many are withheld.
    withheld: { request: facts.request, reason: facts.reason, certifierId: facts.certifierId },
    personal: { operator: facts.operator },
  }),
  personalSalt: facts.personalSalt,
})

/** The current certification of one code. */
export interface CurrentCertification {
  state: string
  certifierName: string | null
  /** The step that caused it; null for codes in no row. */
  step: number | null
}

/** Loads the current certification of a code; a code in no row is not authorized. */
export async function loadCurrentCertification(
  db: Db,
  owner: number,
  request: number,
  serial: number,
): Promise<CurrentCertification> {
  return (await db.maybe<CurrentCertification>(currentCertificationQuery(owner, request, serial))) ?? notAuthorized
}

/** The certification of a code in no row. */
export const notAuthorized: CurrentCertification = { state: 'notAuthorized', certifierName: null, step: null }

export const currentCertificationQuery = (owner: number, request: number, serial: number): Sql => sql`
  select c.state, c.certifier_name as "certifierName", c.step_id as step from certification c
  where c.tenant_id = ${owner} and c.request_number = ${request} and c.serials @> ${serial}::int`

/**
 * Computes the digest of a sealed step again from the stored row; empty when the current row contradicts the step.
 * @param current the current certification of the code, when this is its last step
 */
export function digestStepToday(facts: StepFacts, content: StoredContent, current?: CurrentCertification): Buffer {
  // The last step of a code must agree with the row of its current certification.
  const isInNoRow = current && current.step === null
  if (current && !isInNoRow && (current.step !== facts.id || current.certifierName !== facts.certifierName))
    return Buffer.alloc(0)
  return recomputeSpanDigest(content, statementOf(current ? { ...facts, state: current.state } : facts))
}
