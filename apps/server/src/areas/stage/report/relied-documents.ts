import { canonicalValue } from '@timbermark/contract'
import type { PaperFacts, PaperQuantity } from '@timbermark/contract/plausible'
import { fieldsOf, kindOf, type StageAttribute } from '@timbermark/contract/stages'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { readPaperSpecies } from '../../material/paper-species.ts'
import { readOnce, type ReportContext } from '../report-context.ts'
import { documentsInScope } from '../authorization/scope.ts'

/** A document that a report relies on, with its current version. */
export interface ReliedDocument extends PaperFacts {
  id: number
  version: number
  covers: PaperQuantity
}

/** Codes of the documents of a report by field; the document that proves the stage itself has the empty field. */
function documentCodesByField(
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
 * Loads and locks the documents of a report until it is written, so that nobody changes or removes one in between.
 * @throws Refusal stage.documentMissing when a document was removed after the earlier check
 */
export async function lockDocuments(
  context: Pick<ReportContext, 'db' | 'actor' | 'stage' | 'body' | 'corrects' | 'reads'>,
  attributes: readonly StageAttribute[],
  values: Readonly<Record<string, unknown>>,
): Promise<ReliedDocument[]> {
  const { db, actor, corrects } = context
  const byField = documentCodesByField(context, attributes, values)
  const codes = byField.map(([, code]) => code)
  // Ordered by id, like the removal of several documents: a common lock order avoids deadlocks.
  const rows = await readOnce(context, ['locked', ...codes], () =>
    db.query<Omit<ReliedDocument, 'field' | 'species'> & { species: string | null }>(sql`
      select t.id, t.code, t.version, t.valid_from::text as "from", t.valid_until::text as until, t.species,
        json_strip_nulls(json_build_object('volume', t.covered_volume, 'pieces', t.covered_pieces)) as covers
      from document t
      where t.tenant_id = ${actor.tenantId} and cardinality(t.file) > 0 and t.code = any(${codes})
        and ${documentsInScope(actor, corrects)}
      order by t.id for share of t`),
  )
  return byField.map(([field, code]) => {
    const document = rows.find(row => row.code === code)
    if (!document) throw new Refusal('stage.documentMissing')
    return { ...document, species: readPaperSpecies(document.species), field }
  })
}

/** Stores which versions of which documents records rely on. */
export async function linkDocuments(
  db: Db,
  tenantId: number,
  documents: readonly (Pick<ReliedDocument, 'field' | 'id' | 'version'> & { recordId: number })[],
): Promise<void> {
  await insertRows(
    db,
    'stage_record_paper',
    documents.map(({ field, id, version, recordId }) => ({
      tenant_id: tenantId,
      record_id: recordId,
      field,
      document_id: id,
      version,
    })),
  )
}
