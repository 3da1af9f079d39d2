import type { FormInstance } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type Draft, dropDraft, readDraft, storeDraft } from '../../shell/drafts.ts'
import type { Row } from '../types.ts'
import type { FormValues } from './form-values.ts'

interface FormDraftOptions {
  form: FormInstance<FormValues>
  /** Name of the draft: user, entity and record. */
  name: string
  /** Version of the record that is edited; empty for a new one. */
  version: string
  /** The record is loaded, or a new one is added. */
  ready: boolean
  row: Row | undefined
  initial: (row: Row | undefined) => FormValues
}

/** The initial values of a form, with the draft that the tab has stored over them, and whether something has changed. */
export function useFormDraft({ form, name, version, ready, row, initial }: FormDraftOptions) {
  const [draft, setDraft] = useState<Draft>()
  const [dirty, setDirty] = useState(false)
  const first = useRef(initial)
  const values = useMemo(() => {
    if (!ready) return {}
    return { ...first.current(row), ...readDraft(name, version)?.values }
  }, [ready, row, name, version])
  useEffect(() => {
    const stored = ready ? readDraft(name, version) : undefined
    if (!stored) return
    setDraft(stored)
    setDirty(true)
  }, [ready, name, version])

  return {
    values,
    dirty,
    /** The form began with a stored draft. */
    isRestored: draft !== undefined,
    /** Stores what the form holds. */
    save() {
      setDirty(true)
      storeDraft(name, form.getFieldsValue(true), version)
    },
    drop: () => dropDraft(name),
    /** Resets the form to its initial values. */
    discard() {
      dropDraft(name)
      const empty = Object.fromEntries(Object.keys(form.getFieldsValue(true)).map(field => [field, undefined]))
      form.setFieldsValue({ ...empty, ...first.current(row) })
      setDraft(undefined)
      setDirty(false)
    },
  }
}
