import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { TransportError } from '@timbermark/client'
import { reportError } from './notices/feedback.ts'

const silent = (meta: Record<string, unknown> | undefined) => meta?.silent === true

/**
 * The query cache. A failure is reported unless its query or mutation has `meta: { silent: true }`; a dropped
 * connection is retried once, a refusal is not.
 */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => silent(query.meta) || reportError(error) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => silent(mutation.meta) || reportError(error),
  }),
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 1 && error instanceof TransportError && error.kind === 'network',
      refetchOnWindowFocus: false,
      // Without network a call fails and is reported, instead of waiting silently.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
