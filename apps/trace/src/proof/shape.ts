/** A type guard. Unknown members of objects are ignored, so that later answers may have more. */
export type Shape<T> = (value: unknown) => value is T
export type TypeOf<S> = S extends Shape<infer T> ? T : never

type MemberShapes = { readonly [name: string]: Shape<unknown> }
type ObjectOf<M extends MemberShapes> = { [K in keyof M]: TypeOf<M[K]> }

export const text: Shape<string> = (value): value is string => typeof value === 'string'
export const flag: Shape<boolean> = (value): value is boolean => typeof value === 'boolean'

export const count: Shape<number> = (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const momentPattern = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?Z$/

/** ISO 8601 in UTC. Browsers disagree about days that do not exist, such as 30 February, so they are refused here. */
export const moment: Shape<string> = (value): value is string => {
  const day = text(value) ? momentPattern.exec(value)?.[1] : undefined
  if (day === undefined) return false
  const at = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)
}

/** SHA-256, hexadecimal. */
export const hexDigest: Shape<string> = matching(/^[0-9a-f]{64}$/)

export function matching(pattern: RegExp): Shape<string> {
  return (value): value is string => text(value) && pattern.test(value)
}

export function oneOf<const T extends string>(words: readonly T[]): Shape<T> {
  return (value): value is T => (words as readonly unknown[]).includes(value)
}

export function nullOr<T>(shape: Shape<T>): Shape<T | null> {
  return (value): value is T | null => value === null || shape(value)
}

export function either<A, B>(first: Shape<A>, second: Shape<B>): Shape<A | B> {
  return (value): value is A | B => first(value) || second(value)
}

/** Present, or left out. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> {
  return (value): value is T | undefined => value === undefined || shape(value)
}

export function listOf<T>(shape: Shape<T>): Shape<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(shape)
}

export function members<M extends MemberShapes>(shapes: M): Shape<ObjectOf<M>> {
  const entries = Object.entries(shapes)
  return (value): value is ObjectOf<M> =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    // Own members only: inherited ones are not part of the answer.
    entries.every(([name, shape]) => shape(Object.hasOwn(value, name) ? value[name as never] : undefined))
}
