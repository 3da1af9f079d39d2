import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorKey } from '@timbermark/contract'
import type { RouteSpec } from '../../platform/http/http.ts'
import { plainPath } from './summaries.ts'

/** What a call may be refused for by its own rules, as the sources say: made by test/refusals.test.ts, `-u` writes it anew. */
const found = new Map(
  readFileSync(join(import.meta.dirname, 'refusals.txt'), 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => {
      const [method, path, ...keys] = line.split(' ')
      return [`${method} ${path}`, keys as ErrorKey[]] as const
    }),
)

/** What the frame around every call refuses: who calls, what is sent, how often. */
function framed({ method, path, access, body, query, upload, whileInitial, whileFactorless }: RouteSpec): ErrorKey[] {
  const open = access === 'public'
  const writes = method !== 'GET' && !open
  return [
    ...(open ? [] : (['unauthenticated'] as const)),
    ...(open || access === 'signedIn' ? [] : (['forbidden'] as const)),
    ...(open || whileInitial ? [] : (['auth.initialPassword'] as const)),
    ...(open || whileInitial || whileFactorless ? [] : (['auth.secondFactorDemanded'] as const)),
    ...(body || query ? (['invalid'] as const) : []),
    ...(body ? (['bodyNotJson', 'bodyTooLarge', 'bodyTooSlow'] as const) : []),
    ...(upload
      ? (['fileMissing', 'fileType', 'fileTooLarge', 'fileTooMany', 'bodyTooLarge', 'bodyTooSlow'] as const)
      : []),
    // Digits may be more than any number of a row has.
    ...(/:(id|ids)\b/.test(path) ? (['notFound', 'invalid'] as const) : []),
    ...(writes ? (['tooFast', 'idempotencyReuse'] as const) : []),
    'unavailable',
  ]
}

/** Everything that a call may be refused for as a whole; what is wrong with single fields are the issues of `invalid`. */
export function refusalsOf(spec: RouteSpec): ErrorKey[] {
  return [...new Set([...framed(spec), ...(found.get(`${spec.method} ${plainPath(spec.path)}`) ?? [])])]
}
