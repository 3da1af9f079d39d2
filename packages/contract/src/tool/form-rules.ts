import type { Kind } from '../kinds/kind.ts'
import { languages } from '../limits.ts'
import type { Issue } from '../errors.ts'
import type { FormContent, FormField } from './form.ts'
import type { TextInEachLanguage } from './gen.ts'
import { isFormPattern } from './pattern.ts'

const longestLabel = 100
const longestText = 10_000
const usualText = 200

const keyPattern = /^[A-Za-z][A-Za-z0-9_]{0,39}$/
const optionPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/

/** Kind of a form field's value. */
export function formKindOf(field: FormField): Kind {
  switch (field.kind) {
    case 'text':
      return {
        kind: 'text',
        max: field.max ?? usualText,
        ...(field.min !== undefined && { min: field.min }),
        ...(field.lines !== undefined && { lines: field.lines }),
        ...(field.pattern !== undefined && { pattern: `^(?:${field.pattern})$` }),
      }
    case 'code':
      return { kind: 'text', max: 500 }
    case 'integer':
    case 'decimal':
      return {
        kind: field.kind,
        ...(field.min !== undefined && { min: field.min }),
        ...(field.max !== undefined && { max: field.max }),
        ...(field.scale !== undefined && { digits: field.scale }),
      }
    case 'choice':
      return { kind: 'choice', options: (field.options ?? []).map(one => one.value) }
    case 'dict':
      return { kind: 'dict', dict: field.dict ?? '' }
    case 'images':
    case 'files':
    case 'video':
      return { kind: field.kind, maxItems: field.maxItems ?? 5 }
    default:
      return { kind: field.kind }
  }
}

/** Rules that apply to each kind of field; others are not stored. */
export function formRulesOf(kind: FormField['kind']): readonly (keyof FormField)[] {
  switch (kind) {
    case 'text':
      return ['min', 'max', 'lines', 'pattern']
    case 'integer':
      return ['min', 'max']
    case 'decimal':
      return ['min', 'max', 'scale']
    case 'choice':
      return ['options']
    case 'dict':
      return ['dict']
    case 'images':
    case 'files':
    case 'video':
      return ['maxItems']
    default:
      return []
  }
}

function labelIssues(at: string, labels: TextInEachLanguage): Issue[] {
  return languages.flatMap((language): Issue[] => {
    const text = labels[language].trim()
    if (text === '') return [{ field: `${at}.${language}`, error: 'required' }]
    return [...text].length > longestLabel
      ? [{ field: `${at}.${language}`, error: 'tooLong', params: { max: longestLabel } }]
      : []
  })
}

function fieldIssues(field: FormField, at: string, isDictionary: (type: string) => boolean): Issue[] {
  const issues = labelIssues(`${at}.labels`, field.labels)
  const wrong = (property: string, error: Issue['error'], params?: Issue['params']) =>
    issues.push({ field: `${at}.${property}`, error, ...(params && { params }) })
  if (!keyPattern.test(field.key) || field.key in Object.prototype) wrong('key', 'pattern')
  for (const rule of ['min', 'max', 'lines', 'pattern', 'scale', 'maxItems', 'dict', 'options'] as const)
    if (field[rule] !== undefined && !formRulesOf(field.kind).includes(rule)) wrong(rule, 'notOneOf')
  if (field.min !== undefined && field.max !== undefined && field.min > field.max)
    wrong('min', 'tooLarge', { max: field.max })
  if (field.kind === 'text') {
    if (field.min !== undefined && field.min < 0) wrong('min', 'tooSmall', { min: 0 })
    if (field.max !== undefined && field.max < 1) wrong('max', 'tooSmall', { min: 1 })
    if (field.max !== undefined && field.max > longestText) wrong('max', 'tooLarge', { max: longestText })
    if (field.pattern !== undefined && !isFormPattern(field.pattern)) wrong('pattern', 'pattern')
  }
  if (field.kind === 'dict' && !isDictionary(field.dict ?? '')) wrong('dict', 'notOneOf')
  if (field.kind === 'choice') {
    const options = field.options ?? []
    if (options.length === 0) wrong('options', 'required')
    for (const [index, option] of options.entries()) {
      const place = `options.${index}`
      if (!optionPattern.test(option.value) || option.value in Object.prototype) wrong(`${place}.value`, 'pattern')
      else if (options.findIndex(one => one.value === option.value) < index) wrong(`${place}.value`, 'taken')
      issues.push(...labelIssues(`${at}.${place}.labels`, option.labels))
    }
  }
  return issues
}

/** All issues of a form; `isDictionary` says whether a dictionary exists. */
export function formIssues({ groups }: FormContent, isDictionary: (type: string) => boolean): Issue[] {
  const seen = new Set<string>()
  return groups.flatMap((group, index) => {
    const at = `content.groups.${index}`
    // A group without a title has no heading.
    const named = languages.some(language => group.titles[language].trim() !== '')
    return [
      ...(named ? labelIssues(`${at}.titles`, group.titles) : []),
      ...group.fields.flatMap((field, place): Issue[] => {
        const path = `${at}.fields.${place}`
        const issues = fieldIssues(field, path, isDictionary)
        if (seen.has(field.key)) issues.push({ field: `${path}.key`, error: 'taken' })
        seen.add(field.key)
        return issues
      }),
    ]
  })
}
