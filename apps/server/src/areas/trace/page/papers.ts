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
import type { RecordsCache } from './records-cache.ts'

/**
 * Versions of papers that records, or steps of certification, of an enterprise show to readers. Papers in withheld fields
 * (contracts), forgotten or withdrawn papers are excluded. A third party's papers need the consent of that party.
 */
const shownPapers = (owner: number, records: Sql, steps: Sql) => sql`
  select p.tenant_id, p.document_id, p.version
  from stage_record r join stage_record_paper p on p.tenant_id = r.tenant_id and p.record_id = r.id
  where r.tenant_id = ${owner} and r.status = 'current' and ${records} and (p.field = '' or r.public_values ? p.field)
  union
  select p.tenant_id, p.document_id, p.version
  from certification_step s join certification_paper p
    on p.tenant_id = coalesce(s.certifier_tenant_id, s.tenant_id) and p.owner_tenant_id = s.tenant_id and p.step_id = s.id
  where s.tenant_id = ${owner} and ${steps}`

/** Joins the files of consented versions: the hash of the copy, and where its bytes are. */
const copies = sql`
  cross join lateral (
    select d.file from document d where d.tenant_id = k.tenant_id and d.id = k.document_id and d.version = k.version
    union all
    select v.file from document_version v where v.tenant_id = k.tenant_id and v.document_id = k.document_id and v.version = k.version) w
  join file_object f on f.tenant_id = k.tenant_id and f.id = any(w.file)`

const copyHash = sql`coalesce(f.public_sha256, f.sha256)`

/** Which papers of these records and steps buyers may open, or could before consent ended. Not proven: it can change at any time. */
export async function loadPapers(
  { database }: Pick<Services, 'database'>,
  { entry }: KnownCode,
  records: readonly number[],
  { steps }: TraceCertification,
  cache?: RecordsCache,
): Promise<TracePaper[]> {
  const ids = steps.filter(({ documents }) => documents.length > 0).map(({ step }) => step)
  if (records.length + ids.length === 0) return []
  const read = () => readPapers(database, entry.tenantId, records, ids)
  return cache ? cache.papers.ask(JSON.stringify([entry.tenantId, records, ids]), read) : read()
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
      from (${shownPapers(tenantId, sql`r.id = any(${[...records]})`, sql`s.id = any(${[...steps]})`)}) x
      join document_consent k on k.tenant_id = x.tenant_id and k.document_id = x.document_id and k.version = x.version
      ${copies} group by 1 order by 1`,
    { often: true, replica: true },
  )
  return rows.map(({ sha256, open }) => ({ sha256, state: open ? 'open' : 'withdrawn' }))
}

interface PaperCopy {
  name: string
  type: string
  sha256: string
}

/**
 * The copy of a paper that buyers may open.
 * @throws Refusal notFound unless this enterprise's records or this code's certification show the paper, and its enterprise
 * consents
 */
async function findOpenCopy({ database }: Services, { entry, serial }: KnownCode, sha256: string): Promise<PaperCopy> {
  const [copy] = await database.readAcrossTenants<PaperCopy>(
    'public-file',
    sql`
      select f.name, ${publicType(sql`f`)} as type, ${copyHash} as sha256
      from document_consent k ${copies}
      where k.ended_at is null and ${copyHash} = ${sha256} and exists (
        select from (${shownPapers(
          entry.tenantId,
          sql`p.tenant_id = k.tenant_id and p.document_id = k.document_id and p.version = k.version`,
          sql`s.request_number = ${entry.requestNumber} and s.serials @> ${serial}::int
            and p.tenant_id = k.tenant_id and p.document_id = k.document_id and p.version = k.version`,
        )}) x)
      limit 1`,
  )
  if (!copy) throw new Refusal('notFound')
  return copy
}

async function answerCopy({ services, params, ip, request, reply }: Call): Promise<FileAnswer | FastifyReply> {
  clientLimits(services).lookup(ip)
  const opened = await openForPublic(services, params.code ?? '', ip)
  const { sha256 } = params
  if (!isActive(opened) || !/^[0-9a-f]{64}$/.test(sha256 ?? '')) throw new Refusal('notFound')
  const { name, type, sha256: hash } = await findOpenCopy(services, opened, sha256!)
  // Consent can be withdrawn, so that caches must revalidate.
  const headers = { etag: `"${hash}"`, 'cache-control': 'private, no-cache' }
  if (request.headers['if-none-match'] === headers.etag) return reply.code(304).headers(headers).send()
  return new FileAnswer(Readable.from(await services.files.blobs.get(hash)), type, name, {
    ...headers,
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': contentDisposition(name, false),
  })
}

export const paperRoutes: RouteSpec[] = [serve(tracePaperCall, answerCopy)]
