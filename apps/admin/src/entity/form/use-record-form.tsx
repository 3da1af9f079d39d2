import { type Listed, keyOf } from '@timbermark/contract'
import type { Suggestion } from '@timbermark/contract/calls'
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
import { type SuggestionPlan, useSuggestions } from './use-suggestions.ts'

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
  /** Values to begin a new record with. */
  suggest?: SuggestionPlan
  /** A second button, which also does the next thing with the new record. */
  saveAnd?: SaveAnd
  /** Called when a new record was added. */
  onAdded?: (id: number, values: FormValues) => void
  children: (row: Row | undefined, parts: FormParts) => ReactNode
}

export interface FormParts {
  form: FormInstance<FormValues>
  /** Sets values as if they had been typed. */
  fill: (values: FormValues) => void
  /** Fields that still hold what was suggested. */
  suggested: Readonly<Record<string, Suggestion>>
}

export interface SaveAnd {
  label: string
  /** Message after both. */
  done: string
  /** Whether it is offered for these values. */
  isOffered?: (values: FormValues) => boolean
  run: (id: number) => Promise<unknown>
}

/**
 * The form of a record, wherever it is drawn: unsaved changes are not lost without a question, refusals are shown next to
 * their fields, and saving waits for uploads.
 */
export function useRecordForm(plan: RecordFormPlan) {
  const { entity, id, variant = '', onClose, initial, body, send, confirm, refusedItems, done, failed, saveAnd } = plan
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
  const { suggested, noteTyped, restart } = useSuggestions({
    form,
    entity,
    plan: adding ? plan.suggest : undefined,
    initial: adding ? initial(undefined) : {},
    values: draft.values,
  })
  const refusal = useFormRefusal(form, entity, refusedItems)
  const { sending: saving, inertProps, send: sendOnce } = useSendOnce()
  const leave = useLeaveGuard(draft.dirty)

  // Whether the second button was pressed.
  const goesOn = useRef(false)

  function fill(values: FormValues) {
    form.setFieldsValue(values)
    noteTyped(Object.keys(values))
    draft.save()
    void form.validateFields(Object.keys(values)).catch(() => {})
  }

  /** Does the next thing with a record that is already saved: a failure of that leaves it saved. */
  async function goOn({ run, done }: SaveAnd, saved: number) {
    try {
      await run(saved)
      feedback.done(done)
    } catch (error) {
      feedback.done(t('entity.added'))
      feedback.fail(error)
    }
  }

  async function submit(all: FormValues) {
    const next = goesOn.current ? saveAnd : undefined
    goesOn.current = false
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
      const newId = adding ? (answer as { id?: number } | undefined)?.id : undefined
      if (next && newId !== undefined) await goOn(next, newId)
      else feedback.done(done?.(answer) ?? t(adding ? 'entity.added' : 'entity.saved'))
      leave.release()
      draft.drop()
      onClose(true)
      if (newId !== undefined) plan.onAdded?.(newId, all)
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
        onDiscard={() => {
          draft.discard()
          restart()
        }}
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
              const before = { ...all }
              plan.onValuesChange?.(changed, all, form)
              const after = form.getFieldsValue(true) as FormValues
              // Not only what was typed: what follows from it stays as well.
              noteTyped([...Object.keys(changed), ...Object.keys(after).filter(name => after[name] !== before[name])])
              draft.save()
            }}
            onFinish={submit}
            onFinishFailed={() => {
              goesOn.current = false
            }}
          >
            {plan.children(row, { form, fill, suggested })}
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
    /** Saves, then does the next thing. */
    saveAndGoOn: () => {
      goesOn.current = true
      form.submit()
    },
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
