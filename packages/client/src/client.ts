import type { Envelope, FileInfo, Language, ListEnvelope } from '@timbermark/contract'
import { limits } from '@timbermark/contract'
import { type AnswerTo, addressOf, type CallKey, type CallInput } from './call.ts'
import { ApiError, isAbort, TransportError } from './errors.ts'
import { fileNameOf, saveBlob } from './files.ts'
import { dropEmpty, type Query, withQuery } from './query.ts'
import { createDoubleSubmitGuard } from './double-submit.ts'
import { locales } from './translate.ts'
import { canReportProgress, sendWithProgress } from './upload.ts'

export interface ClientOptions {
  /** Fixed API base path. */
  base?: string
  token: () => string | null
  language: () => Language
  /**
   * Called when the session has ended: once for all calls that were in flight together, and not again while a promise that
   * it returned is pending (a dialog is open).
   */
  onUnauthenticated?: () => unknown
  /** Keys of refusals that are reported like the end of a session, because the user can only go on through a sign-in page. */
  signInRefusals?: readonly string[]
  /** Milliseconds within which the answer must arrive; for a download, within which it must begin. */
  timeout?: number
  fetch?: typeof globalThis.fetch
}

export interface CallOptions {
  /** False: send no token. */
  token?: false
  /** True: skip the double-submit guard (for buttons that may be pressed repeatedly). */
  allowDoubleSubmit?: boolean
  signal?: AbortSignal
  headers?: Record<string, string>
  query?: Query
}

/** Options of a declared call. Its query is part of `CallInput`. */
export type DeclaredOptions = Omit<CallOptions, 'query'>

/** Input and options of any declared call, without the types of its declaration. */
interface LooseCall extends CallOptions {
  params?: Record<string, string | number>
  body?: unknown
}

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

export interface Page<T> {
  rows: T[]
  total: number
  /** True when `total` is an estimate. */
  estimated: boolean
}

export type Client = ReturnType<typeof createClient>

/** The browser's time zone. Exported workbooks show times in this zone, as the screen does. */
const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The browser's side of the wire (docs/wire.md). Its calls throw ApiError for a refusal and TransportError when no answer of
 * the product arrives.
 */
