import { MergeOutlined } from '@ant-design/icons'
import { transfer, transfers } from '@timbermark/contract'
import { useState } from 'react'
import { type Action, ActionButton } from '../../../entity/actions/action-button.tsx'
import { canUse } from '../../../entity/actions/permissions.ts'
import { useTransitions } from '../../../entity/actions/use-transitions.tsx'
import { EntityTable } from '../../../entity/list/entity-table.tsx'
import { NoPermission } from '../../../entity/list/list-states.tsx'
import type { Row } from '../../../entity/types.ts'
import { useSession, useT } from '../../../shell/index.ts'
import { TransferDialog } from './transfer-dialog.tsx'
import { TransferLines } from './transfer-lines.tsx'
import '../../../entity/entity.css'

/** Wood that moved between batches of the enterprise, with its lines; a mistake is reversed. */
export default function TransferScreen() {
  const t = useT()
  const { permissions, can } = useSession()
  const [adding, setAdding] = useState(false)
  const [reading, setReading] = useState<Row>()
  const transitions = useTransitions(transfer)
  if (!canUse(transfer, 'list', permissions)) return <NoPermission />
  const actionsOf = (row: Row): Action[] => [
    { key: 'details', label: t('material.transfer.details'), run: () => setReading(row) },
    ...transitions.ofRow(row),
  ]
  return (
    <>
      <EntityTable
        entity={transfers}
        toolbar={
          can('material:transfer:add') && (
            <ActionButton
              type="primary"
              action={{
                key: 'add',
                label: t('material.transfer.add'),
                icon: <MergeOutlined />,
                run: () => setAdding(true),
              }}
            />
          )
        }
        actions={actionsOf}
      />
      {transitions.dialogs}
      {adding && <TransferDialog onClose={() => setAdding(false)} />}
      {reading && <TransferLines row={reading} onClose={() => setReading(undefined)} />}
    </>
  )
}
