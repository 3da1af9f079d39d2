import type { FormContent } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import { wordsOf } from '../gen/names.ts'

/** Name of the exported component: the the Latin words of the form's name, then `Form`. */
export function componentName(name: string): string {
  const words = wordsOf(name).map(word => word[0]!.toUpperCase() + word.slice(1))
  return `${words
    .join('')
    .replace(/^[0-9]+/, '')
    .slice(0, 60)}Form`
}

/** A value as a TypeScript literal: JSON, with line ends and direction characters escaped. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\p{Zl}\p{Zp}\p{Bidi_Control}\u{FEFF}\u007f-\u009f]/gu,
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const textInEachLanguage = (key: 'action.submit' | 'common.choose' | 'tool.build.tooManyFiles') => ({
  zh: all.zh[key],
  en: all.en[key],
  fr: all.fr[key],
})

/** Texts of the component itself. */
const words = {
  submit: textInEachLanguage('action.submit'),
  choose: textInEachLanguage('common.choose'),
  tooMany: textInEachLanguage('tool.build.tooManyFiles'),
}

/** Code of every exported component: it draws the form's data and checks by its rules. */
const runtime = `type Language = 'zh' | 'en' | 'fr'
type Texts = Record<Language, string>
type Value = string | boolean | File[]

interface FormField {
  key: string
  kind: string
  labels: Texts
  width: number
  required?: boolean
  min?: number
  max?: number
  lines?: number
  pattern?: string
  scale?: number
  maxItems?: number
  dict?: string
  options?: { value: string; labels: Texts }[]
}

interface FormProps {
  language: Language
  /** Entries of a dictionary, and countries under \`country\`: value and label. */
  choices?: Record<string, { value: string; label: string }[]>
  onSubmit: (values: Record<string, Value>) => void
}

const inputTypes: Record<string, string> = {
  integer: 'number',
  decimal: 'number',
  date: 'date',
  datetime: 'datetime-local',
}

const accepted: Record<string, string> = { images: 'image/png,image/jpeg', video: 'video/mp4' }

function Control({ field, id, language, choices = {}, onChange }: Omit<FormProps, 'onSubmit'> & {
  field: FormField
  id: string
  onChange: (value: Value) => void
}) {
  const common = { id, name: field.key, required: field.required === true }
  switch (field.kind) {
    case 'flag':
      return <input {...common} required={false} type="checkbox" onChange={event => onChange(event.target.checked)} />
    case 'images':
    case 'files':
    case 'video':
      return (
        <input
          {...common}
          type="file"
          multiple={(field.maxItems ?? 5) > 1}
          accept={accepted[field.kind]}
          onChange={event => {
            const files = [...(event.target.files ?? [])]
            event.target.setCustomValidity(files.length > (field.maxItems ?? 5) ? words.tooMany![language] : '')
            onChange(files)
          }}
        />
      )
    case 'choice':
    case 'dict':
    case 'country': {
      const options =
        field.options?.map(({ value, labels }) => ({ value, label: labels[language] })) ??
        choices[field.dict ?? field.kind] ??
        []
      return (
        <select {...common} defaultValue="" onChange={event => onChange(event.target.value)}>
          <option value="">{words.choose![language]}</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )
    }
    case 'coordinates':
      return (
        <input
          {...common}
          inputMode="decimal"
          placeholder="113.2644, 23.1291"
          pattern="-?[0-9.]+, ?-?[0-9.]+"
          onChange={event => onChange(event.target.value)}
        />
      )
    default: {
      const type = inputTypes[field.kind]
      if (field.lines)
        return (
          <textarea
            {...common}
            rows={field.lines}
            minLength={field.min}
            maxLength={field.max}
            onChange={event => onChange(event.target.value)}
          />
        )
      return (
        <input
          {...common}
          type={type ?? 'text'}
          {...(type === 'number'
            ? { min: field.min, max: field.max, step: field.kind === 'integer' ? 1 : 10 ** -(field.scale ?? 3) }
            : { minLength: field.min, maxLength: field.max, pattern: field.pattern })}
          onChange={event => onChange(event.target.value)}
        />
      )
    }
  }
}
`

/** A form as a React component in one file that needs only React. */
export function componentText(name: string, content: FormContent): string {
  const component = componentName(name)
  return `import { type FormEvent, useId, useState } from 'react'

${runtime}
const words: Record<string, Texts> = ${literal(words)}

const groups: { titles: Texts; fields: FormField[] }[] = ${literal(content.groups)}

export function ${component}({ language, choices, onSubmit }: FormProps) {
  const id = useId()
  const [values, setValues] = useState<Record<string, Value>>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(values)
  }
  return (
    <form onSubmit={submit} lang={language}>
      {groups.map((group, index) => (
        <fieldset key={index} style={{ display: 'flex', flexWrap: 'wrap', gap: 16, border: 0, padding: 0, margin: '0 0 16px' }}>
          {group.titles[language] !== '' && <legend>{group.titles[language]}</legend>}
          {group.fields.map(field => (
            <div
              key={field.key}
              style={{
                display: 'flex',
                flexDirection: 'column',
                gap: 4,
                boxSizing: 'border-box',
                flex: \`1 1 max(220px, calc(\${(field.width / 24) * 100}% - 16px))\`,
              }}
            >
              <label htmlFor={\`\${id}-\${field.key}\`}>
                {field.labels[language]}
                {field.required && ' *'}
              </label>
              <Control
                field={field}
                id={\`\${id}-\${field.key}\`}
                language={language}
                choices={choices}
                onChange={value => setValues(before => ({ ...before, [field.key]: value }))}
              />
            </div>
          ))}
        </fieldset>
      ))}
      <button type="submit">{words.submit![language]}</button>
    </form>
  )
}
`
}
