import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Replay } from './idempotency-keys.ts'

/** The answer of a list. */
export class Rows {
  readonly rows: unknown[]
  readonly total: number
  readonly estimated: boolean
  constructor(rows: unknown[], total: number, estimated = false) {
    this.rows = rows
    this.total = total
    this.estimated = estimated
  }
}

/** The answer of a file download, streamed. */
export class FileAnswer {
  readonly stream: Readable | Buffer
  readonly type: string
  readonly fileName: string
  readonly headers: Record<string, string>
  readonly status: number
  constructor(
    stream: Readable | Buffer,
    type: string,
    fileName: string,
    headers: Record<string, string> = {},
    status = 200,
  ) {
    this.stream = stream
    this.type = type
    this.fileName = fileName
    this.headers = headers
    this.status = status
  }
}

/** Keys next to `data` in the envelope (`token`, `user`, `img` and similar are answered in both places). */
export class Answer<Data = unknown, Extras = object> {
  readonly data: Data
  readonly extras: Extras
  constructor(data: Data, extras: Extras) {
    this.data = data
    this.extras = extras
  }
}

/** RFC 6266 header that survives quotes, line breaks and any alphabet. */
export function contentDisposition(fileName: string, inline = false): string {
  const safe = fileName.replace(/[\p{Cc}\p{Bidi_Control}"\\/]/gu, '_')
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_')
  return `${inline ? 'inline' : 'attachment'}; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(safe).replace(/['()*]/g, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)}`
}

export function sendText(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text)
}

/** The stored first answer of a call; when it was lost, only that the call was done. */
export function sendReplay(reply: FastifyReply, { body }: Replay): FastifyReply {
  reply.header('idempotency-replayed', body === undefined ? 'answer-lost' : 'true')
  return sendText(reply, body ?? JSON.stringify(toEnvelope(undefined)))
}

export function sendAnswer(reply: FastifyReply, result: unknown): FastifyReply {
  if (reply.sent) return reply
  if (result instanceof FileAnswer) {
    reply.code(result.status)
    for (const [header, value] of Object.entries(result.headers)) reply.header(header, value)
    if (!reply.hasHeader('content-disposition'))
      reply.header('content-disposition', contentDisposition(result.fileName))
    return reply.header('x-content-type-options', 'nosniff').type(result.type).send(result.stream)
  }
  return reply.send(toEnvelope(result))
}

export function toEnvelope(result: unknown): object {
  if (result instanceof Rows) {
    return {
      code: 200,
      msg: 'ok',
      rows: result.rows,
      total: result.total,
      ...(result.estimated ? { estimated: true } : {}),
    }
  }
  if (result instanceof Answer) return { code: 200, msg: 'ok', ...result.extras, data: result.data }
  return { code: 200, msg: 'ok', data: result ?? null }
}
