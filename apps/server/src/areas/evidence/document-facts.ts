import { document, fileIdOf, fitsScheme, type Issue, type Scheme } from '@timbermark/contract'
import { ownerOf } from '../../entity/model.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { assertValid, Refusal } from '../../platform/refusal.ts'
import { sql } from '../../platform/database/sql.ts'

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** A number must be one of its scheme, the last day not before the first. */
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

/** A picture of an account or a private file of a report goes when these go; a paper's file has to stay. */
async function fileIssues(db: Db, actor: Actor, body: Row, before: Row | undefined): Promise<Issue[]> {
  const ids = Array.isArray(body.file) ? body.file.flatMap(item => fileIdOf(item) ?? []) : []
  if (ids.length === 0) return []
  const own = before ? ownerOf(document, Number(before.id)) : ''
  const elsewhere = await db.maybe(
    sql`select 1 from file_object where tenant_id = ${actor.tenantId} and id = any(${ids}) and owner <> ${own} limit 1`,
  )
  return elsewhere ? [{ field: 'file', error: 'evidence.fileElsewhere' }] : []
}

/** One series of codes; the refusal speaks of what is being saved. @throws Refusal */
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

/** What the declaration cannot say of a paper. @throws Refusal */
export async function checkFacts(db: Db, actor: Actor, body: Row, before: Row | undefined): Promise<void> {
  assertValid([...factIssues(body, before), ...(await fileIssues(db, actor, body, before))])
  await assertCodeFree(db, actor, body, before)
}
