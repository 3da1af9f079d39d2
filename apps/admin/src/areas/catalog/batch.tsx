import { batch } from '@timbermark/contract'
import { EntityScreen } from '../../entity/entity-screen.tsx'
import { useTransitions } from '../../entity/use-transitions.tsx'
import { BatchStages } from './batch-stages.tsx'

/** Batches: their life from draft to closed or voided, and the stages they have gone through. */
export default function BatchScreen() {
  const { ofRow, dialogs } = useTransitions(batch, { ok: 'action.confirm' })
  return (
    <>
      <EntityScreen entity={batch} rowActions={ofRow} detail={row => <BatchStages batchId={row.id} />} />
      {dialogs}
    </>
  )
}
