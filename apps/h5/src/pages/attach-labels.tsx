import { newId } from '@timbermark/client'
import { useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useApp } from '../app/context.ts'
import { LabelActForm } from '../form/label-act-form.tsx'
import { outboxStore } from '../outbox/store.ts'
import { timeNow } from '../platform/clock.ts'
import { isLabelAct, type LocalLabelAct, newLabelAct } from '../report/label-act.ts'
import { Loading } from '../ui/page.tsx'

type OpenedAct = { act: LocalLabelAct; isNew: boolean } | 'gone' | null

/** /h5/attachLabels: puts labels in use, or reports them as spoiled or lost; `?act=` continues what was collected before. */
export default function AttachLabels() {
  const { outbox } = useApp()
  const [params, setParams] = useSearchParams()
  const key = params.get('act')
  const [opened, setOpened] = useState<OpenedAct>(null)

  useEffect(() => {
    let isCancelled = false
    const isOpen = (old: OpenedAct) => old !== null && old !== 'gone' && old.act.key === key
    const show = (next: OpenedAct) => {
      // The form that just stored its draft under this key stays open.
      if (!isCancelled) setOpened(old => (isOpen(old) ? old : next))
    }
    if (!key) setOpened({ act: newLabelAct({ id: newId(), owner: outbox.owner, now: timeNow() }), isNew: true })
    else
      outboxStore.get(key).then(
        item => show(item && isLabelAct(item) && item.owner === outbox.owner ? { act: item, isNew: false } : 'gone'),
        () => show('gone'),
      )
    return () => {
      isCancelled = true
    }
  }, [key, outbox])

  if (opened === 'gone') return <Navigate to="/attachLabels" replace />
  if (!opened) return <Loading />
  const { act, isNew } = opened
  // What is already submitted is shown, not edited.
  if (act.state !== 'draft') return <Navigate to={`/operationLog?act=${act.key}`} replace />
  return (
    <LabelActForm
      key={act.key}
      act={act}
      isNew={isNew}
      onFirstSave={() => {
        if (key !== act.key) setParams({ act: act.key }, { replace: true })
      }}
    />
  )
}
