/** One call of the interface, and its outcome as the caller can tell. */

export type Outcome<T = Record<string, unknown>> =
  | { how: 'done'; data: T; ms: number; replayed: boolean }
  /** Refused by a rule; nothing was written. */
  | { how: 'refused'; error: string; message: string; status: number; waitMs: number; ms: number }
  /** The system cannot serve now and says so correctly: 503 with `Retry-After`. */
  | { how: 'unavailable'; error: string; waitMs: number; ms: number }
  /** Any other answer that no caller can act on. */
  | { how: 'fault'; status: number; message: string; ms: number }
  /** The connection broke: nobody knows whether it was done. */
  | { how: 'cut'; message: string; ms: number }
  /** No answer within the caller's time. */
  | { how: 'silent'; ms: number }

export interface CallOptions {
  token?: string | null
  body?: unknown
  /** Multipart bytes, made once so that a repeated call is the same call. */
  form?: { boundary: string; bytes: Buffer }
  /** Idempotency-Key. */
  key?: string
  /** How long the caller waits for the answer. */
  patienceMs?: number
  /** The caller leaves. */
  signal?: AbortSignal
}

export async function call<T = Record<string, unknown>>(
  address: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  { token, body, form, key, patienceMs = 15_000, signal }: CallOptions = {},
): Promise<Outcome<T>> {
  const began = performance.now()
  const ms = () => performance.now() - began
  const patience = AbortSignal.timeout(patienceMs)
  try {
    const response = await fetch(`${address}/api${path}`, {
      method,
      signal: signal ? AbortSignal.any([patience, signal]) : patience,
      headers: {
        'accept-language': 'en',
        ...(token ? {} : { 'x-forwarded-for': someClient() }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(form ? { 'content-type': `multipart/form-data; boundary=${form.boundary}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(form ? { body: new Uint8Array(form.bytes) } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return judge<T>(response, await response.text(), ms())
  } catch (error) {
    if (patience.aborted && !signal?.aborted) return { how: 'silent', ms: ms() }
    const cause = (error as { cause?: unknown }).cause
    return { how: 'cut', message: String((cause as Error | undefined)?.message ?? error), ms: ms() }
  }
}

let clients = 0

/** Public calls come from separate clients, because each is limited: the next address of RFC 2544, section 12. */
function someClient(): string {
  clients = (clients + 1) % 50_000
  return `198.18.${Math.floor(clients / 250)}.${1 + (clients % 250)}`
}

function judge<T>(response: Response, text: string, ms: number): Outcome<T> {
  const retry = response.headers.get('retry-after')
  const waitMs = retry === null ? 300 : Math.min(Number(retry) * 1000 || 300, 2000)
  let answer: { code?: number; msg?: string; error?: string; data?: unknown }
  try {
    answer = JSON.parse(text) as typeof answer
  } catch {
    return { how: 'fault', status: response.status, message: text.slice(0, 200), ms }
  }
  const error = answer.error ?? ''
  if (response.status === 503 && retry !== null && error !== '') return { how: 'unavailable', error, waitMs, ms }
  if (response.status >= 500 || error === 'unknown')
    return { how: 'fault', status: response.status, message: `${error} ${answer.msg ?? ''}`, ms }
  if (response.status === 200 && answer.code === 200)
    return { how: 'done', data: answer.data as T, ms, replayed: response.headers.has('idempotency-replayed') }
  const issues = (answer.data as { issues?: { field: string; error: string }[] } | undefined)?.issues
  const detail = issues?.map(issue => `${issue.field}: ${issue.error}`).join(', ')
  return { how: 'refused', error, message: detail || (answer.msg ?? ''), status: answer.code ?? 0, waitMs, ms }
}

/** Multipart body (RFC 7578) with one file. */
export function formOf(
  boundary: string,
  file: { name: string; type: string; content: Buffer },
  fields: Record<string, string> = {},
): { boundary: string; bytes: Buffer } {
  const parts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\ncontent-type: ${file.type}\r\n\r\n`
  return {
    boundary,
    bytes: Buffer.concat([...parts, Buffer.from(head), file.content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

/**
 * For calls that must succeed, such as the setup.
 * @throws Error with the refusal
 */
export async function must<T = Record<string, unknown>>(
  address: string,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  options: CallOptions = {},
): Promise<T> {
  const outcome = await call<T>(address, method, path, { patienceMs: 60_000, ...options })
  if (outcome.how === 'done') return outcome.data
  throw new Error(`${method} ${path}: ${JSON.stringify(outcome)}`)
}
