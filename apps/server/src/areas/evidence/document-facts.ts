import { document, fileIdOf, fitsScheme, type Issue, type Scheme } from '@timbermark/contract'
import { ownerOf } from '../../entity/model.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { assertValid, Refusal } from '../../platform/refusal.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

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

/** A number without what is written differently each time: spaces, dashes, slashes, letter case. */
const numberKey = (number: Sql) => sql`upper(regexp_replace(${number}, '[^[:alnum:]]', '', 'g'))`

const coversQuantity = ({ coveredVolume, coveredPieces }: Row): boolean =>
  [coveredVolume, coveredPieces].some(value => value !== null && value !== undefined && value !== '')

/**
 * A paper entered twice covers wood twice. The same number of the same body is the same paper; for papers that cover a quantity, the
 * same number is enough, and the same file under two numbers is refused too.
 */
async function twinIssues(db: Db, actor: Actor, body: Row, before: Row | undefined): Promise<Issue[]> {
  if (before && ['number', 'issuer', 'file', 'coveredVolume', 'coveredPieces'].every(field => !(field in body)))
    return []
  const row: Row = { ...before, ...body }
  const [number, issuer, covers] = [textOf(row.number), textOf(row.issuer), coversQuantity(row)]
  const files = Array.isArray(row.file) ? row.file.flatMap(item => fileIdOf(item) ?? []) : []
  const other = sql`d.tenant_id = ${actor.tenantId} and d.id is distinct from ${before?.id ?? null}`
  const limited = sql`(${covers} or d.covered_volume is not null or d.covered_pieces is not null)`
  const sameNumber = /[\p{L}\d]/u.test(number)
    ? await db.maybe<{ code: string }>(sql`
        select d.code from document d
        where ${other} and d.number <> '' and ${numberKey(sql`d.number`)} = ${numberKey(sql`${number}::text`)}
          and (${limited} or lower(btrim(coalesce(d.issuer, ''))) = lower(${issuer}))
        order by d.id limit 1`)
    : undefined
  if (sameNumber) return [{ field: 'number', error: 'evidence.numberTaken', params: { code: sameNumber.code } }]
  const sameFile =
    files.length === 0
      ? undefined
      : await db.maybe<{ code: string }>(sql`
          select d.code from document d
          where ${other} and ${limited} and exists (
            select from file_object f join file_object mine on mine.tenant_id = ${actor.tenantId} and mine.sha256 = f.sha256
            where f.tenant_id = ${actor.tenantId} and f.id = any(d.file) and mine.id = any(${files}))
          order by d.id limit 1`)
  return sameFile ? [{ field: 'file', error: 'evidence.sameFile', params: { code: sameFile.code } }] : []
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
  assertValid(await twinIssues(db, actor, body, before))
  await assertCodeFree(db, actor, body, before)
}
