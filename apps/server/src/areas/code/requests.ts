import { Readable } from 'node:stream'
import {
  batchStates,
  codeCount,
  codeRequest,
  codeRules,
  type CodeRule,
  limits,
  permissionOf,
  phraseOf,
} from '@timbermark/contract'
import { groupCode, traceAddress } from '@timbermark/codes'
import { phrase } from '@timbermark/phrases/all'
import { z } from 'zod'
import { entityRoutes, rowRights } from '../../crud/routes.ts'
import { addRow, getRow, lockRow, transition } from '../../crud/write.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database.ts'
import { type Call, FileAnswer, type RouteSpec, route } from '../../platform/http.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/sql.ts'
import { makeLink, useLink } from './download-link.ts'
import { orderRequest } from './make-request.ts'
import { type Label, labelsPdf, labelsZip } from './labels.ts'
import { fileBytes, type LineFormat, streamLines } from './lines.ts'
import { keepNumber } from '../ledger/request-numbers.ts'

/** What the declaration cannot say: the three rules of the count, the length by rule, and a batch that may take codes. */
async function beforeWrite(db: Db, _actor: Actor, body: Row, before: Row | undefined): Promise<void> {
  const count = (body.count ?? before?.count) as number
  if (!Number.isInteger(count) || count < codeCount.min || count > codeCount.max || count % codeCount.step !== 0)
    throw invalid([{ field: 'count', error: 'code.count' }])
  const ruleName = (body.codeRule ?? before?.codeRule) as CodeRule
  const rule = codeRules[ruleName]
  const length = (body.securityLength ?? before?.securityLength) as number
  if (!Number.isInteger(length) || length < rule.min || length > rule.max)
    throw invalid([{ field: 'securityLength', error: 'code.securityLength', params: { min: rule.min, max: rule.max } }])
  const batch = await db.maybe<{ status: string }>(
    sql`select status from batch where id = ${body.batchId ?? before?.batchId}`,
  )
  if (!batch) throw invalid([{ field: 'batchId', error: 'referenceMissing' }])
  if (!(batchStates.editable as readonly string[]).includes(batch.status)) throw new Refusal('catalog.batchState')
}

interface RequestRow {
  id: number
  request_number: number
  name: string
  count: number
  status: string
  code_rule: CodeRule
  security_length: number
  country_code: string
  factory_code: string
  batch_date: string
  species: string
  manifest_sha256: string | null
  manifest_leaf: string | null
  batch_number: string
  product_name: string
}

/** A completed request, or the refusal that it has no codes yet. */
async function finished(db: Db, actor: Actor, id: number, verb: string): Promise<RequestRow> {
  await lockRow(db, codeRequest, actor, id, verb)
  const row = await db.one<RequestRow>(sql`
    select r.id, r.request_number, r.name, r.count, r.status, r.code_rule, r.security_length, r.country_code, r.factory_code, r.batch_date, r.species, r.manifest_sha256, r.manifest_leaf,
           b.batch_number, p.name as product_name
    from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id join product p on p.tenant_id = b.tenant_id and p.id = b.product_id where r.id = ${id}`)
  if (row.status !== 'completed' && row.status !== 'downloaded') throw new Refusal('code.notCompleted')
  return row
}

const formats = z.enum(['csv', 'txt'])

/** The file of a request as a stream; `Range` is honoured because every byte can be made on demand. */
async function sendFile(call: Call, tenantId: number, row: RequestRow, format: LineFormat): Promise<FileAnswer> {
  const { services, request, signal } = call
  const entry = services.directory.get(row.request_number)
  if (!entry || entry.tenantId !== tenantId) throw new Refusal('notFound')
  const shape = {
    keys: services.directory.keysOf(entry),
    request: entry.requestNumber,
    count: entry.count,
    rule: entry.codeRule,
    securityLength: entry.securityLength,
    format,
    publicUrl: services.settings.publicUrl,
  }
  const size = fileBytes(shape)
  const range = rangeOf(request.headers.range, size)
  const name = `codes-${row.id}-${entry.count}.${format}`
  const headers = {
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    etag: `"${row.manifest_sha256}-${format}"`,
    'content-encoding': 'identity',
  }
  if (range === 'unsatisfiable')
    return new FileAnswer(Buffer.alloc(0), 'text/plain', name, { ...headers, 'content-range': `bytes */${size}` }, 416)
  const [from, to] = range ?? [0, size]
  const stream = Readable.from(streamLines(shape, { from, to, signal }), { objectMode: false })
  return new FileAnswer(
    stream,
    format === 'csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
    name,
    {
      ...headers,
      'content-length': String(to - from),
      ...(range ? { 'content-range': `bytes ${from}-${to - 1}/${size}` } : {}),
    },
    range ? 206 : 200,
  )
}

