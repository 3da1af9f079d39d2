import type { FileInfo } from '@timbermark/contract'
import { isAbort, TransportError } from './errors.ts'
import { fileNameOf, saveBlob } from './files.ts'
import { dropEmpty, type Query, withQuery } from './query.ts'
import type { Transport } from './transport.ts'
import { canReportProgress, sendWithProgress } from './upload.ts'

export interface UploadOptions {
  path?: string
  /** Further form fields. */
  fields?: Record<string, string>
  /** Name of the file field. */
  name?: string
  /** Receives the fraction that has been sent, 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  headers?: Record<string, string>
}

export interface DownloadOptions {
  method?: 'GET' | 'POST'
  body?: unknown
  signal?: AbortSignal
  /** False: only return the file, do not save it through the browser's download. */
  save?: boolean
  /** File name if the server sends none. */
  fileName?: string
  /** Receives the number of bytes that have arrived so far. */
  onProgress?: (bytes: number) => void
}

/** The browser's time zone. Exported workbooks show times in this zone, as the screen does. */
export const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Sends one file as multipart. The answer describes the file in the form in which rows hold files. */
export async function uploadFile<T = FileInfo>(
  transport: Transport,
  file: File | Blob,
  { path = '/common/upload', fields = {}, name = 'file', headers: extra = {}, ...more }: UploadOptions = {},
): Promise<T> {
  const { base, timeout, headersFor, send, readText, openEnvelope } = transport
  const { order, token } = transport.begin()
  const body = new FormData()
  for (const [key, value] of Object.entries(fields)) body.append(key, value)
  // The file is last, so that the server has read the fields when the file begins.
  body.append(name, file)
  const url = base + path
  const headers = headersFor(extra, token)
  let answer: { status: number; text: string }
  if (canReportProgress()) {
    answer = await sendWithProgress({ url, headers, body, timeout, ...more })
  } else {
    answer = await send('POST', url, { headers, body, signal: more.signal }, readText)
  }
  return openEnvelope(answer.status, answer.text, order, token).data as T
}

/**
 * Fetches a file and saves it under the name that the server sent. A JSON answer that is not an attachment is a refusal.
 * The time limit covers the response head only; the body of a large file has no limit.
 */
export async function downloadFile(
  transport: Transport,
  path: string,
  query?: Query,
  options: DownloadOptions = {},
): Promise<{ blob: Blob; name: string }> {
  const { method = 'GET', body, signal, save = true, fileName = 'download', onProgress } = options
  const { base, headersFor, send, readText, openEnvelope } = transport
  const { order, token } = transport.begin()
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = headersFor(
    {
      accept: '*/*',
      'x-time-zone': timeZone(),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    },
    token,
  )
  const init = { headers, body: text, signal }
  const answer = await send(method, withQuery(base + path, dropEmpty(query)), init, async response => {
    const disposition = response.headers.get('content-disposition')
    const isJson = response.headers.get('content-type')?.includes('application/json') && !disposition
    return response.ok && !isJson ? { response, disposition } : readText(response)
  })
  if ('text' in answer) {
    openEnvelope(answer.status, answer.text, order, token)
    throw new TransportError('network')
  }
  const name = fileNameOf(answer.disposition) ?? fileName
  let blob: Blob
  try {
    blob = await (onProgress ? countBytes(answer.response, onProgress) : answer.response).blob()
  } catch (cause) {
    if (isAbort(cause)) throw cause
    throw new TransportError('network', 0, cause)
  }
  if (save) saveBlob(blob, name)
  return { blob, name }
}

/** The same response; reports how many bytes of its body have arrived. */
function countBytes(response: Response, onProgress: (bytes: number) => void): Response {
  if (!response.body) return response
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      onProgress(bytes)
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(counter), { headers: response.headers })
}
