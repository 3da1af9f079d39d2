import { ApiError, describeError, issueText, TransportError } from '@timbermark/client'
import { type Listed, type Issue, keyOf, phraseOf } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { Alert, Button, Form, type FormInstance } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { PendingUploads } from '../controls/pending-uploads.ts'
import { LoadingOrFailure } from '../list/list-states.tsx'
import type { Row } from '../types.ts'
import { useRefresh, useRow } from '../use-entity.ts'
import { useFeedback } from '../actions/use-feedback.ts'
import type { FormValues } from './form-model.ts'
import { formName } from '../labels.ts'
import { rowForForm } from './multilingual-fields.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { type HeadersFor, useSendOnce } from './use-send-once.ts'
import { type Draft, dropDraft, storeDraft, readDraft } from '../../shell/drafts.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { placeInForm } from './place-issues.ts'

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
 * The form of a record, wherever it is drawn: unsaved changes are not lost without a question, refusals are shown next
 * to their fields, and saving waits for uploads.
 */
export function useRecordForm({
  entity,
  id,
  variant = '',
  onClose,
  initial,
  body,
  send,
  confirm,
  refusedItems,
  done,
  failed,
  onValuesChange,
  children,
}: RecordFormPlan) {
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
  const [problems, setProblems] = useState<string[]>([])
  const [dirty, setDirty] = useState(false)
  const { sending: saving, inertProps, send: sendOnce } = useSendOnce()
  const leave = useLeaveGuard(dirty)
  const first = useRef(initial)
  const { user } = useSession()
  const draftName = `${user.userId}:${keyOf(entity)}:${id ?? `add${variant}`}`
  const version = row ? String(row.updateTime ?? '') : ''
  const [draft, setDraft] = useState<Draft>()
  const values = useMemo(() => {
    if (!ready) return {}
    const found = readDraft(draftName, version)
    return { ...first.current(row), ...found?.values }
  }, [ready, row, draftName, version])
  useEffect(() => {
    const found = ready ? readDraft(draftName, version) : undefined
    if (!found) return
    setDraft(found)
    setDirty(true)
  }, [ready, draftName, version])
  const saveDraft = () => storeDraft(draftName, form.getFieldsValue(true), version)

  /** Resets the form to its initial values. */
  function discardDraft() {
    dropDraft(draftName)
    const empty = Object.fromEntries(Object.keys(form.getFieldsValue(true)).map(name => [name, undefined]))
    form.setFieldsValue({ ...empty, ...first.current(row) })
    setDraft(undefined)
    setDirty(false)
  }

  function fill(values: FormValues) {
    form.setFieldsValue(values)
    setDirty(true)
    saveDraft()
    void form.validateFields(Object.keys(values)).catch(() => {})
  }

  function showRefusal(error: unknown) {
    if (error instanceof TransportError) feedback.fail(error)
    const items = refusedItems?.(error) ?? []
    form.setFields(items as never)
    if (items[0]) form.scrollToField(items[0].name as never, { behavior: 'smooth', block: 'center', focus: true })
    if (!(error instanceof ApiError) || error.issues.length === 0) {
      const description = describeError(t, error)
      setProblems([description.title, description.text].filter(text => text !== undefined && text !== '') as string[])
      return
    }
    const known = form.getFieldsError().map(({ name }) => name)
    const { placed, rest } = placeInForm(error.issues, known)
    const issueMessage = (issue: Issue) => issueText(t, issue, pathLabel(t, issue.field, phraseOf(entity)))
    form.setFields(placed.map(({ name, issues }) => ({ name: name as never, errors: issues.map(issueMessage) })))
    if (placed[0]) form.scrollToField(placed[0].name as never, { behavior: 'smooth', block: 'center', focus: true })
    setProblems(rest.map(issueMessage))
  }

  async function submit(all: FormValues) {
    if (uploads > 0) return
    setProblems([])
    await sendOnce(async headersFor => {
      const sent = body(all, row)
      if (sent && confirm && !(await confirm(sent))) return false
      const path = `/${keyOf(entity)}`
      const plain = (what: FormValues) => {
        const options = { headers: headersFor(what) }
        return adding ? client.post(path, what, options) : client.put(path, what, options)
      }
      const answer = sent && (await (send ?? plain)(sent, row, headersFor))
      feedback.done(done?.(answer) ?? t(adding ? 'entity.added' : 'entity.saved'))
      leave.release()
      dropDraft(draftName)
      onClose(true)
      await refresh()
      return true
    }, showRefusal)
  }

  const content = (
    <>
      {problems.length > 0 && (
        <Alert
          type="error"
          showIcon
          className="tm-form-problems"
          title={failed?.(row) ?? t('entity.notSaved')}
          description={problems.map(text => <div key={text}>{text}</div>)}
        />
      )}
      {draft && (
        <Alert
          type="info"
          showIcon
          className="tm-form-problems"
          title={t('entity.draftFound')}
          action={
            <Button size="small" disabled={saving} onClick={discardDraft}>
              {t('entity.draftDrop')}
            </Button>
          }
        />
      )}
      {ready ? (
        <PendingUploads value={change => setUploads(now => now + change)}>
          <Form<FormValues>
            {...inertProps}
            name={formName(entity, adding ? 'add' : 'edit')}
            form={form}
            layout="vertical"
            className="tm-form"
            initialValues={values}
            scrollToFirstError={{ behavior: 'smooth', block: 'center', focus: true }}
            validateTrigger={['onChange', 'onBlur']}
            onValuesChange={(changed, all) => {
              setDirty(true)
              onValuesChange?.(changed, all, form)
              saveDraft()
            }}
            onFinish={submit}
          >
            {children(row, form, fill)}
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
    dirty,
    saving,
    /** Saving must wait: for the record, or for uploads. */
    waiting: !ready || uploads > 0,
    waitText: uploads > 0 ? t('entity.waitForUploads') : undefined,
    /** Closes the form, after a question when there are unsaved changes. */
    close: () =>
      leave.attempt(() => {
        dropDraft(draftName)
        onClose(false)
      }),
  }
}
