import {
  type CodeFileFormat,
  downloadByLink as downloadByLinkCall,
  downloadCodes,
  downloadLink,
} from '@timbermark/contract/calls'
import { Readable } from 'node:stream'
import { codeRequest, permissionOf } from '@timbermark/contract'
import { hasPermission } from '../../../platform/actor.ts'
import { xlsxType } from '../../../platform/workbook/xlsx/xlsx.ts'
import { tellDirectory } from '../directory/code-directory.ts'
import { type Call, FileAnswer, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { codeSheets } from './code-sheets.ts'
import { makeLink, useLink } from './download-link.ts'
import { type FinishedRequest, finished } from './finished-request.ts'
import { requestLife } from './requests.ts'
import { fileBytes, type LineFormat, streamLines } from './lines.ts'

/** Files for printers hold plain anti-counterfeit codes: a permission of its own. @throws Refusal forbidden */
function assertMaySee(row: FinishedRequest, format: CodeFileFormat): void {
  if (format !== 'xlsx' && !row.shows_security) throw new Refusal('forbidden')
}

/** The file of a request; who downloads anti-counterfeit codes stands in the operation log. */
async function sendFile(
  call: Call,
  tenantId: number,
  row: FinishedRequest,
  format: CodeFileFormat,
): Promise<FileAnswer> {
  assertMaySee(row, format)
  return format === 'xlsx' ? sendSheets(call, tenantId, row) : sendLines(call, tenantId, row, format)
}

/** Workbooks in text cells; anti-counterfeit codes stand in them for whoever may see these. */
async function sendSheets({ services, language }: Call, tenantId: number, row: FinishedRequest): Promise<FileAnswer> {
  const entry = services.directory.get(row.request_number)
  if (!entry || entry.tenantId !== tenantId) throw new Refusal('notFound')
  const { stream, name, isZip } = codeSheets({
    codes: services.directory.codesOf(entry),
    count: entry.count,
    rule: entry.codeRule,
    securityLength: entry.securityLength,
    withSecurity: row.shows_security,
    language,
    name: `codes-${row.id}-${entry.count}`,
  })
  return new FileAnswer(stream, isZip ? 'application/zip' : xlsxType, name, {
    'cache-control': 'private, no-store',
    'content-encoding': 'identity',
  })
}

/** Lines as a stream; `Range` is honoured because every byte can be made on demand. */
async function sendLines(call: Call, tenantId: number, row: FinishedRequest, format: LineFormat): Promise<FileAnswer> {
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
function rangeOf(header: string | undefined, size: number): [number, number] | 'unsatisfiable' | undefined {
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
    await requestLife.move(db, call, 'download', id)
    await tellDirectory(db)
  })
}

/** Its uses are entered in the operation log here: only the link says who it was. */
const downloadByLink: RouteSpec = serve(downloadByLinkCall, async call => {
  const { services, params, request, ip } = call
  const started = performance.now()
  const { range } = request.headers
  const look = request.method === 'HEAD'
  const link = await useLink(services.database, params.token ?? '', { range, client: ip, look })
  const { actor, id, format } = link
  const made: Call = { ...call, actor, body: { id, format, ...(range ? { range } : {}) } }
  const enter = (failed?: string) =>
    look ? undefined : void services.audit.record(downloadByLink, made, Math.round(performance.now() - started), failed)
  try {
    if (link.refused) throw link.refused
    if (!hasPermission(actor, permissionOf(codeRequest, 'download'))) throw new Refusal('notFound')
    const row = await services.database.withTenant(actor.tenantId, db => finished(db, actor, id, 'download'))
    const answer = await sendFile(made, actor.tenantId, row, format)
    if (!look) await markDownloaded(made, id)
    enter()
    return answer
  } catch (error) {
    enter(error instanceof Refusal ? error.key : 'unknown')
    throw error
  }
})

/** The file of every code, with a session or by a one-time address. */
export const downloadRoutes: RouteSpec[] = [
  serve(downloadCodes, async call => {
    const row = await call.services.database.withTenant(call.actor.tenantId, db =>
      finished(db, call.actor, Number(call.params.id), 'download'),
    )
    const answer = await sendFile(call, call.actor.tenantId, row, call.query.format)
    await markDownloaded(call, row.id)
    return answer
  }),
  serve(downloadLink, async ({ services, actor, params, body }) => {
    const id = Number(params.id)
    const token = await services.database.withTenant(actor.tenantId, async db => {
      assertMaySee(await finished(db, actor, id, 'download'), body.format)
      return makeLink(db, actor, id, body.format)
    })
    return { url: `/api/code/download/${token}` }
  }),
  downloadByLink,
]
