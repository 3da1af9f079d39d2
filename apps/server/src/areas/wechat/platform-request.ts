import { MessagingError, refusalOf } from './answers.ts'

export type MessagingAnswer = Record<string, unknown>

interface Question {
  /** Base address, without a trailing slash. */
  base: string
  path: string
  query?: Readonly<Record<string, string>>
  /** Sent by POST as JSON; without it the call is a GET. */
  body?: Readonly<Record<string, unknown>>
  /** Longest time, ms. */
  patience?: number
  /** Largest answer that is read, bytes. */
  largest?: number
  /** The call requests a token: some refusals have another meaning then. */
  fetching?: boolean
  signal?: AbortSignal
}

/** Numbers of the platform may exceed exact JavaScript numbers: they are text here and digits on the wire. */
const wideNumbers = ['application_id']

/**
 * Makes one call to the messaging platform. It answers 200 to refusals too; success has errcode 0 or none.
 * @throws MessagingError for a refusal, and when the platform is unreachable or answers no JSON
 */
export async function ask(question: Question): Promise<MessagingAnswer> {
  const { base, path, query = {}, body, patience = 10_000, largest = 1024 * 1024, fetching, signal } = question
  const address = new URL(base + path)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  const ended = AbortSignal.timeout(patience)
  let answer: unknown
  try {
    const response = await fetch(address, {
      ...(body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: written(body) } : {}),
      signal: signal ? AbortSignal.any([signal, ended]) : ended,
      redirect: 'error',
    })
    if (!response.ok)
      throw new MessagingError('wechat.unreachable', { cure: 'later', detail: `answered ${response.status}` })
    // The content type is unreliable: some answers are declared as plain text.
    answer = read(await textWithin(response, largest))
  } catch (error) {
    if (error instanceof MessagingError) throw error
    signal?.throwIfAborted()
    throw new MessagingError('wechat.unreachable', { cure: 'later', detail: (error as Error).name })
  }
  if (answer === null || typeof answer !== 'object' || Array.isArray(answer))
    throw new MessagingError('wechat.garbage', { cure: 'later' })
  const { errcode, errmsg } = answer as MessagingAnswer
  if (errcode !== undefined && errcode !== 0) throw refusalOf(Number(errcode), errmsg, fetching)
  return answer as MessagingAnswer
}

function written(body: Readonly<Record<string, unknown>>): string {
  return wideNumbers.reduce(
    (json, name) => json.replace(new RegExp(`"${name}":"(\\d+)"`), `"${name}":$1`),
    JSON.stringify(body),
  )
}

function read(text: string): unknown {
  try {
    return JSON.parse(
      wideNumbers.reduce((json, name) => json.replace(new RegExp(`("${name}"\\s*:\\s*)(\\d+)`, 'g'), '$1"$2"'), text),
    )
  } catch {
    throw new MessagingError('wechat.garbage', { cure: 'later' })
  }
}

async function textWithin(response: Response, bytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > bytes) throw new MessagingError('wechat.garbage', { cure: 'later', detail: 'answers too much' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
