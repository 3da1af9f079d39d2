import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorKey } from '@timbermark/contract'
import type { RouteSpec } from '../../platform/http/http.ts'
import { plainPath } from './summaries.ts'

/** Refusals of each call's own rules, collected from the sources: written by test/refusals.test.ts with `-u`. */
const refusalsByCall = new Map(
  readFileSync(join(import.meta.dirname, 'refusals.txt'), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const [method, path, ...keys] = line.split(' ')
      return [`${method} ${path}`, keys as ErrorKey[]] as const
    }),
)

/** Refusals by the framework around every call: caller, input, rate. */
function framed({ method, path, access, body, query, upload, whileInitial, whileFactorless }: RouteSpec): ErrorKey[] {
  const open = access === 'public'
  const writes = method !== 'GET' && !open
  return [
    ...(open ? [] : (['unauthenticated'] as const)),
    ...(open || access === 'signedIn' ? [] : (['forbidden'] as const)),
    ...(open || whileInitial ? [] : (['auth.initialPassword'] as const)),
    ...(open || whileInitial || whileFactorless ? [] : (['auth.secondFactorDemanded'] as const)),
    ...(body || query ? (['invalid'] as const) : []),
    ...(query ? (['queryTooLong'] as const) : []),
    ...(body ? (['bodyNotJson', 'bodyTooDeep', 'bodyNameTwice', 'bodyTooLarge', 'bodyTooSlow'] as const) : []),
    ...(upload
      ? (['fileMissing', 'fileType', 'fileTooLarge', 'fileTooMany', 'bodyTooLarge', 'bodyTooSlow'] as const)
      : []),
    // A number in the address may be larger than any row id.
    ...(/:(id|ids)\b/.test(path) ? (['notFound', 'invalid'] as const) : []),
    ...(writes ? (['tooFast', 'idempotencyReuse'] as const) : []),
    'unavailable',
  ]
}

/** All refusals of a call as a whole; faults of single fields are issues of `invalid`. */
export function refusalsOf(spec: RouteSpec): ErrorKey[] {
  return [...new Set([...framed(spec), ...(refusalsByCall.get(`${spec.method} ${plainPath(spec.path)}`) ?? [])])]
}