/** One byte range `[from, to)` (RFC 9110 section 14.1); several ranges are answered as the whole. */
export function rangeOf(header: string | undefined, size: number): [number, number] | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return undefined
  if (match[1] === '') {
    const last = Math.min(Number(match[2]), size)
    return last === 0 ? 'unsatisfiable' : [size - last, size]
  }
  const from = Number(match[1])
  const to = match[2] === '' ? size : Math.min(Number(match[2]) + 1, size)
  if (from >= size) return 'unsatisfiable'
  return to <= from ? undefined : [from, to]
}

async function markDownloaded(call: Call, id: number): Promise<void> {
  const { services, actor } = call
  await services.database.withTenant(actor.tenantId, async db => {
    await transition(db, codeRequest, actor, id, 'download')
  })
}

/** Accounts for whom labels are being made, kept in each process by itself. */
const labelling = new WeakMap<Services, Set<number>>()

/**
 * Labels are the dearest thing that a request asks for: an account has them made once at a time.
 * @throws Refusal code.labelsRunning
 */
function oneAtATime(
  { services, actor, signal }: Pick<Call, 'services' | 'actor' | 'signal'>,
  make: () => Readable,
): Readable {
  const busy = labelling.get(services) ?? new Set()
  labelling.set(services, busy)
  if (busy.has(actor.accountId)) throw new Refusal('code.labelsRunning')
  const labels = make()
  busy.add(actor.accountId)
  labels.once('close', () => busy.delete(actor.accountId))
  // Whoever has gone before the first byte never reads the stream, which would stay open.
  if (signal.aborted) labels.destroy()
  else signal.addEventListener('abort', () => labels.destroy(), { once: true })
  return labels
}

/** Its uses are entered in the operation log here: only the link says who it was. */
const downloadByLink: RouteSpec = route({
  method: 'GET',
  path: '/code/download/:token',
  access: 'public',
  summary: 'Download by a one-time address; a broken download may be continued by Range for ten minutes',
  audit: { title: 'code.request', kind: 'export' },
  handler: async call => {
    const { services, params, request, ip } = call
    const started = performance.now()
    const { range } = request.headers
    const look = request.method === 'HEAD'
    const link = await useLink(services.database, params.token ?? '', { range, client: ip, look })
    const { actor, id, format } = link
    const made: Call = { ...call, actor, body: { id, format, ...(range ? { range } : {}) } }
    const enter = (failed?: string) =>
      look
        ? undefined
        : void services.audit.record(downloadByLink, made, Math.round(performance.now() - started), failed)
    try {
      if (link.refused) throw link.refused
      if (!may(actor, permissionOf(codeRequest, 'download'))) throw new Refusal('notFound')
      const row = await services.database.withTenant(actor.tenantId, db => finished(db, actor, id, 'download'))
      const answer = await sendFile(made, actor.tenantId, row, format)
      if (!look) await markDownloaded(made, id)
      enter()
      return answer
    } catch (error) {
      enter(error instanceof Refusal ? error.key : 'unknown')
      throw error
    }
  },
})

