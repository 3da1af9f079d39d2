import { publicType } from '../../platform/files/public-type.ts'
import { document } from '@timbermark/contract'
import type { SealedCopy } from '@timbermark/contract/trace'
import { canLookUp } from '../../entity/tenant-rows.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { sql } from '../../platform/database/sql.ts'
import { invalid } from '../../platform/refusal.ts'

/** A document as stored with a step. Neither side may read the other's documents, so the step holds a copy of the facts. */
export interface StepDocument {
  code: string
  name: string
  /** Number and scheme of the certificate; missing in steps from before they were stored. */
  number?: string | null
  scheme?: string | null
  /** The copy that buyers may see: the same bytes, or for pictures the copy without metadata. */
  copy?: SealedCopy
  file: { id: string; name: string; type: string; size: number; sha256: string }
}

export interface ReviewDocument extends StepDocument {
  id: number
  version: number
}

/**
 * Loads and locks the reviewer's certificates and forms until the review is written. Naming a document opens its file to the
 * readers of the step and freezes it, so the reviewer must have the permission to look it up.
 * @throws Refusal invalid with those that are missing, out of scope, or have no file
 */
export async function loadReviewDocuments(db: Db, actor: Actor, codes: readonly string[]): Promise<ReviewDocument[]> {
  const wanted = [...new Set(codes)]
  if (wanted.length === 0) return []
  const rows = await db.query<ReviewDocument>(sql`
    select t.id, t.version, t.code, t.name, t.number, t.scheme,
      json_build_object('sha256', coalesce(f.public_sha256, f.sha256), 'type', ${publicType(sql`f`)}) as copy,
      json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size, 'sha256', f.sha256) as file
    from document t join file_object f on f.tenant_id = ${actor.tenantId} and f.id = t.file[1]
    where t.tenant_id = ${actor.tenantId} and t.code = any(${wanted}) and ${canLookUp(document, actor)} order by t.id for share of t`)
  const missing = wanted.filter(code => !rows.some(row => row.code === code))
  if (missing.length > 0)
    throw invalid(missing.map(code => ({ field: 'papers', error: 'stage.documentMissing', params: { code } })))
  return wanted.map(code => rows.find(row => row.code === code)!)
}

/** Stores which version of which documents a review relied on. */
export async function linkReviewDocuments(
  db: Db,
  actor: Actor,
  owner: number,
  steps: readonly number[],
  documents: readonly ReviewDocument[],
): Promise<void> {
  if (documents.length === 0) return
  await insertRows(
    db,
    'certification_paper',
    steps.flatMap(step =>
      documents.map(({ id, version }) => ({
        tenant_id: actor.tenantId,
        owner_tenant_id: owner,
        step_id: step,
        document_id: id,
        version,
      })),
    ),
  )
}

export const toStepDocument = ({ code, name, number, scheme, copy, file }: ReviewDocument): StepDocument => ({
  code,
  name,
  number: number ?? null,
  scheme: scheme ?? null,
  ...(copy ? { copy } : {}),
  file,
})
