import { ApiError, createIdempotencyKey, issueText, type IdempotencyKey, type Translate } from '@timbermark/client'
import { pathLabel } from '@timbermark/phrases'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { reportError } from '../shell/notices/feedback.ts'

export type Values<N extends string> = Record<N, string>
/** Returns the problem of a value; undefined when there is none. */
export type Rule<N extends string> = (value: string, values: Values<N>) => string | undefined

/** Combines rules: the first problem counts. */
export const firstProblem =
  <N extends string>(...rules: Rule<N>[]): Rule<N> =>
  (value, values) => {
    for (const rule of rules) {
      const problem = rule(value, values)
      if (problem) return problem
    }
    return undefined
  }

export const required =
  (text: string) =>
  (value: string): string | undefined =>
    value.trim() === '' ? text : undefined

/** Length in characters as people count them. */
export const length =
  (min: number, max: number, text: string) =>
  (value: string): string | undefined =>
    [...value].length < min || [...value].length > max ? text : undefined

interface FormOptions<N extends string> {
  t: Translate
  /** Something that is sent with the form is still loading; a form submitted before is sent when it has loaded. */
  waits?: boolean
  rules: Record<N, Rule<N>>
  /** `headersFor` makes a request happen once, when it is sent again after a lost answer. */
  submit(values: Values<N>, form: HTMLFormElement, headersFor: IdempotencyKey['headers']): Promise<void>
  /** Called after the server refused. */
  refused?(): void
}

/**
 * A small form of native fields. They keep their own values (a password manager fills them as it likes), are checked on
 * submit, and a wrong field is checked again while it is corrected. Fields are found by name.
 */
export function useForm<N extends string>({ t, waits = false, rules, submit, refused }: FormOptions<N>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Partial<Values<N>>>({})
  const [busy, setBusy] = useState(false)
  const [early, setEarly] = useState(false)
  const [key] = useState(() => createIdempotencyKey())
  const names = Object.keys(rules) as N[]

  const field = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement | null
  const read = () => Object.fromEntries(names.map(name => [name, field(name)?.value ?? ''])) as Values<N>
  const check = (values: Values<N>, which: readonly N[]) => {
    const problems: Partial<Values<N>> = {}
    for (const name of which) {
      // A field that is not shown (the code, where none is needed) is not checked.
      const error = field(name) ? rules[name](values[name], values) : undefined
      if (error) problems[name] = error
    }
    return problems
  }
  const show = (problems: Partial<Values<N>>) => {
    setErrors(problems)
    const wrong = names.find(name => problems[name])
    if (wrong) field(wrong)?.focus()
  }

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !form.current) return
    if (waits) return setEarly(true)
    const values = read()
    const problems = check(values, names)
    show(problems)
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    try {
      await submit(values, form.current, key.headers)
    } catch (error) {
      const issueTexts: Partial<Values<N>> = {}
      for (const issue of error instanceof ApiError ? error.issues : []) {
        if (names.includes(issue.field as N))
          issueTexts[issue.field as N] = issueText(t, issue, pathLabel(t, issue.field, 'system.profile'))
      }
      if (Object.keys(issueTexts).length > 0) show(issueTexts)
      else reportError(error)
      refused?.()
      // The submit button is disabled while the form is sent, and so loses the focus.
      const next = names.find(name => field(name)?.value === '') ?? 'password'
      if (document.activeElement === document.body) field(next)?.focus()
    } finally {
      setBusy(false)
    }
  }

  useEffect(() => {
    if (!early || waits) return
    setEarly(false)
    form.current?.requestSubmit()
  }, [early, waits])

  const onInput = () => {
    const wrong = names.filter(name => errors[name])
    if (wrong.length > 0) setErrors(check(read(), wrong))
  }

  const fill = useCallback((values: Partial<Values<N>>) => {
    for (const [name, value] of Object.entries(values) as [N, string][]) {
      const input = form.current?.elements.namedItem(name) as HTMLInputElement | null
      if (input) input.value = value
    }
  }, [])

  return { errors, busy: busy || early, fill, form: { ref: form, onSubmit, onInput, noValidate: true } }
}
