import { publicType } from '../../../platform/files/public-type.ts'
import type { FastifyReply } from 'fastify'
import { tracePaper as tracePaperCall } from '@timbermark/contract/calls'
import type { TraceCertification, TracePaper } from '@timbermark/contract/trace'
import { Readable } from 'node:stream'
import { type Call, contentDisposition, FileAnswer, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Services } from '../../../platform/services.ts'
import { clientLimits } from '../../system/identity/client-limits.ts'
import { isActive, type KnownCode, openForPublic } from '../limits/open-code.ts'
import type { LatelyTold } from './records-cache.ts'

/**
 * Versions of papers that records, or steps of certification, of an enterprise show to readers. What a record keeps back (a contract)
 * is not among them, nor what was forgotten or withdrawn. A third party's papers are its own: its consent counts.
 */
const shownBy = (owner: number, records: Sql, steps: Sql) => sql`
  select p.tenant_id, p.document_id, p.version
  from stage_record r join stage_record_paper p on p.tenant_id = r.tenant_id and p.record_id = r.id
  where r.tenant_id = ${owner} and r.status = 'current' and ${records} and (p.field = '' or r.public_values ? p.field)
  union
  select p.tenant_id, p.document_id, p.version
  from certification_step s join certification_paper p
    on p.tenant_id = coalesce(s.certifier_tenant_id, s.tenant_id) and p.owner_tenant_id = s.tenant_id and p.step_id = s.id
  where s.tenant_id = ${owner} and ${steps}`

/** The files of versions with what was consented to: the copy's hash, and where its bytes are. */
const copies = sql`
  cross join lateral (
    select d.file from document d where d.tenant_id = k.tenant_id and d.id = k.document_id and d.version = k.version
    union all
    select v.file from document_version v where v.tenant_id = k.tenant_id and v.document_id = k.document_id and v.version = k.version) w
  join file_object f on f.tenant_id = k.tenant_id and f.id = any(w.file)`

const copyHash = sql`coalesce(f.public_sha256, f.sha256)`

/** Which papers of these records and steps buyers may open, or could: the platform's word, and changed at any time. */
export async function papersOf(
  { database }: Pick<Services, 'database'>,
  { entry }: KnownCode,
  records: readonly number[],
  { steps }: TraceCertification,
  lately?: LatelyTold,
): Promise<TracePaper[]> {
  const ids = steps.filter(({ documents }) => documents.length > 0).map(({ step }) => step)
  if (records.length + ids.length === 0) return []
  const read = () => readPapers(database, entry.tenantId, records, ids)
  return lately ? lately.papers.ask(JSON.stringify([entry.tenantId, records, ids]), read) : read()
}

async function readPapers(
  database: Services['database'],
  tenantId: number,
  records: readonly number[],
  steps: readonly number[],
): Promise<TracePaper[]> {
  const rows = await database.readAcrossTenants<{ sha256: string; open: boolean }>(
    'public-file',
    sql`
      select ${copyHash} as sha256, bool_or(k.ended_at is null) as open
      from (${shownBy(tenantId, sql`r.id = any(${[...records]})`, sql`s.id = any(${[...steps]})`)}) x
      join document_consent k on k.tenant_id = x.tenant_id and k.document_id = x.document_id and k.version = x.version
      ${copies} group by 1 order by 1`,
    { often: true },
  )
  return rows.map(({ sha256, open }) => ({ sha256, state: open ? 'open' : 'withdrawn' }))
}

interface Found {
  name: string
  type: string
  sha256: string
}

/**
 * The copy of a paper that buyers may open.
 * @throws Refusal notFound for what is no paper that this enterprise's records or this code's certification show, whose
 * enterprise does not consent, or not any more
 */
async function openCopy({ database }: Services, { entry, serial }: KnownCode, sha256: string): Promise<Found> {
  const [found] = await database.readAcrossTenants<Found>(
    'public-file',
    sql`
      select f.name, ${publicType(sql`f`)} as type, ${copyHash} as sha256
      from document_consent k ${copies}
      where k.ended_at is null and ${copyHash} = ${sha256} and exists (
        select from (${shownBy(
          entry.tenantId,
          sql`p.tenant_id = k.tenant_id and p.document_id = k.document_id and p.version = k.version`,
          sql`s.request_number = ${entry.requestNumber} and s.serials @> ${serial}::int
            and p.tenant_id = k.tenant_id and p.document_id = k.document_id and p.version = k.version`,
        )}) x)
      limit 1`,
  )
  if (!found) throw new Refusal('notFound')
  return found
}

async function answerCopy({ services, params, ip, request, reply }: Call): Promise<FileAnswer | FastifyReply> {
  clientLimits(services).lookup(ip)
  const opened = await openForPublic(services, params.code ?? '', ip)
  const { sha256 } = params
  if (!isActive(opened) || !/^[0-9a-f]{64}$/.test(sha256 ?? '')) throw new Refusal('notFound')
  const { name, type, sha256: hash } = await openCopy(services, opened, sha256!)
  // It may be taken back: nobody shows it without asking.
  const kept = { etag: `"${hash}"`, 'cache-control': 'private, no-cache' }
  if (request.headers['if-none-match'] === kept.etag) return reply.code(304).headers(kept).send()
  return new FileAnswer(Readable.from(await services.files.blobs.get(hash)), type, name, {
    ...kept,
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': contentDisposition(name, false),
  })
}

export const paperRoutes: RouteSpec[] = [serve(tracePaperCall, answerCopy)]
