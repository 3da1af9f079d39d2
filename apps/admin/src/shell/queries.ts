import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { TransportError } from '@timbermark/client'
import { reportError } from './notices/feedback.ts'

const silent = (meta: Record<string, unknown> | undefined) => meta?.silent === true

/**
 * What was fetched. A failure is shown by itself unless its query or mutation says `meta: { silent: true }`; a dropped
 * connection is tried once more, a refusal is not.
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
      // Without network a call fails and says so, rather than waiting in silence.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
