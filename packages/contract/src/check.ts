import type { AnyEntity } from './entity.ts'
import type { Issue } from './errors.ts'
import type { Field } from './field.ts'
import { checkValue } from './kinds/kinds.ts'

/**
 * Checks one value against its field, the same in the form and on the server.
 * @returns the first thing wrong with it, or undefined.
 */
export function checkField(name: string, field: Field, value: unknown): Issue | undefined {
  const fault = checkValue(field, field.required, value)
  return fault && { field: name, ...fault }
}

/** Checks a whole add or edit body: unknown and read-only fields are refused, not dropped. */
export function checkBody(entity: AnyEntity, body: Record<string, unknown>, mode: 'add' | 'edit'): Issue[] {
  const issues: Issue[] = []
  for (const name of Object.keys(body)) {
    // Names that every object has from its prototype are no fields.
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
    if (name === 'id' && mode === 'edit') continue
    if (!field || field.readonly) issues.push({ field: name, error: 'unknownField', params: { name } })
  }
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.readonly) continue
    if (mode === 'edit' && !(name in body)) continue
    if (mode === 'add' && !(name in body) && 'default' in field && field.default !== undefined) continue
    const issue = checkField(name, field, body[name])
    if (issue) issues.push(issue)
  }
  return issues
}
