import type { Issue } from '@timbermark/contract'
import { issueSentence } from '@timbermark/phrases'
import type { Translate } from './translate.ts'

/** The server refused a call: HTTP 200 with a `code` other than 200. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number
  /** Stable key of the refusal (phrase `error.<key>`), if the server sent one. */
  readonly error: string | undefined
  /** Field errors, for the form that sent the call. */
  readonly issues: readonly Issue[]
  /** How many entries the server left out of a list in `data`, by its name: a refusal names 20 field errors. */
  readonly more: Readonly<Record<string, number>>
  readonly data: unknown
  /** Request id, to find the call in the server's log. */
  readonly request: string | undefined
  /** Whether the refused call would have changed something. */
  readonly isWrite: boolean

  constructor(
    answer: {
      code: number
      msg?: string
      message?: string
      error?: string
      data?: unknown
      request?: string
    },
    { isWrite = false } = {},
  ) {
    super(answer.message || answer.msg || '')
    this.code = answer.code
    this.isWrite = isWrite
    this.error = answer.error
    this.data = answer.data
    this.request = answer.request
    this.issues = issuesOf(answer.data)
    this.more = (answer.data as { more?: Record<string, number> } | null | undefined)?.more ?? {}
  }
}

export type TransportKind = 'network' | 'timeout' | 'status'

/** A call that got no answer of the product: no connection, timeout, or an HTTP status other than 2xx. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly kind: TransportKind
  /** HTTP status; 0 unless `kind` is `status`. */
  readonly status: number
  /** The product's own message about the failure, in the user's language; undefined when a proxy answered. */
  readonly serverMessage: string | undefined

  constructor(kind: TransportKind, status = 0, cause?: unknown, serverMessage?: string) {
    super(kind === 'status' ? `HTTP ${status}` : kind, { cause })
    this.kind = kind
    this.status = status
    this.serverMessage = serverMessage
  }
}

function issuesOf(data: unknown): Issue[] {
  const issues = (data as { issues?: unknown } | null | undefined)?.issues
  return Array.isArray(issues) ? (issues as Issue[]) : []
}

/** True for a call that was aborted on purpose (the user left the screen); it needs no message. */
export function isAbort(error: unknown): boolean {
  return (error as { name?: unknown } | null)?.name === 'AbortError'
}

/** The server's sentence for a field error, if it sent one. */
export function messageOf(issue: Issue): string | undefined {
  const { message } = issue as Issue & { message?: unknown }
  return typeof message === 'string' && message !== '' ? message : undefined
}

/**
 * The text of one field error, as a sentence that names the field: the server's, which has the words of all areas and
 * dictionaries, else one composed from the phrases of the page.
 */
export function issueText(t: Translate, issue: Issue, label: string): string {
  return messageOf(issue) ?? issueSentence(t, issue, label)
}

/** That a refusal has more field errors than it names; undefined when it names all. */
export function moreIssuesText(t: Translate, more: ApiError['more']): string | undefined {
  return more.issues ? t('common.moreIssues', { n: more.issues }) : undefined
}

/** The text of a stored reason: the phrase if it is a refusal key, otherwise the reason itself. */
export function reasonText(t: Translate, reason: string): string {
  return refusalText(t, reason) ?? reason
}

/** How to show a failure. */
export interface ErrorText {
  /** `notice`: a titled notification; `message`: a line of text. */
  as: 'notice' | 'message'
  /** Only for a notice. */
  title?: string
  text: string
  /** How long it is shown; undefined: the component that shows it decides. */
  milliseconds?: number
}

/**
 * The text for a failure, by the specification (section 8): for code 500 it is `message`, else `msg`, else for a save
 * “Operation failed”; any other code has a title from the code table and `message` or `msg` as body; a transport error is
 * shown for 5 s.
 */
export function describeError(t: Translate, error: unknown): ErrorText {
  if (error instanceof TransportError) return { as: 'message', text: transportText(t, error), milliseconds: 5000 }
  if (!(error instanceof ApiError)) return { as: 'message', text: t('error.unknown') }
  const message = error.message || (refusalText(t, error.error) ?? '')
  if (error.code === 500)
    return { as: 'message', text: message || t(error.isWrite ? 'error.operationFailed' : 'error.unknown') }
  return { as: 'notice', title: codeTitle(t, error.code), text: message === codeTitle(t, error.code) ? '' : message }
}

/** The specification's table from code to message. The row 429 is the product's addition: sending too fast is no system error. */
export function codeTitle(t: Translate, code: number): string {
  if (code === 401) return t('error.unauthenticated')
  if (code === 403) return t('error.forbidden')
  if (code === 404) return t('error.notFound')
  if (code === 429) return t('error.tooFast')
  return t('error.unknown')
}

function transportText(t: Translate, error: TransportError): string {
  if (error.kind === 'network') return t('shell.transport.network')
  if (error.kind === 'timeout') return t('shell.transport.timeout')
  if (error.serverMessage) return error.serverMessage
  if (error.status === 503) return t('error.unavailable')
  return t('shell.transport.status', { status: error.status })
}

/** The phrase of a refusal key, if there is one. The phrases are the list of keys, so the browser need not load the contract's table. */
function refusalText(t: Translate, key: string | undefined): string | undefined {
  const phrase = `error.${key}`
  return key !== undefined && t.has(phrase) ? t(phrase) : undefined
}
