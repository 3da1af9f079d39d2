import { canonicalValue } from '@timbermark/contract'
import type { PaperFacts } from '@timbermark/contract/plausible'
import { fieldsOf, kindOf, type StageAttribute } from '@timbermark/contract/stages'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { ReportContext } from '../report-context.ts'
import { papersInReach } from '../authorization/scope.ts'

/** A paper that a report relies on, in the version that it has now. */
export interface Paper extends PaperFacts {
  id: number
  version: number
}

/** Codes of the papers of a report by field; that of the report's own proof is the empty one. */
function codesByField(
  { stage, body }: Pick<ReportContext, 'stage' | 'body'>,
  attributes: readonly StageAttribute[],
  values: Readonly<Record<string, unknown>>,
): [field: string, code: string][] {
  const named = [...fieldsOf(stage, attributes).values()].flatMap((field): [string, string][] => {
    const code = field.type === 'document' ? canonicalValue(kindOf(field), values[field.key]) : undefined
    return typeof code === 'string' ? [[field.key, code]] : []
  })
  return [['', body.documentCode], ...named]
}

/**
 * The papers of a report. They are held until it is written, so that nobody changes or removes one meanwhile.
 * @throws Refusal stage.documentMissing when one has gone since it was looked up
 */
export async function readPapers(
  context: Pick<ReportContext, 'db' | 'actor' | 'stage' | 'body' | 'corrects'>,
  attributes: readonly StageAttribute[],
  values: Readonly<Record<string, unknown>>,
): Promise<Paper[]> {
  const { db, actor, corrects } = context
  const wanted = codesByField(context, attributes, values)
  // In one order, as those who remove several lock them.
  const rows = await db.query<Omit<Paper, 'field'>>(sql`
    select t.id, t.code, t.version, t.valid_from::text as "from", t.valid_until::text as until from document t
    where t.tenant_id = ${actor.tenantId} and cardinality(t.file) > 0 and t.code = any(${wanted.map(([, code]) => code)})
      and ${papersInReach(actor, corrects)}
    order by t.id for share of t`)
  return wanted.map(([field, code]) => {
    const paper = rows.find(row => row.code === code)
    if (!paper) throw new Refusal('stage.documentMissing')
    return { ...paper, field }
  })
}

/** Notes which version of which papers a record relied on. */
export async function linkPapers(
  db: Db,
  tenantId: number,
  recordId: number,
  papers: readonly Pick<Paper, 'field' | 'id' | 'version'>[],
): Promise<void> {
  await db.execute(sql`
    insert into stage_record_paper (tenant_id, record_id, field, document_id, version)
    select ${tenantId}, ${recordId}, p.field, p.document_id, p.version
    from unnest(${papers.map(one => one.field)}::text[], ${papers.map(one => one.id)}::bigint[], ${papers.map(one => one.version)}::int[])
      p (field, document_id, version)`)
}
