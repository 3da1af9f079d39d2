import { issueText } from '@timbermark/client'
import { type ChangeKind, changeTextLength, plainText, isOneOf } from '@timbermark/contract'
import { useState } from 'react'
import { useApp } from '../app/context.ts'
import { localInput, momentOfInput } from '../form/local-time.ts'
import { PlainInput, TextInput } from '../form/inputs/plain-input.tsx'
import { canonicalValue, type FormField } from '../report/form-model.ts'
import { type ChangedRecord, type ChangeContent, type HeadKey, headKeys } from '../report/local-change.ts'
import { checkProposed, proposableFields } from '../report/proposed.ts'
import type { FieldValue } from '../report/report.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field, type FieldFrame } from '../ui/field.tsx'
import { Notice } from '../ui/page.tsx'
import { answerLabel } from '../views/values.tsx'

/** What the wish says besides the record that it is about. */
export type Wish = Pick<ChangeContent, 'reason' | 'proposed'>

/** Asks for the reason of a change and, for a correction, for the values that would be right. */
export function AskDialog(props: {
  kind: ChangeKind
  record: ChangedRecord
  /** What was written before. */
  wish?: Wish
  onSend: (wish: Wish) => Promise<unknown>
  onClose: () => void
}) {
  const { t, online } = useApp()
  const { kind, record, wish, onSend, onClose } = props
  const [reason, setReason] = useState(wish?.reason ?? '')
  const [proposed, setProposed] = useState(wish?.proposed ?? {})
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)
  const fields = kind === 'correction' ? proposableFields(record.stage, record.attributes, t.language) : []
  const issues = checkProposed({ proposed }, fields, t.language)

  async function send() {
    if (isSending) return
    setTried(true)
    if (!reason.trim() || issues.size > 0) return
    setSending(true)
    const entries = Object.entries(proposed).flatMap(([key, value]): [string, FieldValue][] => {
      const field = fields.find(one => one.key === key)
      const canonical = field ? (canonicalValue(field, value, t.language) as FieldValue) : plainText(String(value))
      // What the record has already is no proposal.
      return canonical === record.answers[key] ? [] : [[key, canonical]]
    })
    await onSend({ reason: reason.trim(), proposed: Object.fromEntries(entries) }).finally(() => setSending(false))
  }

  return (
    <Dialog
      title={t(`h5.change.${kind}`)}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button button-main" disabled={isSending} onClick={() => void send()}>
            {t(online ? 'h5.change.send' : 'h5.submit.offline')}
          </button>
          <button type="button" className="button" disabled={isSending} onClick={onClose}>
            {t('action.back')}
          </button>
        </>
      }
    >
      {!online && <Notice>{t('h5.change.offline')}</Notice>}
      <Field
        frame={{
          at: 'change.reason',
          label: t(`h5.change.${kind}Reason`),
          required: true,
          problem: isTried && !reason.trim() ? t('h5.change.missing') : undefined,
        }}
      >
        {input => (
          <textarea
            {...input}
            rows={4}
            maxLength={changeTextLength}
            value={reason}
            onChange={event => setReason(event.target.value)}
          />
        )}
      </Field>
      {kind === 'correction' && (
        <Proposals
          record={record}
          fields={fields}
          proposed={proposed}
          problemOf={(key, label) => {
            const issue = isTried ? issues.get(key) : undefined
            return issue && issueText(t, issue, label)
          }}
          onChange={setProposed}
        />
      )}
    </Dialog>
  )
}

const headLabels = { documentCode: 'h5.documentCode', operator: 'h5.operator', time: 'h5.time' } as const
const isHead = (key: string): key is HeadKey => isOneOf(headKeys, key)
/** As many characters as a report takes. */
const headLength = 50

/** The entries whose right values are proposed, each filled in with what the record has, and a choice of further ones. */
function Proposals(props: {
  record: ChangedRecord
  fields: readonly FormField[]
  proposed: Wish['proposed']
  problemOf: (key: string, label: string) => string | undefined
  onChange: (proposed: Wish['proposed']) => void
}) {
  const { t } = useApp()
  const { record, fields, proposed, problemOf, onChange } = props
  const labelOf = (key: string) => {
    const field = fields.find(one => one.key === key)
    return isHead(key) ? t(headLabels[key]) : field ? answerLabel(t, { ...field, value: undefined }) : key
  }
  const set = (key: string, value: FieldValue | undefined) => onChange({ ...proposed, [key]: value ?? '' })
  const others = [...headKeys, ...fields.map(({ key }) => key)].filter(key => !(key in proposed))
  return (
    <fieldset className="field">
      <legend>{t('h5.change.proposed')}</legend>
      <p className="field-hint">{t('h5.change.proposedHint')}</p>
      {Object.entries(proposed).map(([key, value]) => (
        <div key={key}>
          <Proposal
            name={key}
            field={fields.find(one => one.key === key)}
            frame={{ at: `change.${key}`, label: labelOf(key), problem: problemOf(key, labelOf(key)) }}
            value={value}
            onChange={next => set(key, next)}
          />
          <button
            type="button"
            className="link"
            onClick={() => onChange(Object.fromEntries(Object.entries(proposed).filter(([other]) => other !== key)))}
          >
            {t('h5.change.leaveOut', { name: labelOf(key) })}
          </button>
        </div>
      ))}
      {others.length > 0 && (
        <Field frame={{ at: 'change.add', label: t('h5.change.add') }}>
          {input => (
            <select {...input} value="" onChange={({ target }) => set(target.value, record.answers[target.value])}>
              <option value="">{t('common.choose')}</option>
              {others.map(key => (
                <option key={key} value={key}>
                  {labelOf(key)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </fieldset>
  )
}

function Proposal(props: {
  name: string
  field: FormField | undefined
  frame: FieldFrame
  value: FieldValue
  onChange: (value: FieldValue | undefined) => void
}) {
  const { name, field, frame, value, onChange } = props
  const { t } = useApp()
  if (field) {
    const unit = field.unit && t.from(`unit.${field.unit}`)
    return <PlainInput field={field} frame={{ ...frame, unit }} value={value} onChange={onChange} />
  }
  const text = String(value)
  return (
    <Field frame={frame}>
      {input =>
        name === 'time' ? (
          <input
            {...input}
            type="datetime-local"
            value={localInput(text)}
            onChange={event => onChange(momentOfInput(event.target.value))}
          />
        ) : (
          <TextInput input={input} max={headLength} value={text} onChange={onChange} />
        )
      }
    </Field>
  )
}
