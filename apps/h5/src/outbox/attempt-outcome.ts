import { ApiError, TransportError } from '@timbermark/client'
import type { Failure, Refusal, RefusedCode } from '../report/report.ts'

export type AttemptOutcome = { kind: 'failed'; failure: Failure } | { kind: 'refused'; refusal: Refusal }

/** Refusals that say nothing about the report: the same body may pass a little later. */
const passing: ReadonlySet<string> = new Set(['tooFast', 'tooMany', 'unknown', 'fileDamaged'])

/** Whether an attempt that threw is to be repeated as it is, or handed back to the person with the reasons. */
export function classifyError(error: unknown): AttemptOutcome {
  if (error instanceof ApiError) {
    if (error.code === 401) return { kind: 'failed', failure: 'signIn' }
    if (error.code === 429 || passing.has(error.error ?? 'unknown')) return { kind: 'failed', failure: 'busy' }
    return { kind: 'refused', refusal: refusalOf(error) }
  }
  if (error instanceof TransportError) {
    if (error.kind !== 'status') return { kind: 'failed', failure: error.kind }
    // A proxy that finds the request too large or malformed will find so every time.
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
  }
}
