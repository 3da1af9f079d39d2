import { errors, type Issue, type Language } from '@timbermark/contract'
import { issueText, type Refusal, refusalText } from './refusal.ts'

/** A refusal names this many field errors. Nobody corrects more at once, and each costs a sentence. */
export const maxIssues = 20
/** Entries of any other list of a refusal: refused codes, wrong rows of an import. */
const maxEntries = 100
/** Largest body of a refusal, in UTF-8 bytes. */
export const largestRefusal = 64 * 1024
/** A caller's own text, as an answer repeats it. */
const maxText = 200

/** What a refusal says first: its first wrong field, or its own text. */
export function refusalMessage(language: Language, refusal: Refusal, labelPrefix?: string): string {
  const [first] = refusal.issues
  return cut(
    refusal.key === 'invalid' && first
      ? issueText(language, shorten(first), labelPrefix)
      : refusalText(language, refusal.key, refusal.params),
    2000,
  )
}

/** Body of a refused call: at most 64 kB, whatever the request was. */
export function refusalBody(language: Language, refusal: Refusal, requestId: string, labelPrefix?: string) {
  const [first] = refusal.issues
  const msg = refusalMessage(language, refusal, labelPrefix)
  const isOneRule =
    refusal.key === 'invalid' && refusal.issues.length + refusal.moreIssues === 1 && first?.error.includes('.') === true
  const body = {
    code: errors[refusal.key],
    msg,
    message: msg,
    error: isOneRule && first ? first.error : refusal.key,
    request: requestId,
  }
  for (let [issues, entries] = [maxIssues, maxEntries]; ; issues = issues >> 1, entries = entries >> 1) {
    const data = dataOf(language, refusal, { issues, entries, labelPrefix })
    const answer = data === undefined ? body : { ...body, data }
    if (data === undefined || Buffer.byteLength(JSON.stringify(answer)) <= largestRefusal) return answer
    if (issues === 0) return body
  }
}

/** `data` of the answer, with at most so many entries per list; `more` says how many each list leaves out. */
function dataOf(
  language: Language,
  refusal: Refusal,
  limits: { issues: number; entries: number; labelPrefix: string | undefined },
): object | undefined {
  const { issues } = refusal
  if (issues.length === 0 && refusal.data === undefined) return undefined
  const data: Record<string, unknown> = { ...refusal.data }
  const more: Record<string, number> = {}
  for (const [name, list] of Object.entries(data)) {
    if (!Array.isArray(list) || list.length <= limits.entries) continue
    data[name] = list.slice(0, limits.entries)
    more[name] = list.length - limits.entries
  }
  if (issues.length > 0) {
    const listed = issues.slice(0, limits.issues).map(shorten)
    data.issues = listed.map(issue => ({ ...issue, message: issueText(language, issue, limits.labelPrefix) }))
    const omitted = issues.length - listed.length + refusal.moreIssues
    if (omitted > 0) more.issues = omitted
  }
  return Object.keys(more).length > 0 ? { ...data, more } : data
}

/** Names and values that the caller chose may have any length. */
function shorten(issue: Issue): Issue {
  const params = issue.params && Object.entries(issue.params)
  return {
    ...issue,
    field: cut(issue.field, maxText),
    ...(params
      ? {
          params: Object.fromEntries(
            params.map(([name, value]) => [name, typeof value === 'string' ? cut(value, 5 * maxText) : value]),
          ),
        }
      : {}),
  }
}

/** Cuts a text, but no character in two. */
const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`
