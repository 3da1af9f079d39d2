import type { Envelope, Language } from '@timbermark/contract'
import { limits } from '@timbermark/contract'
import { createDoubleSubmitGuard } from './double-submit.ts'
import { ApiError, isAbort, TransportError } from './errors.ts'
import { type Query, withQuery } from './query.ts'
import { locales } from '@timbermark/phrases/locales'

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

export type Transport = ReturnType<typeof createTransport>

/**
 * Sends requests with token, language and time limit, and opens the envelopes of their answers. What calls, uploads and
 * downloads have in common; `createClient` makes the verbs of it.
 */
export function createTransport(options: ClientOptions) {
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
  function openEnvelope(status: number, text: string, order: number, token: string | null, isWrite = false): Envelope {
    if (status < 200 || status > 299) throw new TransportError('status', status, undefined, serverMessageIn(text))
    const envelope = parseEnvelope(text)
    if (envelope.code === 200) return envelope
    if (envelope.code === 401 || options.signInRefusals?.includes(String(envelope.error)))
      reportUnauthenticated(order, token)
    throw new ApiError(envelope, { isWrite })
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
      return openEnvelope(answer.status, answer.text, order, token, method !== 'GET')
    } catch (error) {
      forget?.()
      throw error
    }
  }

  /** What an answer is judged by later: the order of its request and the token that it was sent with. */
  const begin = () => ({ order: ++started, token: options.token() })

  return { base, timeout, headersFor, begin, send, readText, openEnvelope, call }
}

/** The message that the product sent with a failure; undefined for the page of a proxy or a portal in between. */
function serverMessageIn(text: string): string | undefined {
  try {
    const { message, msg } = parseEnvelope(text)
    return message || msg || undefined
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
