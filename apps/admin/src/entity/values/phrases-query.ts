import type { Language } from '@timbermark/contract'
import { loadPhrases, loadScreenPhrases } from '@timbermark/phrases'

/** Query for all words of the back office in a language, be it the reader's or another. */
export const phrasesQuery = (language: Language) => ({
  queryKey: ['phrases', language],
  queryFn: async () => ({ ...(await loadPhrases(language)), ...(await loadScreenPhrases(language)) }),
  staleTime: Number.POSITIVE_INFINITY,
})
