import { ApiError, isAbort, TransportError } from '@timbermark/client'
import type { Language } from '@timbermark/contract'
import { pageToken } from '../../shell/session/stored-session.ts'
import type { OpenApi } from './openapi.ts'

/**
 * Loads the OpenAPI document, which is answered without the envelope of other calls.
 * @param base path below which the calls are
 * @param language of the texts in the document
 * @throws ApiError for a refusal, TransportError when there is no answer
 */
export async function loadOpenApi(base: string, language: Language, signal: AbortSignal): Promise<OpenApi> {
  let response: Response
  let answer: unknown
  try {
    const headers = {
      accept: 'application/json',
      'accept-language': language,
      authorization: `Bearer ${pageToken() ?? ''}`,
    }
    response = await fetch(`${base}/openapi.json`, { headers, signal })
    answer = response.ok ? await response.json() : undefined
  } catch (cause) {
    if (isAbort(cause)) throw cause
    throw new TransportError('network', 0, cause)
  }
  if (!response.ok) throw new TransportError('status', response.status)
  if (isDocument(answer)) return answer
  throw new ApiError((answer as ConstructorParameters<typeof ApiError>[0] | null) ?? { code: 500 })
}

const isDocument = (answer: unknown): answer is OpenApi =>
  typeof answer === 'object' && answer !== null && 'openapi' in answer && 'paths' in answer
