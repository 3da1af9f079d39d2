import { PlusOutlined, TableOutlined } from '@ant-design/icons'
import { type RowOf, roleView } from '@timbermark/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Action } from '../../../entity/actions/action-button.tsx'
import { canUse } from '../../../entity/actions/permissions.ts'
import { EntityScreen } from '../../../entity/list/entity-screen.tsx'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useRefresh } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useAddressParam } from '../../../entity/list/use-list-state.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { withoutForms } from '../../../entity/form/without-forms.ts'
import { useRowAction } from '../../../entity/actions/use-row-action.ts'
import { statusCell } from '../../../entity/values/status-cell.tsx'
import { CheckTree } from '../tree/check-tree-control.tsx'
import { DataScopeDialog } from './data-scope-dialog.tsx'
import { PermissionMatrix } from './matrix.tsx'
import { RoleForm } from './role-form.tsx'
import { useMenuTree } from './use-menu-tree.ts'
import '../system.css'

type Role = RowOf<typeof roleView>

const listEntity = withoutForms(roleView)

/** Roles: their permissions and data scopes. */
export default function RoleScreen() {
  const t = useT()
  const navigate = useNavigate()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(roleView)
  const { permissions } = useSession()
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const [matrix, setMatrix] = useAddressParam('matrix')
  const [scoping, setScoping] = useState<Role>()
  const rowAction = useRowAction(roleView)
  const may = (verb: string) => canUse(roleView, verb, permissions)

  const actions = (row: Role): Action[] => [
    ...rowAction(row, 'edit', { label: t('action.edit'), run: () => setEditing(String(row.id)) }),
    ...rowAction(row, 'authUser', {
      hasPermission: may('edit'),
      label: t('system.role.authUser'),
      run: () => navigate(`/system/role-auth/user/${row.id}`),
    }),
    ...rowAction(row, 'dataScope', {
      hasPermission: may('edit'),
      label: t('system.role.dataScope'),
      run: () => setScoping(row),
    }),
    ...rowAction(row, 'secondFactor', {
      hasPermission: may('edit'),
      label: t('system.role.secondFactorTag'),
      danger: row.secondFactor,
      confirm: row.secondFactor
        ? {
            title: t('system.role.secondFactorStopTitle', { name: row.roleName }),
            text: t('system.role.secondFactorStopText'),
            ok: t('system.role.secondFactorStop'),
          }
        : {
            title: t('system.role.secondFactorTitle', { name: row.roleName }),
            text: t('system.role.secondFactorText'),
            ok: t('system.role.secondFactor'),
          },
      run: async () => {
        const body = { roleId: row.id, demanded: !row.secondFactor }
        await client.call('PUT /system/role/secondFactor', { body })
        feedback.done()
        await refresh()
      },
    }),
  ]

  return (
    <>
      <EntityScreen
        entity={listEntity}
        rowActions={actions}
        cells={{
          status: statusCell(roleView),
          roleName: (row, plain) => (
            <>
              {plain}{' '}
              {row.secondFactor ? <ToneTag tone="processing">{t('system.role.secondFactorTag')}</ToneTag> : null}
            </>
          ),
          origin: row => (
            <ToneTag tone={row.builtIn ? 'processing' : 'default'}>
              {t(row.builtIn ? 'system.role.origin.delivered' : 'system.role.origin.own')}
            </ToneTag>
          ),
        }}
        toolbar={
          <>
            {may('add') && (
              <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('1')}>
                {t('action.add')}
              </Button>
            )}
            <Button icon={<TableOutlined />} onClick={() => setMatrix('1')}>
              {t('system.role.matrix')}
            </Button>
          </>
        }
        detail={row => <GrantedMenus row={row} />}
      />
      {adding && may('add') ? (
        <RoleForm id={undefined} onClose={() => setAdding(undefined)} />
      ) : editing && may('edit') ? (
        <RoleForm key={editing} id={editing} onClose={() => setEditing(undefined)} />
      ) : null}
      {scoping && <DataScopeDialog row={scoping} onClose={() => setScoping(undefined)} />}
      {matrix && <PermissionMatrix onClose={() => setMatrix(undefined)} />}
    </>
  )
}

/** The menus granted to the role, read-only. */
function GrantedMenus({ row }: { row: Role }) {
  const t = useT()
  const { data } = useMenuTree()
  return (
    <section className="tm-panel">
      <h3>{t('system.role.menuIds')}</h3>
      <CheckTree
        readOnly
        nodes={data}
        label={t('system.role.menuIds')}
        value={{ ids: row.menuIds ?? [], linked: true }}
      />
    </section>
  )
}