export function createClient(options: ClientOptions) {
  const { base = '/api', timeout = limits.requestTimeoutMs } = options
  const guard = createDoubleSubmitGuard()
  let started = 0
  let notifiedAt = 0
  let isHandlerPending = false

  function headersFor(extra: Record<string, string>, token: string | null) {
    return {
      accept: 'application/json',
      'accept-language': locales[options.language()],
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...extra,
    }
  }

  /** Reports the end of the session, unless it was already reported while this call was in flight. */
  function reportUnauthenticated(order: number, token: string | null) {
    if (token === null || token !== options.token() || order <= notifiedAt || isHandlerPending) return
    notifiedAt = started
    const answer = options.onUnauthenticated?.()
    if (!(answer instanceof Promise)) return
    isHandlerPending = true
    answer.finally(() => {
      notifiedAt = started
      isHandlerPending = false
    })
  }

  /**
   * Sends a request and passes the response to `read`. The time limit covers `read`, so that a body that stalls half way
   * times out too. Whatever has no time limit must happen after `read`.
   */
  async function send<T>(
    method: string,
    url: string,
    init: { headers: Record<string, string>; body?: string | FormData; signal?: AbortSignal },
    read: (response: Response) => T | Promise<T>,
  ): Promise<T> {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), timeout)
    const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal
    const fetch = options.fetch ?? globalThis.fetch
    try {
      const { headers, body } = init
      return await read(await fetch(url, { method, headers, body, signal, credentials: 'same-origin' }))
    } catch (cause) {
      if (late.signal.aborted) throw new TransportError('timeout', 0, cause)
      if (isAbort(cause)) throw cause
      throw new TransportError('network', 0, cause)
    } finally {
      clearTimeout(timer)
    }
  }

  /** The envelope of a successful answer; throws ApiError or TransportError for any other. */
  function openEnvelope(status: number, text: string, order: number, token: string | null): Envelope {
    if (status < 200 || status > 299) throw new TransportError('status', status, undefined, serverMessageIn(text))
    const envelope = parseEnvelope(text)
    if (envelope.code === 200) return envelope
    if (envelope.code === 401 || options.signInRefusals?.includes(String(envelope.error)))
      reportUnauthenticated(order, token)
    throw new ApiError(envelope)
  }

  const readText = async (response: Response) => ({ status: response.status, text: await response.text() })

  async function call(method: string, path: string, body: unknown, call: CallOptions = {}): Promise<Envelope> {
    const order = ++started
    const token = call.token === false ? null : options.token()
    const url = withQuery(base + path, call.query)
    const text = body === undefined ? undefined : JSON.stringify(body)
    const guarded = (method === 'POST' || method === 'PUT') && !call.allowDoubleSubmit
    const forget = guarded ? guard.begin(method, url, text ?? '') : undefined
    if (guarded && !forget) throw new ApiError({ code: 500, error: 'tooFast' })
    const headers = headersFor(
      { ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...call.headers },
      token,
    )
    try {
      const answer = await send(method, url, { headers, body: text, signal: call.signal }, readText)
      return openEnvelope(answer.status, answer.text, order, token)
    } catch (error) {
      forget?.()
      throw error
    }
  }

  async function data<T>(method: string, path: string, body: unknown, options?: CallOptions): Promise<T> {
    return (await call(method, path, body, options)).data as T
  }

  return {
    /** Fixed API base path. */
    base,

    /**
     * Makes a declared call, named by method and path. Its declaration types the input and the answer.
     * @example client.call('GET /code/qr/:code', { params: { code } })
     */
    call<Key extends CallKey>(
      key: Key,
      ...[input]: object extends CallInput<Key>
        ? [input?: CallInput<Key> & DeclaredOptions]
        : [input: CallInput<Key> & DeclaredOptions]
    ): Promise<AnswerTo<Key>> {
      const { params, body, ...options }: LooseCall = input ?? {}
      const { method, path } = addressOf(key, params)
      return data<AnswerTo<Key>>(method, path, body, options)
    },

    get: <T>(path: string, query?: Query, options?: CallOptions) =>
      data<T>('GET', path, undefined, { ...options, query }),

    /** Loads one page of a list. Filters with an empty text are omitted. */
    async list<T>(path: string, query?: Query, options?: CallOptions): Promise<Page<T>> {
      const answer = (await call('GET', path, undefined, {
        ...options,
        query: dropEmpty(query),
      })) as unknown as ListEnvelope<T>
      return { rows: answer.rows ?? [], total: answer.total ?? 0, estimated: answer.estimated ?? false }
    },

    post: <T = void>(path: string, body?: unknown, options?: CallOptions) => data<T>('POST', path, body, options),
    put: <T = void>(path: string, body?: unknown, options?: CallOptions) => data<T>('PUT', path, body, options),
    delete: <T = void>(path: string, options?: CallOptions) => data<T>('DELETE', path, undefined, options),

    /** Answers the complete envelope, for the few calls whose message or envelope extras matter. */
    raw: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, options?: CallOptions) =>
      call(method, path, body, options),

    /** Sends one file as multipart. The answer describes the file in the form in which rows hold files. */
    async upload<T = FileInfo>(
      file: File | Blob,
      { path = '/common/upload', fields = {}, name = 'file', headers: extra = {}, ...more }: UploadOptions = {},
    ): Promise<T> {
      const order = ++started
      const token = options.token()
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
    },

    /**
     * Fetches a file and saves it under the name that the server sent. A JSON answer that is not an attachment is a refusal.
     * The time limit covers the response head only; the body of a large file has no limit.
     */
    async download(path: string, query?: Query, options_: DownloadOptions = {}): Promise<{ blob: Blob; name: string }> {
      const { method = 'GET', body, signal, save = true, fileName = 'download', onProgress } = options_
      const order = ++started
      const token = options.token()
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
    },
  }
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

/** The message that the product sent with a failure; undefined for the page of a proxy or a portal in between. */
function serverMessageIn(text: string): string | undefined {
  try {
    const { error, message, msg } = parseEnvelope(text)
    return error === undefined ? undefined : message || msg
  } catch {
    return undefined
  }
}

/** Parses an envelope. Throws TransportError for the page of a proxy or a portal in between, which is no answer of the product. */
function parseEnvelope(text: string): Envelope {
  try {
    const value: unknown = JSON.parse(text)
    if (value && typeof value === 'object' && typeof (value as Envelope).code === 'number') return value as Envelope
  } catch (cause) {
    throw new TransportError('network', 0, cause)
  }
  throw new TransportError('network')
}
