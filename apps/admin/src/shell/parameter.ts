import { useEffect, useState } from 'react'
import { client } from './client.ts'

/** Milliseconds for which a value stands before it is read again. */
const freshFor = 60_000
const known = new Map<string, { at: number; reading: Promise<string> }>()

/** Value of a public parameter; empty when there is none. */
async function fetchParameter(key: string): Promise<string> {
  const { data, msg } = await client.raw('GET', `/system/config/configKey/${key}`)
  // The value is data; older servers of this family put a text answer into msg.
  return typeof data === 'string' ? data : data === undefined ? msg : ''
}

/** Readers at the same time share one call; what failed is read again by the next one. */
function cachedParameter(key: string): Promise<string> {
  const before = known.get(key)
  if (before && Date.now() - before.at < freshFor) return before.reading
  const reading = fetchParameter(key)
  known.set(key, { at: Date.now(), reading })
  return reading
}

/** Value of a public parameter; undefined until it is known. Whoever reads one has a way to go without it. */
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

/** Values may have been changed: they are read again. */
export const clearParameters = () => known.clear()
