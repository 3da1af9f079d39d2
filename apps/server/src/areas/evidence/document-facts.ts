import { document, fileIdOf, fitsScheme, type Issue, type Scheme } from '@timbermark/contract'
import { ownerOf } from '../../entity/model.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { assertValid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The number must fit its scheme, and the last day must not be before the first. */
function factIssues(body: Row, before: Row | undefined): Issue[] {
  const { scheme, number, validFrom, validUntil } = { ...before, ...body }
  const [from, until] = [textOf(validFrom), textOf(validUntil)]
  return [
    ...(scheme && textOf(number) !== '' && !fitsScheme(scheme as Scheme, textOf(number))
      ? [{ field: 'number', error: 'evidence.schemeNumber' } as const]
      : []),
    ...(from !== '' && until !== '' && until < from
      ? [{ field: 'validUntil', error: 'evidence.validity' } as const]
      : []),
  ]
}

/** The file of a document must not belong to an account or report as well, because it would be removed with these. */
async function fileIssues(db: Db, actor: Actor, body: Row, before: Row | undefined): Promise<Issue[]> {
  const ids = Array.isArray(body.file) ? body.file.flatMap(item => fileIdOf(item) ?? []) : []
  if (ids.length === 0) return []
  const owner = before ? ownerOf(document, Number(before.id)) : ''
  const elsewhere = await db.maybe(
    sql`select 1 from file_object where tenant_id = ${actor.tenantId} and id = any(${ids}) and owner <> ${owner} limit 1`,
  )
  return elsewhere ? [{ field: 'file', error: 'evidence.fileElsewhere' }] : []
}

/** Certificates and forms share one series of codes; the refusal names the kind that is being saved. @throws Refusal */
async function assertCodeFree(db: Db, actor: Actor, body: Row, before: Row | undefined): Promise<void> {
  const code = typeof body.code === 'string' ? body.code.trim() : undefined
  if (code === undefined || code === before?.code) return
  const taken = await db.maybe(
    sql`select 1 from document where tenant_id = ${actor.tenantId} and code = ${code} and id is distinct from ${before?.id ?? null}`,
  )
  if (!taken) return
  const error = (body.type ?? before?.type) === 'certificate' ? 'evidence.fileCodeTaken' : 'evidence.documentCodeTaken'
  throw new Refusal(error, {}, { issues: [{ field: 'code', error }] })
}

/** Checks the rules of a document that its declaration cannot express. @throws Refusal */
export async function checkDocumentFacts(db: Db, actor: Actor, body: Row, before: Row | undefined): Promise<void> {
  assertValid([...factIssues(body, before), ...(await fileIssues(db, actor, body, before))])
  await assertCodeFree(db, actor, body, before)
}
