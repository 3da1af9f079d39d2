/**
 * Reads the body of another server's response.
 * @throws Error when it is longer than `most` bytes
 */
export async function readBodyWithin(response: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length
    if (bytes > most) throw new Error(`its answer is longer than ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** A signal that aborts after a time, or when the given signal does. */
export function abortAfter(ms: number, signal?: AbortSignal): AbortSignal {
  const ended = AbortSignal.timeout(ms)
  return signal ? AbortSignal.any([signal, ended]) : ended
}
