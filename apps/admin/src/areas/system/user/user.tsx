import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { type RowOf, userView } from '@timbermark/contract'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Action } from '../../../entity/actions/action-button.tsx'
import { canUse } from '../../../entity/actions/permissions.ts'
import { EntityScreen } from '../../../entity/list/entity-screen.tsx'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useRefresh } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useAddressParam, useListState } from '../../../entity/list/use-list-state.ts'
import { useNarrow } from '../../../entity/list/use-narrow.ts'
import { useClient, useParameter, useSession, useT } from '../../../shell/index.ts'
import { withoutForms } from '../../../entity/form/without-forms.ts'
import { useRowAction } from '../../../entity/actions/use-row-action.ts'
import { statusCell } from '../../../entity/values/status-cell.tsx'
import { DeptTree } from './dept-tree.tsx'
import { endSessions } from './end-sessions.ts'
import { ImportUsers } from './import-users.tsx'
import { InviteUser } from './invite-user.tsx'
import { ResetPassword } from './reset-password.tsx'
import { TakeUser } from './take-user.tsx'
import { UserForm } from './user-form.tsx'
import '../system.css'

type User = RowOf<typeof userView>

const listEntity = withoutForms({
  ...userView,
  // The import has an option and an answer of its own, so the screen has its own dialog.
  operations: userView.operations.filter(verb => verb !== 'import'),
})
const statusOf = statusCell(userView)
const nameList = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : '–')

/** Users of the enterprise by department. */
export default function UserScreen() {
  const t = useT()
  const narrow = useNarrow()
  const { permissions, can } = useSession()
  const { state, change } = useListState(listEntity)
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const [resetting, setResetting] = useState<User>()
  const [taking, setTaking] = useState<User>()
  const mayInvite = useParameter('sys.account.registerUser') === 'true'
  const [importing, setImporting] = useState(false)
  const may = (verb: string) => canUse(userView, verb, permissions)
  const dept = state.filters.deptId as string | undefined

  const actions = useUserActions({
    onTake: setTaking,
    onEdit: row => setEditing(String(row.id)),
    onReset: setResetting,
  })

  return (
    <div className="tm-with-tree">
      {!narrow && can('system:user:list') && (
        <DeptTree
          value={dept}
          onChange={id => {
            const { deptId: _, ...filters } = state.filters
            change({ filters: id ? { ...filters, deptId: id } : filters, page: 1 })
          }}
        />
      )}
      <div className="tm-beside-tree">
        <EntityScreen
          entity={listEntity}
          rowActions={actions}
          cells={{
            status: (row, plain) =>
              row.waiting ? <ToneTag tone="warning">{t('system.user.waiting')}</ToneTag> : statusOf(row, plain),
            roleNames: row => <span className="tm-wrapping">{nameList(row.roleNames)}</span>,
          }}
          toolbar={
            <>
              {may('add') && (
                <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('1')}>
                  {t('action.add')}
                </Button>
              )}
              {may('add') && mayInvite && <InviteUser />}
              {may('import') && (
                <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
                  {t('action.import')}
                </Button>
              )}
            </>
          }
          detail={row => <UserExtra row={row} />}
        />
      </div>
      {adding && may('add') ? (
        <UserForm id={undefined} deptId={dept ? Number(dept) : undefined} onClose={() => setAdding(undefined)} />
      ) : editing && may('edit') ? (
        <UserForm key={editing} id={editing} onClose={() => setEditing(undefined)} />
      ) : null}
      {resetting && <ResetPassword row={resetting} onClose={() => setResetting(undefined)} />}
      {taking && <TakeUser row={taking} onClose={() => setTaking(undefined)} />}
      {importing && <ImportUsers onClose={() => setImporting(false)} />}
    </div>
  )
}

interface UserActionsProps {
  onTake: (row: User) => void
  onEdit: (row: User) => void
  onReset: (row: User) => void
}

/** What can be done with a user; someone who has registered is accepted or refused first. */
function useUserActions({ onTake, onEdit, onReset }: UserActionsProps) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const refresh = useRefresh(userView)
  const rowAction = useRowAction(userView)
  const { permissions, can } = useSession()
  const may = (verb: string) => canUse(userView, verb, permissions)

  const registrationActions = (row: User): Action[] => [
    ...rowAction(row, 'take', {
      hasPermission: may('add'),
      label: t('system.user.take'),
      run: () => onTake(row),
    }),
    ...rowAction(row, 'remove', {
      label: t('system.user.refuse'),
      danger: true,
      confirm: {
        title: t('system.user.refuseTitle', { name: row.userName }),
        text: t('system.user.refuseText'),
        ok: t('system.user.refuse'),
      },
      run: async () => {
        await client.call('DELETE /system/user/:ids', { params: { ids: String(row.id) } })
        feedback.done()
        await refresh()
      },
    }),
  ]

  return (row: User): Action[] => [
    ...(row.waiting ? registrationActions(row) : []),
    ...rowAction(row, 'edit', { label: t('action.edit'), run: () => onEdit(row) }),
    ...rowAction(row, 'authRole', {
      hasPermission: may('edit'),
      label: t('system.user.authRole'),
      run: () => navigate(`/system/user-auth/role/${row.id}`),
    }),
    ...rowAction(row, 'resetPwd', {
      label: t('action.resetPwd'),
      run: () => onReset(row),
    }),
    ...(row.secondFactor
      ? rowAction(row, 'resetSecondFactor', {
          hasPermission: may('resetPwd'),
          label: t('system.user.resetFactor'),
          danger: true,
          confirm: {
            title: t('system.user.resetFactorTitle', { name: row.userName }),
            text: t('system.user.resetFactorText'),
            ok: t('system.user.resetFactor'),
          },
          run: async () => {
            await client.call('PUT /system/user/resetSecondFactor', { body: { userId: row.id } })
            feedback.done()
            await refresh()
          },
        })
      : []),
    ...(can('monitor:online:forceLogout') && can('monitor:online:list') && row.why.changeStatus === undefined
      ? [
          {
            key: 'forceLogout',
            label: t('action.forceLogout'),
            danger: true,
            confirm: {
              title: t('monitor.online.endTitle', { name: row.userName }),
              text: t('monitor.online.endText'),
              ok: t('action.forceLogout'),
            },
            run: async () => {
              const ended = await endSessions(client, row.userName)
              feedback.done(t(ended === 0 ? 'monitor.online.noneEnded' : 'monitor.online.ended', { n: ended }))
            },
          },
        ]
      : []),
  ]
}

/** What the detail shows in addition to the fields. */
function UserExtra({ row }: { row: User }) {
  const t = useT()
  const { postIds = [], posts = [] } = row
  const assigned = posts.filter(({ postId }) => postIds.includes(postId))
  return (
    <section className="tm-panel">
      <h3>{t('system.user.postIds')}</h3>
      <p>{nameList(assigned.map(({ postName }) => postName))}</p>
      {row.waiting && <Alert showIcon type="warning" title={t('system.user.waitingText')} />}
      {row.initial && <Alert showIcon type="info" title={t('system.user.initial')} />}
    </section>
  )
}
