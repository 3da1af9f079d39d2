import { Refusal } from './api.ts'

/** Delay before each retry, in milliseconds. */
const retryDelaysMs = [1000, 4000]

/**
 * Repeats a call that got no answer from the product; the visit's id makes sure that it counts once. A refusal is an answer.
 */
export async function sendWithRetry<T>(
  send: () => Promise<T>,
  wait: (ms: number) => Promise<void> = ms => new Promise(done => setTimeout(done, ms)),
): Promise<T> {
  for (const ms of retryDelaysMs) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof Refusal) || error.error !== undefined) throw error
      await wait(ms)
    }
  }
  return send()
}

/** A UUID (RFC 9562, version 4) for one visit, without `randomUUID`, which older phones lack. */
export function newVisitId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
