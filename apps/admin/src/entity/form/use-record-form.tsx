import { type Listed, keyOf } from '@timbermark/contract'
import { Alert, Button, Form, type FormInstance } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { useFeedback } from '../actions/use-feedback.ts'
import { PendingUploads } from '../controls/pending-uploads.ts'
import { formName } from '../labels.ts'
import { LoadingOrFailure } from '../list/list-states.tsx'
import type { Row } from '../types.ts'
import { useRefresh, useRow } from '../use-entity.ts'
import type { FormValues } from './form-values.ts'
import { rowForForm } from './multilingual-fields.ts'
import { useFormDraft } from './use-form-draft.ts'
import { useFormRefusal } from './use-form-refusal.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { type HeadersFor, useSendOnce } from './use-send-once.ts'

export interface RecordFormPlan {
  entity: Listed
  /** Id of the record to edit; undefined adds one. */
  id: string | undefined
  /** Distinguishes drafts of new records with different initial values. */
  variant?: string
  /** Called when the form was saved, or left. */
  onClose: (saved: boolean) => void
  /** Initial values, from the record as it was when the form opened. */
  initial: (row: Row | undefined) => FormValues
  /** The body to send; undefined when nothing has changed. */
  body: (values: FormValues, row: Row | undefined) => FormValues | undefined
  /** Sends the body, when that is not the entity's plain POST or PUT; the headers make the request happen once. */
  send?: (body: FormValues, row: Row | undefined, headersFor: HeadersFor) => Promise<unknown>
  /** Asks before the body is sent; `false` leaves the form as it is. */
  confirm?: (body: FormValues) => Promise<boolean>
  /** Fields that a refusal concerns in addition to its issues. */
  refusedItems?: (error: unknown) => { name: string; errors: string[] }[]
  /** Message instead of "Added" or "Saved". */
  done?: (answer: unknown) => string
  /** Heading of a refusal instead of "Not saved". */
  failed?: (row: Row | undefined) => string
  onValuesChange?: (changed: FormValues, all: FormValues, form: FormInstance<FormValues>) => void
  /** `fill` sets values as if they had been typed. */
  children: (row: Row | undefined, form: FormInstance<FormValues>, fill: (values: FormValues) => void) => ReactNode
}

/**
 * The form of a record, wherever it is drawn: unsaved changes are not lost without a question, refusals are shown next to
 * their fields, and saving waits for uploads.
 */
export function useRecordForm(plan: RecordFormPlan) {
  const { entity, id, variant = '', onClose, initial, body, send, confirm, refusedItems, done, failed } = plan
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(entity)
  const [form] = Form.useForm<FormValues>()
  const read = useRow(entity, id)
  const adding = id === undefined
  // The record as it was when the form opened: a later refresh must not change what counts as changed.
  const opened = useRef<Row | undefined>(undefined)
  if (read.data && read.isFetchedAfterMount && !opened.current)
    opened.current = rowForForm(entity, read.data, t.language)
  const row = opened.current
  const ready = adding || row !== undefined
  const [uploads, setUploads] = useState(0)
  const { user } = useSession()
  const draft = useFormDraft({
    form,
    name: `${user.userId}:${keyOf(entity)}:${id ?? `add${variant}`}`,
    version: row ? String(row.updateTime ?? '') : '',
    ready,
    row,
    initial,
  })
  const refusal = useFormRefusal(form, entity, refusedItems)
  const { sending: saving, inertProps, send: sendOnce } = useSendOnce()
  const leave = useLeaveGuard(draft.dirty)

  function fill(values: FormValues) {
    form.setFieldsValue(values)
    draft.save()
    void form.validateFields(Object.keys(values)).catch(() => {})
  }

  async function submit(all: FormValues) {
    if (uploads > 0) return
    refusal.clear()
    await sendOnce(async headersFor => {
      const sent = body(all, row)
      if (sent && confirm && !(await confirm(sent))) return false
      const path = `/${keyOf(entity)}`
      const plain = (values: FormValues) => {
        const options = { headers: headersFor(values) }
        return adding ? client.post(path, values, options) : client.put(path, values, options)
      }
      const answer = sent && (await (send ?? plain)(sent, row, headersFor))
      feedback.done(done?.(answer) ?? t(adding ? 'entity.added' : 'entity.saved'))
      leave.release()
      draft.drop()
      onClose(true)
      await refresh()
      return true
    }, refusal.show)
  }

  const content = (
    <>
      <FormNotes
        problems={refusal.problems}
        title={failed?.(row)}
        isRestored={draft.isRestored}
        saving={saving}
        onDiscard={draft.discard}
      />
      {ready ? (
        <PendingUploads value={change => setUploads(now => now + change)}>
          <Form<FormValues>
            {...inertProps}
            name={formName(entity, adding ? 'add' : 'edit')}
            form={form}
            layout="vertical"
            className="tm-form"
            initialValues={draft.values}
            scrollToFirstError={{ behavior: 'smooth', block: 'center', focus: true }}
            validateTrigger={['onChange', 'onBlur']}
            onValuesChange={(changed, all) => {
              plan.onValuesChange?.(changed, all, form)
              draft.save()
            }}
            onFinish={submit}
          >
            {plan.children(row, form, fill)}
            {/* The visible button may be outside the form; this one makes Enter save from every field. */}
            <button type="submit" hidden tabIndex={-1} aria-hidden />
          </Form>
        </PendingUploads>
      ) : (
        <LoadingOrFailure error={read.error} onRetry={read.refetch} paragraph={{ rows: 8 }} />
      )}
    </>
  )
  return {
    content,
    form,
    dirty: draft.dirty,
    saving,
    /** Saving must wait: for the record, or for uploads. */
    waiting: !ready || uploads > 0,
    waitText: uploads > 0 ? t('entity.waitForUploads') : undefined,
    /** Closes the form, after a question when there are unsaved changes. */
    close: () =>
      leave.attempt(() => {
        draft.drop()
        onClose(false)
      }),
  }
}

interface FormNotesProps {
  problems: readonly string[]
  /** Heading of the problems; "Not saved" by default. */
  title: string | undefined
  isRestored: boolean
  saving: boolean
  onDiscard: () => void
}

/** Above the form: why it was not saved, and that it began with a draft. */
function FormNotes({ problems, title, isRestored, saving, onDiscard }: FormNotesProps) {
  const t = useT()
  return (
    <>
      {problems.length > 0 && (
        <Alert
          type="error"
          showIcon
          className="tm-form-problems"
          title={title ?? t('entity.notSaved')}
          description={problems.map(text => <div key={text}>{text}</div>)}
        />
      )}
      {isRestored && (
        <Alert
          type="info"
          showIcon
          className="tm-form-problems"
          title={t('entity.draftFound')}
          action={
            <Button size="small" disabled={saving} onClick={onDiscard}>
              {t('entity.draftDrop')}
            </Button>
          }
        />
      )}
    </>
  )
}
