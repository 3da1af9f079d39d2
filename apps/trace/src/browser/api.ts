import type { Envelope } from '@timbermark/contract'
import type { Texts } from '../texts.ts'
import type { Language } from '../types.ts'

/** A refusal or a failure, with a message in the reader's language. `error` is the stable key of a refusal; a failure has none. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly error: string | undefined

  constructor(message: string, error?: string) {
    super(message)
    this.error = error
  }
}

const timeoutMs = 60_000

/** A larger answer is not read to its end: it would only keep the device busy. Real ones have less than a tenth of it. */
const maxAnswerBytes = 20_000_000

/** Calls the server and returns the data of the envelope. Rejects with a Refusal whose message is for the reader. */
export async function call<T>(path: string, language: Language, texts: Texts, body?: unknown): Promise<T> {
  let answer: Envelope<T>
  try {
    const response = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'Accept-Language': language, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      // A scan that is in flight when the reader leaves still counts.
      keepalive: body !== undefined,
      signal: AbortSignal.timeout?.(timeoutMs),
    })
    if (!response.ok) throw new Refusal(texts.t('trace.check.unavailable'))
    answer = JSON.parse(await readWithin(response, maxAnswerBytes)) as Envelope<T>
  } catch (error) {
    if (error instanceof Refusal) throw error
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError'
    throw new Refusal(texts.t(timedOut ? 'trace.error.timeout' : 'trace.error.network'))
  }
  if (answer.code !== 200 || answer.data === undefined) throw new Refusal(answer.message || answer.msg, answer.error)
  return answer.data
}

/** @throws Error when the body is longer than `most` bytes */
async function readWithin(response: Response, most: number): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  let left = most
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    left -= value.length
    if (left < 0) {
      void reader.cancel()
      throw new Error('too large')
    }
    text += decoder.decode(value, { stream: true })
  }
}
