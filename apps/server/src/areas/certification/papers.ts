import { publicType } from '../../platform/files/public-type.ts'
import { document } from '@timbermark/contract'
import type { SealedCopy } from '@timbermark/contract/trace'
import { canLookUp } from '../../entity/references.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { invalid } from '../../platform/refusal.ts'

/** A paper as a step keeps it: neither side may read the other's papers, so it stands in the step as it was. */
export interface KeptPaper {
  code: string
  name: string
  /** As the certificate bears it, and by which scheme; of papers of before these were kept, not there. */
  number?: string | null
  scheme?: string | null
  /** What buyers may be shown of it: the same bytes, or of a picture the stripped copy. */
  copy?: SealedCopy
  file: { id: string; name: string; type: string; size: number; sha256: string }
}

export interface JudgePaper extends KeptPaper {
  id: number
  version: number
}

/**
 * The reviewer's own certificates and forms, held until the review is written. Naming one opens its file to whoever reads the
 * step and freezes it, so it is one that he could look up himself.
 * @throws Refusal invalid with those that are not there, out of his reach, or have no file
 */
export async function readPapers(db: Db, actor: Actor, codes: readonly string[]): Promise<JudgePaper[]> {
  const wanted = [...new Set(codes)]
  if (wanted.length === 0) return []
  const rows = await db.query<JudgePaper>(sql`
    select t.id, t.version, t.code, t.name, t.number, t.scheme,
      json_build_object('sha256', coalesce(f.public_sha256, f.sha256), 'type', ${publicType(sql`f`)}) as copy,
      json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size, 'sha256', f.sha256) as file
    from document t join file_object f on f.tenant_id = t.tenant_id and f.id = t.file[1]
    where t.tenant_id = ${actor.tenantId} and t.code = any(${wanted}) and ${canLookUp(document, actor)} order by t.id for share of t`)
  const missing = wanted.filter(code => !rows.some(row => row.code === code))
  if (missing.length > 0)
    throw invalid(missing.map(code => ({ field: 'papers', error: 'stage.documentMissing', params: { code } })))
  return wanted.map(code => rows.find(row => row.code === code)!)
}

/** Notes which version of which papers a review relied on. */
export async function linkPapers(
  db: Db,
  actor: Actor,
  owner: number,
  steps: readonly number[],
  papers: readonly JudgePaper[],
): Promise<void> {
  if (papers.length === 0) return
  await db.execute(sql`
    insert into certification_paper (tenant_id, owner_tenant_id, step_id, document_id, version)
    select ${actor.tenantId}, ${owner}, s.id, p.document_id, p.version
    from unnest(${[...steps]}::bigint[]) s (id)
    cross join unnest(${papers.map(({ id }) => id)}::bigint[], ${papers.map(({ version }) => version)}::int[]) p (document_id, version)`)
}

export const kept = ({ code, name, number, scheme, copy, file }: JudgePaper): KeptPaper => ({
  code,
  name,
  number: number ?? null,
  scheme: scheme ?? null,
  ...(copy ? { copy } : {}),
  file,
})
