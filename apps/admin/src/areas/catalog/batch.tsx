import { batch, batchStates, codeRequest } from '@timbermark/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Action } from '../../entity/actions/action-button.tsx'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import { type AddedRecord, NextStep } from '../../entity/form/next-step.tsx'
import { newRecordAddress } from '../../entity/form/initial-values.ts'
import type { Row } from '../../entity/types.ts'
import { useTransitions } from '../../entity/actions/use-transitions.tsx'
import { useSession, useT } from '../../shell/index.ts'
import type { ControlProps } from '../../entity/controls/control-props.ts'
import { BatchStages } from './batch-stages.tsx'
import { CirculationControl } from './circulation-control.tsx'
import { ProductListings } from './product-listings.tsx'
import { ActiveRecall } from './active-recall.tsx'

const openStates: readonly unknown[] = batchStates.editable

/** Batches: their lifecycle from draft to closed or voided, their codes, and their stages. */
export default function BatchScreen() {
  const t = useT()
  const navigate = useNavigate()
  const { can } = useSession()
  const { ofRow, ofRows, dialogs } = useTransitions(batch, { ok: 'action.confirm' })
  const [added, setAdded] = useState<AddedRecord>()
  const mayRequest = can('code:request:add')
  const startRequest = (id: number) => navigate(newRecordAddress(codeRequest, 'batchId', id))
  const requestCodes = (row: Row): Action => ({
    key: 'requestCodes',
    label: t('catalog.batch.requestCodes'),
    short: t('catalog.batch.requestCodesShort'),
    reason: openStates.includes(row.status) ? undefined : t('error.catalog.batchState'),
    run: () => startRequest(row.id),
  })
  const report = (row: Row): Action => ({
    key: 'report',
    label: t('catalog.batch.report'),
    reason: openStates.includes(row.status) ? undefined : t('error.stage.batchInactive'),
    run: () => navigate(`/stage/record?add=batch:${row.id}`),
  })
  const declareRecall = (row: Row): Action => ({
    key: 'recall',
    label: t('catalog.recall.ofBatch'),
    danger: true,
    run: () => navigate('/catalog/recall?add=1', { state: { batchId: row.id } }),
  })
  const showWhereabouts = (row: Row): Action => ({
    key: 'whereabouts',
    label: t('custody.whereabouts.open'),
    run: () => navigate(`/custody/whereabouts?batchId=${row.id}`),
  })
  const showOrigin = (row: Row): Action => ({
    key: 'origin',
    label: t('menu.material.origin'),
    run: () => navigate(`/material/origin?batchId=${row.id}`),
  })
  const isActivation = ({ key }: Action) => key === 'activate'
  return (
    <>
      <EntityScreen
        entity={batch}
        form={{
          controls: { circulationId: props => <CirculationControl {...(props as ControlProps<number>)} /> },
          onAdded: (id, { batchNumber }) => setAdded(mayRequest ? { id, name: String(batchNumber) } : undefined),
        }}
        above={
          <NextStep
            added={added}
            label={t('catalog.batch.requestCodes')}
            go={startRequest}
            onClose={() => setAdded(undefined)}
          />
        }
        rowActions={row => [
          ...(mayRequest ? [requestCodes(row)] : []),
          ...(can('stage:record:enter') ? [report(row)] : []),
          ...ofRow(row).filter(isActivation),
        ]}
        bulkActions={ofRows}
        endActions={row => [
          ...ofRow(row).filter(action => !isActivation(action)),
          ...(can('custody:whereabouts:list') ? [showWhereabouts(row)] : []),
          ...(can('material:origin:list') ? [showOrigin(row)] : []),
          ...(can('catalog:recall:declare') ? [declareRecall(row)] : []),
        ]}
        detail={row => (
          <>
            <ActiveRecall batchId={row.id} />
            <BatchStages batchId={row.id} />
            {can('trade:listing:list') && <ProductListings productId={Number(row.productId)} ofBatch />}
          </>
        )}
      />
      {dialogs}
    </>
  )
}
