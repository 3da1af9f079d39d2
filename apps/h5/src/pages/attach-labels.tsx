import { newId } from '@timbermark/client'
import { Navigate, useSearchParams } from 'react-router'
import { useApp } from '../app/context.ts'
import { LabelActForm } from '../form/label-act-form.tsx'
import { useOpenedDraft } from '../form/use-opened-draft.ts'
import { timeNow } from '../platform/clock.ts'
import { newLabelAct } from '../report/label-act.ts'
import { isLabelAct, logAddress } from '../report/local-item.ts'
import { Loading } from '../ui/page.tsx'

/** /h5/attachLabels: puts labels in use, or reports them as spoiled or lost; `?act=` continues what was collected before. */
export default function AttachLabels() {
  const { outbox } = useApp()
  const [params, setParams] = useSearchParams()
  const key = params.get('act')
  const opened = useOpenedDraft(key, isLabelAct, () =>
    newLabelAct({ id: newId(), owner: outbox.owner, now: timeNow() }),
  )

  if (opened === 'gone') return <Navigate to="/attachLabels" replace />
  if (!opened) return <Loading />
  const { item: act, isNew } = opened
  // What is already submitted is shown, not edited.
  if (act.state !== 'draft') return <Navigate to={logAddress(act)} replace />
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
