import { queryKeys } from '@timbermark/client'
import { keyOf, type Listed } from '@timbermark/contract'
import type { Suggestion } from '@timbermark/contract/calls'
import { useQuery } from '@tanstack/react-query'
import { Form, type FormInstance } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FormValues } from './form-values.ts'

/** Values with which the server suggests to begin a new record. */
export interface SuggestionPlan {
  /** Fields on which the suggestions depend: when one changes, they are asked for again. */
  by: readonly string[]
  load: (values: FormValues, signal: AbortSignal) => Promise<readonly Suggestion[]>
}

interface SuggestionOptions {
  form: FormInstance<FormValues>
  entity: Listed
  /** Undefined where nothing is suggested, as for a record that exists. */
  plan: SuggestionPlan | undefined
  /** With what the form began: with these values, and a draft over them. */
  initial: FormValues
  values: FormValues
}

/**
 * Fills in suggested values, and says which fields still hold them. What a person has typed, or has typed before in a draft,
 * stays. Suggestions do not count as changes: the form may be left without a question.
 */
export function useSuggestions({ form, entity, plan, initial, values }: SuggestionOptions) {
  const [suggested, setSuggested] = useState<Readonly<Record<string, Suggestion>>>({})
  const typed = useRef(new Set<string>())
  const began = useRef(false)
  if (!began.current) {
    began.current = true
    for (const [field, value] of Object.entries(values)) if (!same(value, initial[field])) typed.current.add(field)
  }
  const by = plan?.by ?? []
  const watched = Form.useWatch((all: FormValues) => by.map(field => all[field]), form) as unknown[] | undefined
  const { data } = useQuery({
    queryKey: [...queryKeys.entity(keyOf(entity)), 'suggestions', ...(watched ?? [])],
    queryFn: ({ signal }) => plan!.load(form.getFieldsValue(true), signal),
    enabled: plan !== undefined && watched !== undefined,
    // Another request may have been added since.
    staleTime: 0,
    gcTime: 0,
    // The form can be filled in without them, and refuses a wrong batch itself.
    meta: { silent: true },
  })
  const take = useCallback(
    (offered: readonly Suggestion[]) => {
      const taken = offered.filter(({ field }) => entity.fields[field] && !typed.current.has(field))
      form.setFieldsValue(Object.fromEntries(taken.map(({ field, value }) => [field, value])))
      setSuggested(Object.fromEntries(taken.map(one => [one.field, one])))
    },
    [form, entity],
  )
  useEffect(() => {
    if (data) take(data)
  }, [data, take])

  return {
    suggested,
    /** Takes note of fields that were changed by the person, or because of what the person changed. */
    noteTyped(fields: readonly string[]) {
      if (!plan) return
      for (const field of fields) typed.current.add(field)
      setSuggested(now => Object.fromEntries(Object.entries(now).filter(([field]) => !fields.includes(field))))
    },
    /** After the form was reset to its initial values. */
    restart() {
      typed.current.clear()
      if (data) take(data)
    },
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
