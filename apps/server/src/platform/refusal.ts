import type { ErrorKey, Issue, Language } from '@timbermark/contract'
import { issueSentence, type Params, pathLabel } from '@timbermark/phrases'
import { phrase, words } from '@timbermark/phrases/all'
import type { core } from 'zod'

/** A rule refused the request. It becomes a coded answer in the caller's language; nothing was written. */
export class Refusal extends Error {
  readonly key: ErrorKey
  readonly params: Params
  readonly issues: Issue[]
  /** Field errors that were counted, but not listed. */
  readonly moreIssues: number
  /** Details that the caller may use (per-code results of a report, seconds to wait). */
  readonly data: object | undefined

  constructor(key: ErrorKey, params: Params = {}, more: { issues?: Issue[]; moreIssues?: number; data?: object } = {}) {
    super(key)
    this.key = key
    this.params = params
    this.issues = more.issues ?? []
    this.moreIssues = more.moreIssues ?? 0
    this.data = more.data
  }
}

/** A body or query whose fields are wrong: `issues` names each of them. */
export function invalid(issues: Issue[], moreIssues = 0): Refusal {
  return new Refusal('invalid', {}, { issues, moreIssues })
}

/** @throws Refusal invalid when there is any issue */
export function assertValid(issues: Issue[]): void {
  if (issues.length > 0) throw invalid(issues)
}

export function refusalText(language: Language, key: ErrorKey, params: Params = {}): string {
  return phrase(language, `error.${key}`, params)
}

/** What is wrong with a field, as a sentence that names the field as its form does. */
export function issueText(language: Language, issue: Issue, labelPrefix?: string): string {
  const texts = words(language)
  return issueSentence(texts, issue, pathLabel(texts, issue.field, labelPrefix))
}

/**
 * The refusal that zod's issues mean, so that every refusal has the same form. A hostile body has an issue for each of its
 * 100,000 names: those beyond the limit are only counted.
 */
export function refusalOfIssues({ issues }: { issues: readonly core.$ZodIssue[] }, limit = 100): Refusal {
  const listed: Issue[] = []
  let count = 0
  for (const issue of issues) {
    count += issue.code === 'unrecognized_keys' ? issue.keys.length : 1
    if (listed.length < limit) listed.push(...issuesOf(issue, limit - listed.length))
  }
  return invalid(listed, count - listed.length)
}

/** Our form of one of zod's issues: one for each unknown name, and at most `limit` of them. */
function issuesOf(issue: core.$ZodIssue, limit: number): Issue[] {
  const field = issue.path.join('.')
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.slice(0, limit).map(key => ({
        field: field ? `${field}.${key}` : key,
        error: 'unknownField',
        params: { name: key },
      }))
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return [{ field, error: 'required' }]
      if (issue.expected === 'number' || issue.expected === 'nan') return [{ field, error: 'notNumber' }]
      if (issue.expected === 'int') return [{ field, error: 'notInteger' }]
      if (issue.expected === 'string') return [{ field, error: 'notText' }]
      if (issue.expected === 'array') return [{ field, error: 'notList' }]
      return [{ field, error: 'invalid' }]
    case 'invalid_union':
      return [{ field, error: issue.input === undefined || issue.input === null ? 'required' : 'invalid' }]
    case 'too_big':
      if (issue.origin === 'string') return [{ field, error: 'tooLong', params: { max: Number(issue.maximum) } }]
      if (issue.origin === 'array') return [{ field, error: 'tooManyItems', params: { max: Number(issue.maximum) } }]
      return [{ field, error: 'tooLarge', params: { max: Number(issue.maximum) } }]
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return [{ field, error: 'required' }]
      if (issue.origin === 'string') return [{ field, error: 'tooShort', params: { min: Number(issue.minimum) } }]
      if (issue.origin === 'array') return [{ field, error: 'required' }]
      return [{ field, error: 'tooSmall', params: { min: Number(issue.minimum) } }]
    case 'invalid_value':
      return [{ field, error: issue.input === undefined || issue.input === '' ? 'required' : 'notOneOf' }]
    case 'invalid_format':
      return [
        {
          field,
          error:
            issue.format === 'datetime' || issue.format === 'date'
              ? 'notDate'
              : issue.format === 'email'
                ? 'notEmail'
                : 'pattern',
        },
      ]
    default:
      return [{ field, error: 'invalid' }]
  }
}
