import { RollbackOutlined } from '@ant-design/icons'
import { recalls } from '@timbermark/contract'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import type { Row } from '../../entity/types.ts'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useTransitions } from '../../entity/actions/use-transitions.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { RecallDialog, type RecallStart } from './recall-dialog.tsx'

/** Recalls, current and lifted, and lifting them. */
export default function RecallScreen() {
  const t = useT()
  const { can } = useSession()
  const { state } = useLocation()
  // Opened from a batch or from selected codes: `?add=1` with the initial values as state.
  const [adding, setAdding] = useAddressParam('add')
  const [open, setOpen] = useState(false)
  const { ofRow, dialogs } = useTransitions(recalls)
  const mayDeclare = can('catalog:recall:declare')
  const start: RecallStart | undefined = adding && mayDeclare ? ((state ?? {}) as RecallStart) : open ? {} : undefined
  return (
    <>
      <EntityScreen
        entity={recalls}
        rowActions={row => ofRow(row as unknown as Row)}
        toolbar={
          mayDeclare && (
            <ActionButton
              type="primary"
              action={{
                key: 'declare',
                label: t('action.declare'),
                icon: <RollbackOutlined />,
                danger: true,
                run: () => setOpen(true),
              }}
            />
          )
        }
      />
      {dialogs}
      {start && (
        <RecallDialog
          start={start}
          onClose={() => {
            setOpen(false)
            setAdding(undefined)
          }}
        />
      )}
    </>
  )
}
