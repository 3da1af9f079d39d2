import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useClient } from '../../shell/index.ts'

/** Typing goes on for longer than this only when somebody hesitates. */
const pauseMs = 160
/** Longer texts are cut: the server reads no more (`longestSearch`), and a query has at most 8,192 characters. */
const longest = { text: 4000, query: 7500 }

function cut(text: string): string {
  let short = text.trim() === '' ? '' : text.slice(0, longest.text)
  while (new URLSearchParams({ q: short }).toString().length > longest.query)
    short = short.slice(0, Math.floor(short.length * 0.8))
  return short
}

/**
 * What the server finds for a text once typing rests; the request before is aborted. The answers of before are not shown for
 * another text.
 */
export function useSearch(typed: string) {
  const client = useClient()
  const wanted = cut(typed)
  const [query, setQuery] = useState('')
  useEffect(() => {
    if (wanted === query) return
    const timer = setTimeout(() => setQuery(wanted), wanted === '' ? 0 : pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, query])
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['search', query],
    queryFn: ({ signal }) => client.call('GET /search', { query: { q: query }, signal }),
    enabled: query !== '',
    retry: false,
    gcTime: 60_000,
  })
  const current = wanted === query
  return {
    answer: current && wanted !== '' ? data : undefined,
    failed: current && isError,
    waiting: wanted !== '' && (!current || isFetching),
    retry: refetch,
    /** Asks at once: somebody, or a hand scanner, has pressed Enter. */
    askNow: () => setQuery(wanted),
  }
}
