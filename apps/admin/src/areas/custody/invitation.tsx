import { UserAddOutlined } from '@ant-design/icons'
import { invitation, invitations } from '@timbermark/contract'
import { Tabs } from 'antd'
import { useState } from 'react'
import { type Action, ActionButton } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { useTransitions } from '../../entity/actions/use-transitions.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import type { Row } from '../../entity/types.ts'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { AcceptInvitationDialog } from './accept-invitation-dialog.tsx'
import { GoodsDialog } from './goods-dialog.tsx'
import { InvitationContents } from './invitation-contents.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import '../../entity/entity.css'

const sides = ['all', 'received', 'given'] as const

/** Partners that report stages about goods which they do not hold: who invites the enterprise, and whom it invites. */
export default function InvitationScreen() {
  const t = useT()
  const { permissions, can } = useSession()
  const [word, setSide] = useAddressParam('side')
  const [inviting, setInviting] = useState(false)
  const [accepting, setAccepting] = useState<Row>()
  const [reading, setReading] = useState<Row>()
  const rowAction = useRowAction(invitations)
  const transitions = useTransitions(invitation, { params: row => ({ name: String(row.goods) }) })
  if (!canUse(invitations, 'list', permissions)) return <NoPermission />
  const side = sides.find(one => one === word) ?? 'all'
  const actionsOf = (row: Row): Action[] => [
    ...rowAction(row, 'accept', { label: t('custody.invitation.accept'), run: () => setAccepting(row) }),
    { key: 'details', label: t('custody.invitation.details'), run: () => setReading(row) },
    ...transitions.ofRow(row),
  ]
  return (
    <>
      <Tabs
        activeKey={side}
        onChange={key => setSide(key === 'all' ? undefined : key)}
        items={sides.map(key => ({ key, label: t(key === 'all' ? 'common.all' : `custody.invitation.${key}`) }))}
      />
      <EntityTable
        key={side}
        entity={invitations}
        query={side === 'all' ? {} : { side }}
        toolbar={
          can('custody:invitation:add') && (
            <ActionButton
              type="primary"
              action={{
                key: 'add',
                label: t('custody.invitation.add'),
                icon: <UserAddOutlined />,
                run: () => setInviting(true),
              }}
            />
          )
        }
        cells={{
          goods: (row, plain) => (
            <>
              {plain} {side === 'all' && <ToneTag>{t(`custody.invitation.${row.side}`)}</ToneTag>}
            </>
          ),
          // One that was declined, withdrawn or revoked says so, whatever its last day is.
          status: (row, plain) =>
            row.standing === 'ended' && (row.status === 'open' || row.status === 'accepted') ? (
              <ToneTag tone="warning">{t('custody.invitation.standing.ended')}</ToneTag>
            ) : (
              plain
            ),
        }}
        actions={actionsOf}
      />
      {transitions.dialogs}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {accepting && <AcceptInvitationDialog row={accepting} onClose={() => setAccepting(undefined)} />}
      {reading && (
        <GoodsDialog title={String(reading.goods)} onClose={() => setReading(undefined)}>
          <InvitationContents row={reading} />
        </GoodsDialog>
      )}
    </>
  )
}
