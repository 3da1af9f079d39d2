import { batch, batchStates, codeRequest } from '@timbermark/contract'
import { useNavigate } from 'react-router'
import type { Action } from '../../entity/actions/action-button.tsx'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import { newRecordAddress } from '../../entity/form/initial-values.ts'
import type { Row } from '../../entity/types.ts'
import { useTransitions } from '../../entity/actions/use-transitions.tsx'
import { useSession, useT } from '../../shell/index.ts'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { BatchStages } from './batch-stages.tsx'
import { CirculationControl } from './circulation-control.tsx'
import { ProductListings } from './product-listings.tsx'
import { ActiveRecall } from './active-recall.tsx'

const codeStates: readonly unknown[] = batchStates.editable

/** Batches: their lifecycle from draft to closed or voided, their codes, and their stages. */
export default function BatchScreen() {
  const t = useT()
  const navigate = useNavigate()
  const { can } = useSession()
  const { ofRow, dialogs } = useTransitions(batch, { ok: 'action.confirm' })
  const requestCodes = (row: Row): Action => ({
    key: 'requestCodes',
    label: t('catalog.batch.requestCodes'),
    short: t('catalog.batch.requestCodesShort'),
    reason: codeStates.includes(row.status) ? undefined : t('error.catalog.batchState'),
    run: () => navigate(newRecordAddress(codeRequest, 'batchId', row.id)),
  })
  const report = (row: Row): Action => ({
    key: 'report',
    label: t('catalog.batch.report'),
    reason: codeStates.includes(row.status) ? undefined : t('error.stage.batchInactive'),
    run: () => navigate(`/stage/record?add=batch:${row.id}`),
  })
  const declareRecall = (row: Row): Action => ({
    key: 'recall',
    label: t('catalog.recall.ofBatch'),
    danger: true,
    run: () => navigate('/catalog/recall?add=1', { state: { batchId: row.id } }),
  })
  const isActivation = ({ key }: Action) => key === 'activate'
  return (
    <>
      <EntityScreen
        entity={batch}
        form={{ controls: { circulationId: props => <CirculationControl {...(props as ControlProps<number>)} /> } }}
        rowActions={row => [
          ...(can('code:request:add') ? [requestCodes(row)] : []),
          ...(can('stage:record:enter') ? [report(row)] : []),
          ...ofRow(row).filter(isActivation),
        ]}
        endActions={row => [
          ...ofRow(row).filter(action => !isActivation(action)),
          ...(can('catalog:recall:declare') ? [declareRecall(row)] : []),
        ]}
        detail={row => (
          <>
            <ActiveRecall batchId={row.id} />
            <BatchStages batchId={row.id} />
            {can('trade:listing:list') && <ProductListings productId={Number(row.productId)} ofIts />}
          </>
        )}
      />
      {dialogs}
    </>
  )
}
