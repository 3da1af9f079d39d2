import type { Language } from '@timbermark/contract'
import { loadPhrases, loadScreenPhrases } from '@timbermark/phrases'

/** Query for all phrases of the back office in a language, the user's or another. */
export const phrasesQuery = (language: Language) => ({
  queryKey: ['phrases', language],
  queryFn: async () => ({ ...(await loadPhrases(language)), ...(await loadScreenPhrases(language)) }),
  staleTime: Number.POSITIVE_INFINITY,
})
