import { canonicalize } from '../canonical.ts'

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Places where `actual` differs from `expected`, as dotted member names. Objects are compared member by member and may have
 * more members than expected; any other value must be the same JSON value. Throws FormatError when `expected` is no JSON.
 */
export function differences(expected: unknown, actual: unknown, place = ''): string[] {
  if (isObject(expected) && isObject(actual)) {
    return Object.keys(expected).flatMap(key => {
      const member = place ? `${place}.${key}` : key
      return Object.keys(actual).includes(key) ? differences(expected[key], actual[key], member) : [member]
    })
  }
  return canonicalize(expected) === canonicalize(actual) ? [] : [place]
}