export const requestRoutes: RouteSpec[] = [
  ...entityRoutes(codeRequest, { beforeWrite }, ['query', 'add']),
  route({
    method: 'POST',
    path: '/code/request',
    access: { permission: permissionOf(codeRequest, 'add') },
    summary: 'Add code/request',
    body: z.record(z.string(), z.unknown()),
    labels: phraseOf(codeRequest),
    audit: { title: 'code.request', kind: 'add' },
    handler: ({ services, actor, body }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const id = await addRow(db, services.files, codeRequest, actor, body, { beforeWrite })
        await keepNumber(db, services.memory, id)
        return { id }
      }),
  }),
  route({
    method: 'GET',
    path: '/code/request/:id(^\\d+$)',
    access: { permission: permissionOf(codeRequest, 'query') },
    summary: 'One code request with its progress and manifest',
    handler: ({ services, actor, params }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const row = await getRow(db, services.files, codeRequest, actor, Number(params.id))
        const made = await db.one<{
          manifest_sha256: string | null
          manifest_leaf: string | null
          request_number: number
        }>(sql`select manifest_sha256, manifest_leaf, request_number from code_request where id = ${Number(params.id)}`)
        const logged = made.manifest_leaf
          ? await db.maybe<{ index: number }>(
              sql`select index from ledger_leaf where subject = ${`code_request/${params.id}`} order by index desc limit 1`,
            )
          : undefined
        return {
          ...row,
          ...rowRights(codeRequest, actor, row),
          progress: Number(row.progress),
          requestNumber: made.request_number,
          manifest: made.manifest_sha256
            ? {
                count: row.count,
                sha256: made.manifest_sha256,
                ledgerLeaf: made.manifest_leaf,
                ledgerIndex: logged?.index ?? null,
              }
            : null,
        }
      }),
  }),
  route({
    method: 'PUT',
    path: '/code/request/:id(^\\d+$)/submit',
    access: { permission: permissionOf(codeRequest, 'submit') },
    summary: 'Starts making the codes; the status moves by itself to completed',
    audit: { title: 'code.request', kind: 'generate' },
    handler: async ({ services, actor, params }) => {
      const id = Number(params.id)
      const submitted = services.database.withTenant(actor.tenantId, async db => {
        const { row } = await transition(db, codeRequest, actor, id, 'submit')
        const batch = await db.one<{ status: string }>(sql`select status from batch where id = ${row.batchId}`)
        if (!(batchStates.editable as readonly string[]).includes(batch.status)) throw new Refusal('catalog.batchState')
        await db.execute(
          sql`update code_request set progress = 0, failure = null, submitted_by = ${actor.accountId}, submitted_at = now() where id = ${id}`,
        )
        await orderRequest(services, db, { tenantId: actor.tenantId, id })
      })
      await submitted.catch((error: unknown) => {
        // One request of an enterprise is made at a time: the database decides, also between two at the same moment.
        throw (error as { constraint?: string }).constraint === 'code_request_running'
          ? new Refusal('code.running')
          : error
      })
      return { id }
    },
  }),
  route({
    method: 'GET',
    path: '/code/request/:id(^\\d+$)/download',
    access: { permission: permissionOf(codeRequest, 'download') },
    summary: 'Every code with its anti-counterfeit code, one fixed-width line each; honours Range',
    query: z.object({ format: formats.default('csv') }),
    audit: { title: 'code.request', kind: 'export' },
    handler: async call => {
      const row = await call.services.database.withTenant(call.actor.tenantId, db =>
        finished(db, call.actor, Number(call.params.id), 'download'),
      )
      const answer = await sendFile(call, call.actor.tenantId, row, call.query.format)
      await markDownloaded(call as Call, row.id)
      return answer
    },
  }),
  route({
    method: 'POST',
    path: '/code/request/:id(^\\d+$)/downloadLink',
    access: { permission: permissionOf(codeRequest, 'download') },
    summary: 'A one-time address that the browser itself can download by, good for two minutes',
    body: z.strictObject({ format: formats }),
    audit: { title: 'code.request', kind: 'export' },
    handler: async ({ services, actor, params, body }) => {
      const id = Number(params.id)
      const token = await services.database.withTenant(actor.tenantId, async db => {
        await finished(db, actor, id, 'download')
        return makeLink(db, actor, id, body.format)
      })
      return { url: `/api/code/download/${token}` }
    },
  }),
  downloadByLink,
  route({
    method: 'GET',
    path: '/code/request/:id(^\\d+$)/labels',
    access: { permission: permissionOf(codeRequest, 'print') },
    summary: 'Labels from one serial to another: A4 sheets as pdf, or a zip of png or svg pictures',
    query: z.object({
      from: z.coerce.number().int(),
      to: z.coerce.number().int(),
      format: z.enum(['pdf', 'png', 'svg']).default('pdf'),
      size: z.coerce.number().int().default(300),
    }),
    audit: { title: 'code.request', kind: 'export' },
    handler: async ({ services, actor, params, query, language, signal }) => {
      if (query.size > limits.labelPixels || query.size < 64)
        throw invalid([{ field: 'size', error: 'code.labelSize', params: { max: limits.labelPixels } }])
      const row = await services.database.withTenant(actor.tenantId, db =>
        finished(db, actor, Number(params.id), 'print'),
      )
      if (
        query.from < 1 ||
        query.to < query.from ||
        query.to > row.count ||
        query.to - query.from >= limits.labelsPerCall
      )
        throw invalid([
          { field: 'from', error: 'code.labelRange', params: { count: row.count, max: limits.labelsPerCall } },
        ])
      const entry = services.directory.get(row.request_number)
      if (!entry) throw new Refusal('notFound')
      const codes = services.directory.codesOf(entry)
      const withSecurity = may(actor, permissionOf(codeRequest, 'security'))
      const lines = [
        `${row.product_name}`,
        `${phrase(language, 'catalog.batch')} ${row.batch_number}`,
        `${row.country_code} · ${row.factory_code} · ${row.batch_date} · ${row.species}`,
      ]
      const labels = function* (): Generator<Label> {
        for (let serial = query.from - 1; serial < query.to; serial++) {
          yield {
            code: codes.code(serial),
            ...(withSecurity ? { security: codes.security(serial, entry.codeRule, entry.securityLength) } : {}),
            lines,
          }
        }
      }
      const name = `labels-${row.id}-${query.from}-${query.to}`
      const { publicUrl } = services.settings
      const { format, size } = query
      const stream = oneAtATime({ services, actor, signal }, () =>
        format === 'pdf'
          ? labelsPdf(labels(), labelSheet(publicUrl, row.name, language))
          : labelsZip(labels(), { format, size, publicUrl }),
      )
      return format === 'pdf'
        ? new FileAnswer(stream, 'application/pdf', `${name}.pdf`)
        : new FileAnswer(stream, 'application/zip', `${name}.zip`)
    },
  }),
]

