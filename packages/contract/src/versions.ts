import type { Listed } from './entity.ts'

/** Fields in an edit that need the expected version (flags set to true), each with its version field. */
export function fieldsNeedingVersion(
  { fields }: Pick<Listed, 'fields'>,
  body: Readonly<Record<string, unknown>>,
): { field: string; seen: string }[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'flag' && field.seen !== undefined && body[name] === true ? [{ field: name, seen: field.seen }] : [],
  )
}

/** Whether edits of such records take an expected version. */
export const requiresVersion = ({ fields }: Pick<Listed, 'fields'>): boolean =>
  Object.values(fields).some(field => field.kind === 'flag' && field.seen !== undefined && !field.readonly)

/** Fields with version numbers: every write increments them. */
export function versionFields({ fields, states }: Pick<Listed, 'fields' | 'states'>): string[] {
  const named = [
    ...Object.values(fields).map(field => (field.kind === 'flag' ? field.seen : undefined)),
    ...(states?.transitions ?? []).map(({ seen }) => seen),
  ]
  return [...new Set(named.filter(name => name !== undefined))]
}
