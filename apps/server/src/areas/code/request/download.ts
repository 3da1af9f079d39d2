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
import { notifyDirectoryChange } from '../directory/code-directory.ts'
import { type Call, FileAnswer, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { deliverLabels } from '../label-life/deliver-labels.ts'
import { codeSheets } from './code-sheets.ts'
import { createLink, useLink } from './download-link.ts'
import { type FinishedRequest, loadFinishedRequest } from './finished-request.ts'
import { requestLifecycle } from './requests.ts'
import { fileBytes, type LineFormat, streamLines } from './lines.ts'

/** Files for printers contain plain security codes and need a separate permission. @throws Refusal forbidden */
function assertMayDownload(row: FinishedRequest, format: CodeFileFormat): void {
  if (format !== 'xlsx' && !row.shows_security) throw new Refusal('forbidden')
}

/** Answers with the file of a request. */
async function sendFile(
  call: Call,
  tenantId: number,
  row: FinishedRequest,
  format: CodeFileFormat,
): Promise<FileAnswer> {
  assertMayDownload(row, format)
  return format === 'xlsx' ? sendSheets(call, tenantId, row) : sendLines(call, tenantId, row, format)
}

/** Workbooks with text cells; with security codes only for users who may see them. */
async function sendSheets({ services, language }: Call, tenantId: number, row: FinishedRequest): Promise<FileAnswer> {
  const entry = await services.directory.find(row.request_number)
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

/** Lines as a stream; supports `Range`, because every byte can be generated on demand. */
async function sendLines(call: Call, tenantId: number, row: FinishedRequest, format: LineFormat): Promise<FileAnswer> {
  const { services, request, signal } = call
  const entry = await services.directory.find(row.request_number)
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
  const range = parseRange(request.headers.range, size)
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

/** Parses one byte range `[from, to)` (RFC 9110 section 14.1); several ranges are answered with the whole file. */
function parseRange(header: string | undefined, size: number): [number, number] | 'unsatisfiable' | undefined {
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

async function markDownloaded(call: Call, { id, request_number: number, count }: FinishedRequest): Promise<void> {
  const { services, actor } = call
  await services.database.withTenant(actor.tenantId, async db => {
    await requestLifecycle.move(db, call, 'download', id)
    await notifyDirectoryChange(db, { tenantId: actor.tenantId, requestId: id })
  })
  await deliverLabels(call, number, [{ from: 0, to: count }])
}

/** Writes its own audit entries, because only the link identifies the user. */
const downloadByLink: RouteSpec = serve(downloadByLinkCall, async call => {
  const { services, params, request, ip } = call
  const started = performance.now()
  const { range } = request.headers
  const isHead = request.method === 'HEAD'
  const link = await useLink(services.database, params.token ?? '', { range, client: ip, dryRun: isHead })
  const { actor, id, format } = link
  const linkCall: Call = { ...call, actor, body: { id, format, ...(range ? { range } : {}) } }
  const recordUse = (failed?: string) =>
    isHead
      ? undefined
      : void services.audit.record(downloadByLink, linkCall, Math.round(performance.now() - started), failed)
  try {
    if (link.refused) throw link.refused
    if (!hasPermission(actor, permissionOf(codeRequest, 'download'))) throw new Refusal('notFound')
    const row = await services.database.withTenant(actor.tenantId, db => loadFinishedRequest(db, actor, id, 'download'))
    const answer = await sendFile(linkCall, actor.tenantId, row, format)
    if (!isHead) await markDownloaded(linkCall, row)
    recordUse()
    return answer
  } catch (error) {
    recordUse(error instanceof Refusal ? error.key : 'unknown')
    throw error
  }
})

/** Downloads of the file of codes, with a session or through a one-time link. */
export const downloadRoutes: RouteSpec[] = [
  serve(downloadCodes, async call => {
    const row = await call.services.database.withTenant(call.actor.tenantId, db =>
      loadFinishedRequest(db, call.actor, Number(call.params.id), 'download'),
    )
    const answer = await sendFile(call, call.actor.tenantId, row, call.query.format)
    await markDownloaded(call, row)
    return answer
  }),
  serve(downloadLink, async ({ services, actor, params, body }) => {
    const id = Number(params.id)
    const token = await services.database.withTenant(actor.tenantId, async db => {
      assertMayDownload(await loadFinishedRequest(db, actor, id, 'download'), body.format)
      return createLink(db, actor, id, body.format)
    })
    return { url: `/api/code/download/${token}` }
  }),
  downloadByLink,
]
