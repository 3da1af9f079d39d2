import type { AnyEntity } from './entity.ts'
import type { Issue } from './errors.ts'
import type { Field } from './field.ts'
import type { TextKind } from './kinds/kind.ts'
import { checkValue, isAbsent } from './kinds/kinds.ts'
import { checkTexts, textsKeyOf, textsOf } from './kinds/texts.ts'
import { fieldsNeedingVersion, requiresVersion } from './versions.ts'

/**
 * Checks one value against its field, the same in the form and on the server.
 * @returns the first thing wrong with it, or undefined.
 */
export function checkField(name: string, field: Field, value: unknown): Issue | undefined {
  const fault = checkValue(field, field.required, value)
  return fault && { field: name, ...fault }
}

/** Checks a complete add or edit body: unknown and read-only fields are refused, not dropped. */
export function checkBody(entity: AnyEntity, body: Record<string, unknown>, mode: 'add' | 'edit'): Issue[] {
  const issues: Issue[] = []
  const inLanguages = textsByKey(entity, body)
  for (const name of Object.keys(body)) {
    // Names from `Object.prototype` are no fields.
    const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined
    if (name === 'id' && mode === 'edit') continue
    if (inLanguages.has(name)) continue
    if (name === 'seen' && mode === 'edit' && requiresVersion(entity)) continue
    if (!field || field.readonly) issues.push({ field: name, error: 'unknownField', params: { name } })
  }
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.readonly) continue
    const texts = inLanguages.get(textsKeyOf(name))
    if (texts && field.kind === 'text') {
      issues.push(...textsIssues(name, field, texts))
      // An edit is checked against the stored texts: only there is it known whether any language remains.
      if (mode === 'add' && field.required && isAbsent(body[name]) && Object.keys(textsOf(texts)).length === 0)
        issues.push(missingInEveryLanguage(name))
      if (isAbsent(body[name])) continue
    }
    if (mode === 'edit' && !(name in body)) continue
    // The edit empties it in the caller's language; another language may remain.
    if (mode === 'edit' && field.kind === 'text' && field.inLanguages && isAbsent(body[name])) continue
    if (mode === 'add' && !(name in body) && 'default' in field && field.default !== undefined) continue
    const issue = checkField(name, field, body[name])
    if (issue) issues.push(issue)
  }
  if (mode === 'edit') issues.push(...versionIssues(entity, body))
  return issues
}

/** Checks the expected version: an integer, required when a changed field needs it. */
function versionIssues(entity: AnyEntity, body: Record<string, unknown>): Issue[] {
  if (!requiresVersion(entity)) return []
  if (isAbsent(body.seen))
    return fieldsNeedingVersion(entity, body).length > 0 ? [{ field: 'seen', error: 'required' }] : []
  return Number.isSafeInteger(body.seen) ? [] : [{ field: 'seen', error: 'notInteger' }]
}

/** The body's texts by language, by their key in the body. */
function textsByKey(entity: AnyEntity, body: Record<string, unknown>): Map<string, unknown> {
  return new Map(
    Object.entries(entity.fields).flatMap(([name, field]) => {
      const key = textsKeyOf(name)
      const has = field.kind === 'text' && field.inLanguages && !field.readonly && Object.hasOwn(body, key)
      return has ? [[key, body[key] ?? {}] as const] : []
    }),
  )
}

/** Issues of a text by language; each issue names its language. */
export function textsIssues(name: string, kind: TextKind, value: unknown): Issue[] {
  return checkTexts(kind, value).map(({ language, fault }) => ({
    field: language === '' ? textsKeyOf(name) : `${textsKeyOf(name)}.${language}`,
    ...fault,
  }))
}

/** Issue: the text is empty in every language. @param byLanguage the form asks for it by language */
export const missingInEveryLanguage = (name: string, byLanguage = true): Issue => ({
  field: name,
  error: 'required',
  ...(byLanguage ? { params: { said: 'anyLanguage' } } : {}),
})
