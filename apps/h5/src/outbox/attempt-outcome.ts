import { ApiError, TransportError } from '@timbermark/client'
import type { Failure, Refusal, RefusedCode } from '../report/report.ts'

/** The result of an attempt that failed: it is repeated later, or the person must correct the report. */
export type AttemptOutcome = { kind: 'failed'; failure: Failure } | { kind: 'refused'; refusal: Refusal }

/** A picture or file that the report refers to is no longer on the phone. */
export class AttachmentMissing extends Error {
  override readonly name = 'AttachmentMissing'
}

/** Refusals that do not concern the report itself: the same body may be accepted a little later. */
const temporary: ReadonlySet<string> = new Set(['tooFast', 'tooMany', 'unknown', 'fileDamaged'])

/** Decides whether a failed attempt is repeated unchanged, or returned to the person with the reasons. */
export function classifyError(error: unknown): AttemptOutcome {
  if (error instanceof ApiError) {
    if (error.code === 401) return { kind: 'failed', failure: 'signIn' }
    if (error.code === 429 || temporary.has(error.error ?? 'unknown')) return { kind: 'failed', failure: 'busy' }
    return { kind: 'refused', refusal: refusalOf(error) }
  }
  if (error instanceof TransportError) {
    if (error.kind !== 'status') return { kind: 'failed', failure: error.kind }
    // A proxy that rejects the request as too large or malformed will always reject it.
    if (error.status >= 400 && error.status < 500 && error.status !== 408 && error.status !== 429)
      return { kind: 'refused', refusal: { error: `http.${error.status}`, message: '', codes: [], issues: [] } }
    return { kind: 'failed', failure: 'server' }
  }
  throw error
}

function refusalOf(error: ApiError): Refusal {
  const refused = (error.data as { refused?: unknown } | null | undefined)?.refused
  return {
    error: error.error ?? 'unknown',
    message: error.message,
    codes: Array.isArray(refused) ? (refused as RefusedCode[]) : [],
    issues: [...error.issues],
    ...(Object.keys(error.more).length > 0 ? { more: error.more } : {}),
  }
}
