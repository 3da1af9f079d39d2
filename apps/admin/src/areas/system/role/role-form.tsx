import { role } from '@timbermark/contract'
import { Alert, Form } from 'antd'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { useT } from '../../../shell/index.ts'
import { FieldItem } from '../../../entity/form/field-item.tsx'
import { RecordDrawer } from '../../../entity/form/record-drawer.tsx'
import { CheckTree } from '../tree/check-tree-control.tsx'
import { toRoleBody, roleValues } from './role-body.ts'
import { useMenuTree } from './use-menu-tree.ts'

/** Adds or edits a role with its menu permissions. */
export function RoleForm({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useT()
  const menus = useMenuTree()
  return (
    <RecordDrawer entity={role} id={id} onClose={onClose} initial={roleValues} body={toRoleBody}>
      {row => (
        <>
          <FieldItem entity={role} name="roleName" />
          <FieldItem entity={role} name="roleKey" hint={t('system.role.keyHint')} />
          <FieldItem entity={role} name="roleSort" />
          <FieldItem entity={role} name="status" />
          <Form.Item name="menuIds" label={t('system.role.menuIds')} className="tm-form-wide">
            {!menus.data ? (
              <LoadingOrFailure error={menus.error} onRetry={menus.refetch} title={false} paragraph={{ rows: 5 }} />
            ) : (
              <CheckTree nodes={menus.data} label={t('system.role.menuIds')} />
            )}
          </Form.Item>
          <FieldItem entity={role} name="remark" wide />
          {!row && <Alert type="info" showIcon className="tm-form-wide" title={t('system.role.scopeHint')} />}
        </>
      )}
    </RecordDrawer>
  )
}
