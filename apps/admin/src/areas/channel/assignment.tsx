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
import { WithdrawRest } from './withdraw-rest.tsx'
import '../../entity/entity.css'

/** Who got which codes: giving them to dealers and taking them back. */
export default function AssignmentScreen() {
  const t = useT()
  const { can } = useSession()
  const { state } = useLocation()
  // From the codes, or from a dealer: `?add=1` with what is known of it.
  const [adding, setAdding] = useAddressParam('add')
  const [dialog, setDialog] = useState<AssignmentStart>()
  const [rest, setRest] = useState<RowOf<typeof assignment>>()
  if (!can('channel:assignment:list')) return <NoPermission />
  const mayGive = can('channel:assignment:assign')
  const given = (state ?? {}) as Omit<AssignmentStart, 'verb'>
  const started: AssignmentStart | undefined = adding && mayGive ? { verb: 'assign', ...given } : dialog
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
                  run: () => setRest(row),
                },
              ]
            : []
        }
        toolbar={
          <>
            {mayGive && (
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
      {started && (
        <AssignmentDialog
          start={started}
          onClose={() => {
            setDialog(undefined)
            setAdding(undefined)
          }}
        />
      )}
      {rest && <WithdrawRest row={rest} onClose={() => setRest(undefined)} />}
    </>
  )
}
