import { UserAddOutlined } from '@ant-design/icons'
import { formatDate, queryKeys } from '@timbermark/client'
import { supplierInvitation, supplierInvitations } from '@timbermark/contract'
import { useState } from 'react'
import { type Action, ActionButton } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { useTransitions } from '../../entity/actions/use-transitions.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import type { Row } from '../../entity/types.ts'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { GoodsDialog, OfferedGoods } from './goods-dialog.tsx'
import { InviteSupplierDialog } from './invite-supplier-dialog.tsx'
import '../../entity/entity.css'

/** Suppliers of the own enterprise that are invited to report stages, until when, and whether it counts still. */
export default function SupplierInvitationScreen() {
  const t = useT()
  const { permissions, can } = useSession()
  const [inviting, setInviting] = useState(false)
  const [reading, setReading] = useState<Row>()
  const transitions = useTransitions(supplierInvitation)
  if (!canUse(supplierInvitation, 'list', permissions)) return <NoPermission />
  const actionsOf = (row: Row): Action[] => [
    { key: 'details', label: t('custody.supplier-invitation.details'), run: () => setReading(row) },
    ...transitions.ofRow(row),
  ]
  return (
    <>
      <EntityTable
        entity={supplierInvitations}
        toolbar={
          can('custody:supplier-invitation:add') && (
            <ActionButton
              type="primary"
              action={{
                key: 'add',
                label: t('custody.supplier-invitation.add'),
                icon: <UserAddOutlined />,
                run: () => setInviting(true),
              }}
            />
          )
        }
        cells={{
          // One that was revoked says so, whatever its last day is.
          status: (row, plain) =>
            row.validity === 'ended' && row.status === 'current' ? (
              <ToneTag tone="warning">{t('custody.supplier-invitation.validity.ended')}</ToneTag>
            ) : (
              plain
            ),
        }}
        actions={actionsOf}
      />
      {transitions.dialogs}
      {inviting && <InviteSupplierDialog onClose={() => setInviting(false)} />}
      {reading && (
        <GoodsDialog title={String(reading.goods)} onClose={() => setReading(undefined)}>
          <Contents row={reading} />
        </GoodsDialog>
      )}
    </>
  )
}

/** The goods of an invitation, with who may report which stages, until when, and what was written. */
function Contents({ row }: { row: Row }) {
  const t = useT()
  const client = useClient()
  const line = (key: 'supplier' | 'stages' | 'untilOn' | 'note' | 'reason', children: string | null) => ({
    key,
    label: t(`custody.supplier-invitation.${key}`),
    children,
  })
  return (
    <OfferedGoods
      query={{
        queryKey: [...queryKeys.entity('custody/supplier-invitation'), 'goods', row.id],
        queryFn: ({ signal }) =>
          client.call('GET /custody/supplier-invitation/:id/goods', { params: { id: row.id }, signal }),
      }}
      agreed={({ note }) => [
        line('supplier', String(row.supplier)),
        line('stages', String(row.stageNames)),
        line('untilOn', formatDate(String(row.untilOn))),
        line('note', note),
        line('reason', row.reason as string | null),
      ]}
    />
  )
}
