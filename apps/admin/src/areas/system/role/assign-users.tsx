import { CloseOutlined, UserAddOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type RowOf, roleUser, roleView } from '@timbermark/contract'
import { Alert, Button, Card } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ActionButton } from '../../../entity/actions/action-button.tsx'
import { SendDialog } from '../../../entity/dialogs/dialog-form.tsx'
import { EntityTable } from '../../../entity/list/entity-table.tsx'
import { LoadingOrFailure, NoPermission } from '../../../entity/list/list-states.tsx'
import { useRow } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import '../../../entity/entity.css'
import '../system.css'

/** Users of one role: `/system/role-auth/user/:roleId`. */
export default function AssignUsersScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const refresh = useRefreshUsers()
  const { can } = useSession()
  const { roleId = '' } = useParams()
  const [selected, setSelected] = useState<readonly React.Key[]>([])
  const [choosing, setChoosing] = useState(false)
  const mayAssign = can('system:role:list') && can('system:role:edit')
  const { data, error, refetch } = useRow(roleView, mayAssign ? roleId : undefined)
  if (!mayAssign) return <NoPermission />
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 8 }} />
  const refusal = data.why.authUser && t(`error.${data.why.authUser}`)
  const readOnly = refusal !== undefined || !data.can.includes('authUser')
  const name = data.roleName

  const cancel = async (userIds: readonly React.Key[]) => {
    await client.call('PUT /system/role/authUser/cancelAll', {
      body: { roleId: Number(roleId), userIds: userIds.map(Number) },
    })
    setSelected(keys => keys.filter(key => !userIds.includes(key)))
    feedback.done(t('system.role.revoked', { n: userIds.length }))
    await refresh()
  }

  return (
    <Card
      className="tm-titled"
      title={t('system.role.usersOf', { name })}
      extra={<Button onClick={() => navigate('/system/role')}>{t('action.back')}</Button>}
    >
      {refusal && <Alert type="info" showIcon title={refusal} className="tm-form-problems" />}
      <EntityTable
        entity={roleUser}
        path="/system/role/authUser/allocatedList"
        query={{ roleId }}
        selection={readOnly ? undefined : { keys: selected, onChange: keys => setSelected(keys) }}
        actions={
          readOnly
            ? undefined
            : row => [
                {
                  key: 'cancel',
                  label: t('system.role.revoke'),
                  danger: true,
                  confirm: {
                    title: t('system.role.revokeTitle', { role: name, name: row.userName }),
                    ok: t('system.role.revoke'),
                  },
                  run: () => cancel([row.id]),
                },
              ]
        }
        toolbar={
          !readOnly && (
            <>
              <Button type="primary" icon={<UserAddOutlined />} onClick={() => setChoosing(true)}>
                {t('system.role.addUsers')}
              </Button>
              <ActionButton
                action={{
                  key: 'cancelAll',
                  label: t('system.role.revokeSelected', { n: selected.length }),
                  icon: <CloseOutlined />,
                  danger: true,
                  reason: selected.length === 0 ? t('entity.selectFirst') : undefined,
                  confirm: {
                    title: t('system.role.revokeSeveral', { role: name, n: selected.length }),
                    ok: t('system.role.revoke'),
                  },
                  run: () => cancel(selected),
                }}
              />
            </>
          )
        }
      />
      {choosing && <ChooseUsers role={data} onClose={() => setChoosing(false)} />}
    </Card>
  )
}

function useRefreshUsers() {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: ['entity', 'system/user'] })
    await queries.invalidateQueries({ queryKey: ['entity', 'system/role'] })
  }
}

/** Users who do not have the role yet. */
function ChooseUsers({ role, onClose }: { role: RowOf<typeof roleView>; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefreshUsers()
  const [selected, setSelected] = useState<readonly React.Key[]>([])
  const add = async () => {
    await client.call('PUT /system/role/authUser/selectAll', {
      body: { roleId: role.id, userIds: selected.map(Number) },
    })
    feedback.done(t('system.role.granted', { n: selected.length }))
    await refresh()
  }
  return (
    <SendDialog
      width={980}
      title={t('system.role.addUsersTo', { name: role.roleName })}
      ok={t('system.role.addUsersCount', { n: selected.length })}
      disabled={selected.length === 0}
      onClose={onClose}
      send={add}
    >
      <EntityTable
        entity={roleUser}
        prefix="free."
        path="/system/role/authUser/unallocatedList"
        query={{ roleId: role.id }}
        selection={{ keys: selected, onChange: keys => setSelected(keys) }}
      />
    </SendDialog>
  )
}
