import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Card, Checkbox, Descriptions, Empty } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { LoadingOrFailure, NoPermission } from '../../../entity/list/list-states.tsx'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useSendOnce } from '../../../entity/form/use-send-once.ts'
import { useLeaveGuard } from '../../../entity/form/use-leave-guard.ts'
import { dropDraft, storeDraft, readDraft } from '../../../shell/drafts.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import '../../../entity/entity.css'
import '../system.css'

/** Roles of one user: `/system/user-auth/role/:userId`. */
export default function AssignRolesScreen() {
  const t = useT()
  const client = useClient()
  const queries = useQueryClient()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const { can, user: me } = useSession()
  const { userId = '' } = useParams()
  const draftName = `${me.userId}:roles-of:${userId}`
  const [chosen, setChosen] = useState(() => readDraft(draftName)?.values.roleIds as readonly number[] | undefined)
  const { sending, inertProps, send } = useSendOnce()
  const mayAssign = can('system:user:edit')
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'system/user', 'authRole', userId],
    queryFn: ({ signal }) => client.call('GET /system/user/authRole/:id', { params: { id: userId }, signal }),
    staleTime: 0,
    enabled: mayAssign,
  })
  const leave = useLeaveGuard(chosen !== undefined)
  if (!mayAssign) return <NoPermission />
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 8 }} />

  const assigned = data.roles.filter(role => role.flag).map(role => role.roleId)
  const value = chosen ?? assigned
  const changed = value.length !== assigned.length || value.some(id => !assigned.includes(id))
  const isSelf = data.user.userId === me.userId
  const back = () => navigate('/system/user')

  const save = () =>
    send(async () => {
      await client.call('PUT /system/user/authRole', { body: { userId: data.user.userId, roleIds: value } })
      feedback.done()
      leave.release()
      dropDraft(draftName)
      await queries.invalidateQueries({ queryKey: ['entity', 'system/user'] })
      await queries.invalidateQueries({ queryKey: ['entity', 'system/role'] })
      back()
    })

  return (
    <Card
      {...inertProps}
      className="tm-titled"
      title={t('system.user.authRoleOf', { name: data.user.nickName || data.user.userName })}
    >
      <Descriptions
        size="small"
        column={{ xs: 1, md: 3 }}
        items={[
          { key: 'userName', label: t('system.user.userName'), children: data.user.userName },
          { key: 'nickName', label: t('system.user.nickName'), children: data.user.nickName },
          { key: 'deptName', label: t('system.user.deptId'), children: data.user.deptName ?? '–' },
        ]}
      />
      {isSelf && <p className="tm-muted">{t('error.system.user.selfRoles')}</p>}
      {data.roles.length === 0 ? (
        <Empty description={t('common.empty')} />
      ) : (
        <Checkbox.Group
          className="tm-role-choices"
          value={[...value]}
          disabled={isSelf}
          onChange={ids => {
            setChosen(ids)
            storeDraft(draftName, { roleIds: ids })
          }}
        >
          {data.roles.map(role => {
            // A role that the person may not grant can only be removed.
            const closed = !value.includes(role.roleId) && (!role.grantable || role.status === '1')
            return (
              <Checkbox key={role.roleId} value={role.roleId} disabled={isSelf || closed} className="tm-role-choice">
                <strong>{role.roleName}</strong>
                <code className="tm-muted">{role.roleKey}</code>
                {role.status === '1' && <span className="tm-muted">{t('system.role.disabled')}</span>}
                {!role.grantable && <span className="tm-muted">{t('system.role.notYours')}</span>}
              </Checkbox>
            )
          })}
        </Checkbox.Group>
      )}
      <div className="tm-button-row">
        <Button type="primary" loading={sending} disabled={!changed || isSelf} onClick={save}>
          {t('action.save')}
        </Button>
        <Button
          onClick={() =>
            leave.attempt(() => {
              dropDraft(draftName)
              back()
            })
          }
        >
          {t('action.back')}
        </Button>
      </div>
    </Card>
  )
}
