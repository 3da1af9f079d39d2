import { localiseNumber } from '@timbermark/client'
import { useState } from 'react'
import { useApp } from '../../app/context.ts'
import { type FormField, numberFromText } from '../../report/form-model.ts'
import { type FieldValue, isUnread } from '../../report/report.ts'
import type { InputBinding } from '../../ui/field.tsx'

/**
 * A number as people type it. It is stored in canonical form as soon as it can be read, so that a later change of language
 * does not change it; a text that is no number is stored as such.
 */
export function NumberInput(props: {
  input: InputBinding
  field: FormField
  value: FieldValue | undefined
  onChange: (value: FieldValue | undefined) => void
  isFixed?: boolean
  /** Enter goes on to the next input. */
  goesOn?: boolean
}) {
  const { input, field, value, onChange, isFixed, goesOn } = props
  const { t } = useApp()
  const [typing, setTyping] = useState<string>()
  const stored = isUnread(value) ? value.unread : typeof value === 'string' ? localiseNumber(value, t.language) : ''
  return (
    <input
      {...input}
      type="text"
      inputMode={field.type === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      enterKeyHint={goesOn ? 'next' : undefined}
      readOnly={isFixed}
      value={typing ?? stored}
      onChange={event => {
        const text = event.target.value
        setTyping(text)
        onChange(text.trim() === '' ? undefined : numberFromText(field, text, t.language))
      }}
      onBlur={() => setTyping(undefined)}
    />
  )
}