function labelSheet(
  publicUrl: string,
  title: string,
  language: Parameters<typeof phrase>[0],
): Parameters<typeof labelsPdf>[1] {
  return {
    title,
    publicUrl,
    texts: { scratch: phrase(language, 'code.label.scratch'), page: phrase(language, 'code.label.page') },
  }
}

/** Rows of the codes screen, made from the request as they are asked for. */
export async function codeRows(
  call: Call,
  row: { id: number; request_number: number; count: number },
  first: number,
  limit: number,
): Promise<Row[]> {
  const { services, actor } = call
  const entry = services.directory.get(row.request_number)
  if (!entry) return []
  const codes = services.directory.codesOf(entry)
  const last = Math.min(first + limit, entry.count)
  const serials = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index)
  const shows = may(actor, permissionOf(codeRequest, 'security'))
  return services.database.withTenant(actor.tenantId, async db => {
    const stats = new Map(
      (
        await db.query<{
          serial: number
          scans: number
          first_scan_at: Date | null
          checks: number
          first_check_at: Date | null
        }>(
          sql`select serial, scans, first_scan_at, checks, first_check_at from code_stat where request_number = ${entry.requestNumber} and serial = any(${serials})`,
        )
      ).map(stat => [stat.serial, stat]),
    )
    const links = await db.query<{
      serials: string
      parent_request: number
      parent_serial: number
      from: number
      to: number
    }>(sql`
      select lower(serials) as from, upper(serials) as to, parent_request, parent_serial from code_link where request_number = ${entry.requestNumber} and serials && int4range(${first}, ${Math.max(last, first)})`)
    return serials.map(serial => {
      const stat = stats.get(serial)
      const link = links.find(item => serial >= item.from && serial < item.to)
      const parent = link ? services.directory.get(link.parent_request) : undefined
      return {
        id: serial + 1,
        serial: serial + 1,
        code: codes.code(serial),
        grouped: groupCode(codes.code(serial)),
        url: traceAddress(services.settings.publicUrl, codes.code(serial)),
        ...(shows ? { securityCode: codes.security(serial, entry.codeRule, entry.securityLength) } : {}),
        codeType: entry.codeType,
        state: entry.status === 'completed' || entry.status === 'downloaded' ? 'active' : 'notActivated',
        scanCount: stat?.scans ?? 0,
        firstScanTime: stat?.first_scan_at ?? null,
        checkCount: stat?.checks ?? 0,
        firstCheckTime: stat?.first_check_at ?? null,
        parentCode: parent && link ? services.directory.codesOf(parent).code(link.parent_serial) : null,
      }
    })
  })
}
