import { ApiError, describeError, issueText, TransportError } from '@timbermark/client'
import type { AnyEntity } from '@timbermark/contract'
import { Alert, Button, Drawer, Form, type FormInstance, Skeleton } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useSession, useT } from '../shell/index.ts'
import { PendingUploads } from './controls/pending-uploads.ts'
import { type CustomControl, EntityForm } from './entity-form.tsx'
import {
  bodyOf,
  type ExtraRule,
  type FormMode,
  type FormValues,
  formFields,
  initialValues,
  placeIssues,
} from './form-model.ts'
import { entityLabel, fieldLabel } from './labels.ts'
import { LoadFailure } from './list-states.tsx'
import type { Row } from './types.ts'
import { useRow, useWrites } from './use-entity.ts'
import { useFeedback } from './use-feedback.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** What one screen adds to a form: first values, rules across fields, and what a change of one field sets in others. */
export interface FormPlan {
  defaults?: FormValues
  rules?: Record<string, ExtraRule>
  controls?: Record<string, CustomControl>
  onValuesChange?: (changed: FormValues, all: FormValues, form: FormInstance<FormValues>) => void
}

interface FormDrawerProps extends FormPlan {
  entity: AnyEntity
  /** `add`, or the id of the record to edit; undefined keeps it closed. */
  open: 'add' | { id: string } | undefined
  onClose: () => void
}

/** Adds or edits a record in a drawer; what has been typed is not lost without asking. */
export function FormDrawer({ entity, open, onClose, ...plan }: FormDrawerProps) {
  // A key per record: nothing of one form is left over in the next.
  const shown = open === 'add' ? 'add' : open?.id
  return shown === undefined ? null : (
    <OpenForm key={shown} entity={entity} id={open === 'add' ? undefined : shown} onClose={onClose} {...plan} />
  )
}

function OpenForm({
  entity,
  id,
  onClose,
  defaults,
  rules,
  controls,
  onValuesChange,
}: FormPlan & { entity: AnyEntity; id: string | undefined; onClose: () => void }) {
  const t = useT()
  const feedback = useFeedback()
  const { permissions } = useSession()
  const [form] = Form.useForm<FormValues>()
  const mode: FormMode = id === undefined ? 'add' : 'edit'
  const read = useRow(entity, id)
  // The record as it was when the form opened: a later refresh must not change what "changed" means.
  const opened = useRef<Row | undefined>(undefined)
  if (read.data && read.isFetchedAfterMount && !opened.current) opened.current = read.data
  const row = opened.current
  const ready = mode === 'add' || row !== undefined
  const { save } = useWrites(entity)
  const [uploads, setUploads] = useState(0)
  const [problems, setProblems] = useState<string[]>([])
  const [dirty, setDirty] = useState(false)
  const busy = useRef(false)
  const fields = useMemo(() => formFields(entity, permissions), [entity, permissions])
  const initial = useMemo(() => initialValues(entity, row, defaults), [entity, row, defaults])
  const leave = useLeaveGuard(dirty)

  function showRefusal(error: unknown) {
    if (error instanceof TransportError) {
      feedback.fail(error)
      return
    }
    if (!(error instanceof ApiError) || error.issues.length === 0) {
      const told = describeError(t, error)
      setProblems([told.title, told.text].filter(text => text !== undefined && text !== '') as string[])
      return
    }
    const { placed, rest } = placeIssues(error.issues, fields)
    form.setFields([...placed].map(([name, issues]) => ({ name, errors: issues.map(issue => issueText(t, issue)) })))
    const [first] = placed.keys()
    if (first) form.scrollToField(first, { behavior: 'smooth', block: 'center', focus: true })
    setProblems(rest.map(issue => `${fieldLabel(t, entity, issue.field)}: ${issueText(t, issue)}`))
  }

  async function submit(values: FormValues) {
    // State changes only with the next render; a second Enter comes before that.
    if (busy.current || uploads > 0) return
    busy.current = true
    setProblems([])
    try {
      const body = bodyOf(entity, fields, values, row)
      if (body) await save.mutateAsync(body)
      feedback.done(t(mode === 'add' ? 'entity.added' : 'entity.saved'))
      leave.release()
      onClose()
    } catch (error) {
      showRefusal(error)
    } finally {
      busy.current = false
    }
  }

  const close = () => leave.attempt(onClose)
  const title = t(mode === 'add' ? 'entity.addTitle' : 'entity.editTitle', { name: entityLabel(t, entity) })
  return (
    <Drawer
      open
      title={title}
      aria-label={title}
      size={760}
      className="tm-drawer"
      onClose={close}
      mask={{ closable: !dirty }}
      footer={
        <div className="tm-drawer-foot">
          <Button onClick={close}>{t('action.cancel')}</Button>
          <Button
            type="primary"
            loading={save.isPending}
            disabled={!ready || uploads > 0}
            title={uploads > 0 ? t('entity.waitForUploads') : undefined}
            onClick={() => form.submit()}
          >
            {t('action.save')}
          </Button>
        </div>
      }
    >
      {problems.length > 0 && (
        <Alert
          type="error"
          showIcon
          className="tm-form-problems"
          title={t('entity.notSaved')}
          description={problems.map(text => <div key={text}>{text}</div>)}
        />
      )}
      {read.error && !row ? (
        <LoadFailure error={read.error} onRetry={() => read.refetch()} />
      ) : ready ? (
        <PendingUploads value={change => setUploads(now => now + change)}>
          <EntityForm
            entity={entity}
            mode={mode}
            form={form}
            fields={fields}
            initial={initial}
            rules={rules}
            controls={controls}
            onValuesChange={(changed, all, instance) => {
              setDirty(true)
              onValuesChange?.(changed, all, instance)
            }}
            onFinish={submit}
          />
        </PendingUploads>
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Drawer>
  )
}
