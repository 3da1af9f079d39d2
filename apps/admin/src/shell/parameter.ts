import { useEffect, useState } from 'react'
import { client } from './client.ts'

/** Milliseconds for which a value is cached. */
const freshFor = 60_000
const known = new Map<string, { at: number; reading: Promise<string> }>()

/** Value of a public parameter; empty when there is none. */
async function fetchParameter(key: string): Promise<string> {
  const { data, msg } = await client.raw('GET', `/system/config/configKey/${key}`)
  // The value is in `data`; older servers of this family answer a text in `msg`.
  return typeof data === 'string' ? data : data === undefined ? msg : ''
}

/** Concurrent readers share one request; a failed one is repeated by the next reader. */
function cachedParameter(key: string): Promise<string> {
  const before = known.get(key)
  if (before && Date.now() - before.at < freshFor) return before.reading
  const reading = fetchParameter(key)
  known.set(key, { at: Date.now(), reading })
  return reading
}

/** Value of a public parameter; undefined until it is known. Callers must work without it. */
export function useParameter(key: string): string | undefined {
  const [value, setValue] = useState<string>()
  useEffect(() => {
    let gone = false
    cachedParameter(key).then(
      loaded => gone || setValue(loaded),
      () => known.delete(key),
    )
    return () => {
      gone = true
    }
  }, [key])
  return value
}

/** Clears the cached values, after they may have been changed. */
export const clearParameters = () => known.clear()
