import { type ErrorKey, errors, type Issue, type Language } from '@timbermark/contract'
import { issueSentence, type Params, pathLabel } from '@timbermark/phrases'
import { phrase, words } from '@timbermark/phrases/all'
import type { core } from 'zod'

/** A rule refused the request. It becomes a coded answer in the caller's language; nothing was written. */
export class Refusal extends Error {
  readonly key: ErrorKey
  readonly params: Params
  readonly issues: Issue[]
  /** Details that the caller may use (per-code results of a report, seconds to wait). */
  readonly data: object | undefined

  constructor(key: ErrorKey, params: Params = {}, more: { issues?: Issue[]; data?: object } = {}) {
    super(key)
    this.key = key
    this.params = params
    this.issues = more.issues ?? []
    this.data = more.data
  }
}

/** A body or query whose fields are wrong: `issues` names each of them. */
export function invalid(issues: Issue[]): Refusal {
  return new Refusal('invalid', {}, { issues })
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

/** Body of a refused call. */
export function refusalBody(language: Language, refusal: Refusal, requestId: string, labelPrefix?: string) {
  const first = refusal.issues[0]
  const msg =
    refusal.key === 'invalid' && first
      ? issueText(language, first, labelPrefix)
      : refusalText(language, refusal.key, refusal.params)
  return {
    code: errors[refusal.key],
    msg,
    message: msg,
    error:
      refusal.key === 'invalid' && first && refusal.issues.length === 1 && first.error.includes('.')
        ? first.error
        : refusal.key,
    request: requestId,
    ...(refusal.issues.length > 0
      ? {
          data: {
            ...refusal.data,
            issues: refusal.issues.map(issue => ({
              ...issue,
              message: issueText(language, issue, labelPrefix),
            })),
          },
        }
      : refusal.data
        ? { data: refusal.data }
        : {}),
  }
}

/** Converts zod's issues to ours, so that every refusal has the same form. */
export function issuesOf(error: { issues: core.$ZodIssue[] }): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    const field = issue.path.join('.')
    switch (issue.code) {
      case 'unrecognized_keys':
        return issue.keys.map(key => ({
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
  })
}
