import { RollbackOutlined, SendOutlined } from '@ant-design/icons'
import { assignment, type RowOf } from '@timbermark/contract'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useSession, useT } from '../../shell/index.ts'
import { AssignmentDialog, type AssignmentStart } from './assignment-dialog.tsx'
import { WithdrawRemaining } from './withdraw-remaining.tsx'
import '../../entity/entity.css'

/** Assignments of codes to dealers: assigning and withdrawing. */
export default function AssignmentScreen() {
  const t = useT()
  const { can } = useSession()
  const { state } = useLocation()
  // Opened from codes or a dealer: `?add=1` with the initial values as state.
  const [adding, setAdding] = useAddressParam('add')
  const [dialog, setDialog] = useState<AssignmentStart>()
  const [withdrawing, setWithdrawing] = useState<RowOf<typeof assignment>>()
  if (!can('channel:assignment:list')) return <NoPermission />
  const mayAssign = can('channel:assignment:assign')
  const initial = (state ?? {}) as Omit<AssignmentStart, 'verb'>
  const start: AssignmentStart | undefined = adding && mayAssign ? { verb: 'assign', ...initial } : dialog
  return (
    <>
      <EntityTable
        entity={assignment}
        actions={row =>
          can('channel:assignment:withdraw') && row.held > 0
            ? [
                {
                  key: 'withdraw',
                  label: t('channel.assignment.withdrawAll'),
                  short: t('channel.assignment.withdrawAllShort'),
                  run: () => setWithdrawing(row),
                },
              ]
            : []
        }
        toolbar={
          <>
            {mayAssign && (
              <ActionButton
                type="primary"
                action={{
                  key: 'assign',
                  label: t('action.assign'),
                  icon: <SendOutlined />,
                  run: () => setDialog({ verb: 'assign' }),
                }}
              />
            )}
            {can('channel:assignment:withdraw') && (
              <ActionButton
                action={{
                  key: 'withdraw',
                  label: t('channel.assignment.withdraw'),
                  icon: <RollbackOutlined />,
                  run: () => setDialog({ verb: 'withdraw' }),
                }}
              />
            )}
            {can('channel:assignment:export') && <ExportButton entity={assignment} />}
          </>
        }
      />
      {start && (
        <AssignmentDialog
          start={start}
          onClose={() => {
            setDialog(undefined)
            setAdding(undefined)
          }}
        />
      )}
      {withdrawing && <WithdrawRemaining row={withdrawing} onClose={() => setWithdrawing(undefined)} />}
    </>
  )
}
