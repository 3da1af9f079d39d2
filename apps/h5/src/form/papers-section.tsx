import { useEffect } from 'react'
import { useApp } from '../app/context.ts'
import type { availableForms } from '../report/form-snapshot.ts'
import { fillFromParameters, type FormField, localizedName } from '../report/form-model.ts'
import { circulationOf } from '../report/report.ts'
import { codesOf } from '../report/rows.ts'
import type { AuthorizedStage, Id } from '../report/wire.ts'
import { Field, type FieldFrame } from '../ui/field.tsx'
import { DocumentInput } from './document-input.tsx'
import { useForm } from './form-context.ts'
import { localInput, momentOfInput } from './local-time.ts'

/** Proof, operator, time, circulation process and template: required in every report. */
export function PapersSection(props: {
  authorized: AuthorizedStage | undefined
  forms: ReturnType<typeof availableForms> | undefined
  fields: readonly FormField[]
  /** The server has no document under this proof number. */
  onMissing: (code: string) => void
}) {
  const { authorized, forms, fields, onMissing } = props
  const { t } = useApp()
  const form = useForm()
  const { content, change } = form
  const ofBatch = circulationOf(codesOf(content))
  /** Says that the batch decides the circulation, or which stage the chosen one requires before this. */
  function circulationHint(): string | undefined {
    if (ofBatch) return t('h5.circulation.ofBatch')
    const chosen = authorized?.circulations.find(one => String(one.id) === String(content.circulationId))
    // An answer cached by an older version of the page does not include it.
    const [last] = chosen?.before?.slice(-1) ?? []
    return last && t('h5.circulation.after', { stage: t(`stage.${last}`) })
  }
  const frame = (at: string, label: string): FieldFrame => ({
    at,
    label,
    required: true,
    problem: form.problem(at),
    mark: form.fromLast(at),
  })
  return (
    <section className="card">
      <h2>{t('h5.papers')}</h2>
      <DocumentInput
        frame={{ ...frame('documentCode', t('h5.documentCode')), hint: t('h5.documentCode.hint') }}
        value={content.documentCode}
        onChange={documentCode => change({ documentCode })}
        onMissing={onMissing}
      />
      <Field frame={frame('operator', t('h5.operator'))}>
        {input => (
          <input
            {...input}
            type="text"
            autoComplete="name"
            maxLength={50}
            value={content.operator}
            onChange={event => change({ operator: event.target.value })}
          />
        )}
      </Field>
      <Field frame={frame('time', t('h5.time'))}>
        {input => (
          <input
            {...input}
            type="datetime-local"
            value={localInput(content.time)}
            onChange={event => change({ time: momentOfInput(event.target.value) })}
          />
        )}
      </Field>
      <NamedChoice
        frame={{ ...frame('circulationId', t('h5.circulation')), hint: circulationHint() }}
        options={ofBatch ? [ofBatch] : authorized?.circulations}
        fixed={ofBatch !== undefined}
        empty={t('h5.circulation.none')}
        value={content.circulationId}
        onChange={(circulationId, quiet) => form.change({ circulationId }, quiet)}
      />
      <NamedChoice
        frame={frame('templateId', t('h5.template'))}
        options={forms?.map(({ isSnapshot, ...one }) => {
          const name = localizedName(t.language, one.name, one.nameTexts)
          return { ...one, name: isSnapshot ? t('h5.template.begun', { name }) : name }
        })}
        empty={t('h5.template.none')}
        value={content.templateId}
        onChange={(templateId, quiet) => form.change({ templateId }, quiet)}
      />
      {authorized && authorized.parameters.length > 0 && <Parameters authorized={authorized} fields={fields} />}
    </section>
  )
}

interface NamedOption {
  id: Id
  name: string
}

/** A choice of a few options. A single option is chosen automatically; a choice that no longer exists is cleared. */
function NamedChoice(props: {
  frame: FieldFrame
  options: readonly NamedOption[] | undefined
  empty: string
  /** The value is decided elsewhere: it is only shown. */
  fixed?: boolean
  value: Id | ''
  onChange: (id: Id | '', quiet: boolean) => void
}) {
  const { t } = useApp()
  const { frame, options, empty, fixed, value, onChange } = props
  const known = options?.some(one => String(one.id) === String(value)) ?? false
  const only = options?.length === 1 ? options[0]!.id : null
  useEffect(() => {
    if (!options || known) return
    if (only !== null) onChange(only, true)
    else if (value !== '') onChange('', true)
  })
  return (
    <Field frame={{ ...frame, hint: options?.length === 0 ? empty : frame.hint }}>
      {input => (
        <select
          {...input}
          disabled={fixed}
          value={known ? String(value) : ''}
          onChange={event => onChange(options?.find(one => String(one.id) === event.target.value)?.id ?? '', false)}
        >
          <option value="">{t('common.choose')}</option>
          {options?.map(one => (
            <option key={one.id} value={String(one.id)}>
              {one.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Fills the empty fields with the values of a parameter template. */
function Parameters({ authorized, fields }: { authorized: AuthorizedStage; fields: readonly FormField[] }) {
  const { t, showToast } = useApp()
  const form = useForm()
  function fill(id: string) {
    const chosen = authorized.parameters.find(one => String(one.id) === id)
    if (!chosen) return form.change({ parameterId: '' })
    const { values, filled } = fillFromParameters(fields, form.content.values, chosen.values)
    form.change({ parameterId: chosen.id, values })
    showToast(t('h5.parameter.filled', { n: filled }), 'good')
  }
  return (
    <Field frame={{ at: 'parameterId', label: t('h5.parameter') }}>
      {input => (
        <select {...input} value={String(form.content.parameterId)} onChange={event => fill(event.target.value)}>
          <option value="">{t('common.choose')}</option>
          {authorized.parameters.map(one => (
            <option key={one.id} value={String(one.id)}>
              {localizedName(t.language, one.name, one.nameTexts)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
