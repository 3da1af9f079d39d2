import { plainText } from '@timbermark/contract'
import { useApp } from '../../app/context.ts'
import type { FormField } from '../../report/form-model.ts'
import type { FieldValue } from '../../report/report.ts'
import { Field, type FieldFrame, FieldSet, type InputBinding } from '../../ui/field.tsx'
import { CountryInput, DictInput } from './choice-input.tsx'
import { localInput, momentOfInput } from '../local-time.ts'
import { NumberInput } from './number-input.tsx'

/** More options than this are a list that opens: as buttons they would push the next field off the screen. */
const mostButtons = 4

/** The input for a value that is typed or chosen. */
export function PlainInput(props: {
  field: FormField
  frame: FieldFrame
  value: FieldValue | undefined
  onChange: (value: FieldValue | undefined) => void
  /** The page computes the value; nobody types it. */
  isFixed?: boolean
  /** Enter goes on to the next input: the keyboard says so. */
  goesOn?: boolean
}) {
  const { field, frame, value, onChange: set, isFixed, goesOn } = props
  const { t } = useApp()
  const text = typeof value === 'string' ? value : ''
  const normalize = () => {
    const stored = plainText(text)
    if (stored !== text) set(stored)
  }

  switch (field.type) {
    case 'longText':
      return <LongTextInput frame={frame} max={field.max} value={text} onChange={set} onBlur={normalize} />
    case 'number':
    case 'integer':
      return (
        <Field frame={frame}>
          {input => (
            <NumberInput input={input} field={field} value={value} onChange={set} isFixed={isFixed} goesOn={goesOn} />
          )}
        </Field>
      )
    case 'date':
      return (
        <Field frame={frame}>
          {input => <input {...input} type="date" value={text} onChange={event => set(event.target.value)} />}
        </Field>
      )
    case 'datetime':
      return (
        <Field frame={frame}>
          {input => (
            <input
              {...input}
              type="datetime-local"
              value={localInput(text)}
              onChange={event => set(momentOfInput(event.target.value))}
            />
          )}
        </Field>
      )
    case 'yesNo':
      return (
        <Buttons
          frame={frame}
          options={[
            { value: true, label: t('common.yes') },
            { value: false, label: t('common.no') },
          ]}
          value={value}
          onChange={set}
        />
      )
    case 'choice':
      if ((field.options ?? []).length > mostButtons)
        return (
          <Field frame={frame}>
            {input => (
              <select {...input} value={text} onChange={event => set(event.target.value)}>
                <option value="">{t('common.choose')}</option>
                {field.options?.map(option => (
                  <option key={option} value={option}>
                    {t.from(`stage.option.${option}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )
      return (
        <Buttons
          frame={frame}
          options={(field.options ?? []).map(option => ({ value: option, label: t.from(`stage.option.${option}`) }))}
          value={value}
          onChange={set}
        />
      )
    case 'dict':
      return (
        <Field frame={frame}>
          {input => <DictInput input={input} type={field.dict ?? ''} value={text} onChange={set} />}
        </Field>
      )
    case 'country':
      return <Field frame={frame}>{input => <CountryInput input={input} value={text} onChange={set} />}</Field>
    default:
      return (
        <Field frame={frame}>
          {input => <TextInput input={input} max={field.max} value={text} onChange={set} onBlur={normalize} />}
        </Field>
      )
  }
}

/** Several lines of text; near its limit it shows how many characters it has. */
function LongTextInput(props: {
  frame: FieldFrame
  max?: number
  value: string
  onChange: (value: string) => void
  onBlur: () => void
}) {
  const { frame, max, value, onChange, onBlur } = props
  const hint = max && value.length > max * 0.8 ? `${value.length} / ${max}` : undefined
  return (
    <Field frame={{ ...frame, hint }}>
      {input => (
        <textarea {...input} rows={3} value={value} onChange={event => onChange(event.target.value)} onBlur={onBlur} />
      )}
    </Field>
  )
}

export function TextInput(props: {
  input: InputBinding
  max?: number
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
}) {
  return (
    <input
      {...props.input}
      type="text"
      maxLength={props.max}
      value={props.value}
      onChange={event => props.onChange(event.target.value)}
      onBlur={props.onBlur}
    />
  )
}

/** A few answers side by side. A press on the chosen one clears it, because most questions are optional. */
function Buttons<T extends string | boolean>(props: {
  frame: FieldFrame
  options: readonly { value: T; label: string }[]
  value: FieldValue | undefined
  onChange: (value: T | undefined) => void
}) {
  const { frame, options, value, onChange } = props
  return (
    <FieldSet frame={frame}>
      <div className="options">
        {options.map(option => (
          <button
            key={String(option.value)}
            type="button"
            className="option"
            aria-pressed={option.value === value}
            onClick={() => onChange(option.value === value ? undefined : option.value)}
          >
            {option.label}
          </button>
        ))}
      </div>
    </FieldSet>
  )
}
