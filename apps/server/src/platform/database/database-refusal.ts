import { type AnyEntity, entities, type ErrorKey, type Issue, textsKeyOf } from '@timbermark/contract'
import { Refusal } from '../refusal.ts'
import { errorMessage } from '../error-facts.ts'

interface PgError {
  code?: string
  constraint?: string
  table?: string
}

const byConstraint = new Map<string, { fields: readonly string[]; error: ErrorKey }>(
  (entities as readonly AnyEntity[]).flatMap(entity =>
    (entity.unique ?? []).map(unique => [unique.constraint, unique] as const),
  ),
)

/** The declared field and error of a unique constraint, or of its index for one language: `category_name_key_en`. */
function brokenBy(constraint: string): { field: string; error: ErrorKey } | undefined {
  const [, ofAll, language] = /^(.+)_(zh|en|fr)$/.exec(constraint) ?? []
  const unique = byConstraint.get(constraint) ?? byConstraint.get(ofAll ?? '')
  if (!unique) return undefined
  const field = unique.fields[0] ?? ''
  return { field: byConstraint.has(constraint) ? field : `${textsKeyOf(field)}.${language}`, error: unique.error }
}

/** The refusal that a constraint violation means; undefined when the error is something else and must stay hidden. */
export function databaseRefusal(error: unknown): Refusal | undefined {
  const { code, constraint = '' } = error as PgError
  switch (code) {
    case '23505': {
      const unique = brokenBy(constraint)
      if (!unique) return new Refusal('exists')
      const issues: Issue[] = [unique]
      return unique.error === 'taken'
        ? new Refusal('invalid', {}, { issues })
        : new Refusal(unique.error, {}, { issues })
    }
    // PostgreSQL 18 gives `on delete restrict` a code of its own.
    case '23001':
      return new Refusal('inUse')
    case '23503':
      // The message of a missing parent contains "insert or update", that of a row in use "update or delete".
      return new Refusal(errorMessage(error).includes('insert or update') ? 'referenceGone' : 'inUse')
    case '23514':
    case '22001':
    case '22003':
    case '22P02':
    // Invalid date, time, offset or interval.
    case '22007':
    case '22008':
    case '22009':
    case '22015':
    // Invalid search pattern.
    case '22025':
    case '2201B':
    // A NUL or a lone surrogate, which the database cannot store in a text.
    case '22P05':
    case '22021':
    case '23502':
      return new Refusal('invalid')
    // Row security refused the write: for the caller the row does not exist.
    case '42501':
      return new Refusal('notFound')
    case '40001':
    case '40P01':
    // Another transaction has held the lock for longer than a caller waits.
    case '55P03':
      return new Refusal('tooFast')
    default:
      return undefined
  }
}
