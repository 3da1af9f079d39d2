import { Readable } from 'node:stream'
import { codeRequest, permissionOf } from '@timbermark/contract'
import { z } from 'zod'
import { transition } from '../../crud/write.ts'
import { may } from '../../platform/actor.ts'
import { tellDirectory } from '../../platform/code-directory.ts'
import { type Call, FileAnswer, type RouteSpec, route } from '../../platform/http/http.ts'
import { Refusal } from '../../platform/refusal.ts'
import { makeLink, useLink } from './download-link.ts'
import { type FinishedRequest, finished } from './finished.ts'
import { fileBytes, type LineFormat, streamLines } from './lines.ts'

const formats = z.enum(['csv', 'txt'])

/** The file of a request as a stream; `Range` is honoured because every byte can be made on demand. */
async function sendFile(call: Call, tenantId: number, row: FinishedRequest, format: LineFormat): Promise<FileAnswer> {
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
    await transition(db, codeRequest, actor, id, 'download')
    await tellDirectory(db)
  })
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

/** The file of every code, with a session or by a one-time address. */
export const downloadRoutes: RouteSpec[] = [
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
]
