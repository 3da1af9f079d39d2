import { useEffect } from 'react'
import { useApp } from '../app/context.ts'
import type { availableForms } from '../report/form-snapshot.ts'
import { fillFromParameters, type FormField, localizedName } from '../report/form-model.ts'
import { circulationOf } from '../report/report.ts'
import { codesOf } from '../report/rows.ts'
import type { AuthorizedStage, Id } from '../report/wire.ts'
import { Field, type FieldFrame } from '../ui/field.tsx'
import { DocumentInput } from './inputs/document-input.tsx'
import { useForm } from './form-context.ts'
import { localInput, momentOfInput } from './local-time.ts'

/** The frame of a part that every report has. */
function useFrame() {
  const form = useForm()
  return (at: string, label: string): FieldFrame => ({
    at,
    label,
    required: true,
    problem: form.problem(at),
    mark: form.markOf(at),
  })
}

/** Proof, operator and time: required in every report. The circulation is that of the batch. */
export function PapersSection(props: {
  authorized: AuthorizedStage | undefined
  /** The server has no document under this proof number. */
  onMissing: (code: string) => void
}) {
  const { authorized, onMissing } = props
  const { t } = useApp()
  const { content, change } = useForm()
  const frame = useFrame()
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
      <CirculationChoice authorized={authorized} />
    </section>
  )
}

/**
 * The circulation. A batch has one, and the report goes by it: nothing is asked while the server says so, or can be asked. Without
 * a network that of the batch is chosen, and another can be, as for a batch that has none.
 */
function CirculationChoice({ authorized }: { authorized: AuthorizedStage | undefined }) {
  const { t, online } = useApp()
  const form = useForm()
  const { content, change } = form
  const frame = useFrame()
  const codes = codesOf(content)
  const isKnown = circulationOf(codes) !== undefined
  const problem = form.problem('circulationId')
  useEffect(() => {
    // Chosen while the batch could not be asked.
    if (isKnown && content.circulationId !== '') change({ circulationId: '' }, true)
  }, [isKnown, content.circulationId, change])
  const isUnasked = codes.every(({ check }) => check.state === 'unchecked')
  if (!problem && (isKnown || (online && isUnasked && content.circulationId === ''))) return null
  const chosen = authorized?.circulations.find(one => String(one.id) === String(content.circulationId))
  // An answer cached by an older version of the page does not include it.
  const [last] = chosen?.before?.slice(-1) ?? []
  return (
    <NamedChoice
      frame={{
        ...frame('circulationId', t('h5.circulation')),
        hint: last && t('h5.circulation.after', { stage: t(`stage.${last}`) }),
      }}
      options={authorized?.circulations}
      none={t('h5.circulation.ofBatch')}
      empty={t('h5.circulation.none')}
      value={content.circulationId}
      onChange={(circulationId, quiet) => change({ circulationId }, quiet)}
    />
  )
}

/** Which form it is, and the usual values to fill it with. Where there is one template and no usual values, nothing is asked. */
export function TemplateSection(props: {
  authorized: AuthorizedStage | undefined
  forms: ReturnType<typeof availableForms> | undefined
  fields: readonly FormField[]
}) {
  const { authorized, forms, fields } = props
  const { t } = useApp()
  const form = useForm()
  const { content, change } = form
  const frame = useFrame()
  const problem = form.problem('templateId')
  const only = forms?.length === 1 ? forms[0]!.id : null
  useEffect(() => {
    if (only !== null && String(content.templateId) !== String(only)) change({ templateId: only }, true)
  }, [only, content.templateId, change])
  const isAsked = problem !== undefined || (forms !== undefined && only === null)
  const hasParameters = authorized !== undefined && authorized.parameters.length > 0
  if (!isAsked && !hasParameters) return null
  return (
    <section className="card">
      {isAsked && (
        <NamedChoice
          frame={frame('templateId', t('h5.template'))}
          options={forms?.map(({ isSnapshot, ...one }) => {
            const name = localizedName(t.language, one.name, one.nameTexts)
            return { ...one, name: isSnapshot ? t('h5.template.begun', { name }) : name }
          })}
          none={t('common.choose')}
          empty={t('h5.template.none')}
          value={content.templateId}
          onChange={(templateId, quiet) => change({ templateId }, quiet)}
        />
      )}
      {hasParameters && <Parameters authorized={authorized} fields={fields} />}
    </section>
  )
}

interface NamedOption {
  id: Id
  name: string
}

/** A choice of a few options; a choice that no longer exists is cleared. */
function NamedChoice(props: {
  frame: FieldFrame
  options: readonly NamedOption[] | undefined
  /** The first entry, which stands for no choice. */
  none: string
  /** Said when there are no options. */
  empty: string
  value: Id | ''
  onChange: (id: Id | '', quiet: boolean) => void
}) {
  const { frame, options, none, empty, value, onChange } = props
  const known = options?.some(one => String(one.id) === String(value)) ?? false
  useEffect(() => {
    if (options && !known && value !== '') onChange('', true)
  })
  return (
    <Field frame={{ ...frame, hint: options?.length === 0 ? empty : frame.hint }}>
      {input => (
        <select
          {...input}
          value={known ? String(value) : ''}
          onChange={event => onChange(options?.find(one => String(one.id) === event.target.value)?.id ?? '', false)}
        >
          <option value="">{none}</option>
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
