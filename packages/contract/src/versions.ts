import type { Listed } from './entity.ts'

/** Fields of an edit that are about what was read, where it says yes to one: each with the field that counts the versions. */
export function fieldsNeedingVersion(
  { fields }: Pick<Listed, 'fields'>,
  body: Readonly<Record<string, unknown>>,
): { field: string; seen: string }[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'flag' && field.seen !== undefined && body[name] === true ? [{ field: name, seen: field.seen }] : [],
  )
}

/** Does an edit of such a record take the version that was read? */
export const requiresVersion = ({ fields }: Pick<Listed, 'fields'>): boolean =>
  Object.values(fields).some(field => field.kind === 'flag' && field.seen !== undefined && !field.readonly)

/** Fields that count a record's versions: whatever writes the record moves them on. */
export function versionFields({ fields, states }: Pick<Listed, 'fields' | 'states'>): string[] {
  const named = [
    ...Object.values(fields).map(field => (field.kind === 'flag' ? field.seen : undefined)),
    ...(states?.transitions ?? []).map(({ seen }) => seen),
  ]
  return [...new Set(named.filter(name => name !== undefined))]
}
