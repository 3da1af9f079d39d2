import { PlusOutlined } from '@ant-design/icons'
import { enterpriseView, type RowOf } from '@timbermark/contract'
import { Button } from 'antd'
import { useState } from 'react'
import type { Action } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { DictTag } from '../../entity/values/dict-tag.tsx'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { statusDict } from '../../entity/actions/status-switch.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { withoutForms } from '../../entity/form/without-forms.ts'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { type CreatedAccount, EnterpriseForm } from './enterprise-form.tsx'
import { HandOver } from './hand-over.tsx'
import { ResetAdministrator } from './reset-administrator.tsx'
import './enterprise.css'

type Enterprise = RowOf<typeof enterpriseView>

const listEntity = withoutForms(enterpriseView)

/** Enterprises of the platform, each with its administrator and its usage. */
export default function EnterpriseScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(enterpriseView)
  const { permissions } = useSession()
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const [created, setCreated] = useState<CreatedAccount>()
  const [resetting, setResetting] = useState<Enterprise>()
  const rowAction = useRowAction(enterpriseView)
  const may = (verb: string) => canUse(enterpriseView, verb, permissions)

  const actions = (row: Enterprise): Action[] => {
    const { name } = row
    const isEnabled = row.status === '0'
    return [
      ...rowAction(row, 'edit', { label: t('action.edit'), run: () => setEditing(String(row.id)) }),
      ...rowAction(row, 'changeStatus', {
        label: t(isEnabled ? 'action.disable' : 'action.enable'),
        danger: isEnabled,
        confirm: {
          title: t(isEnabled ? 'entity.disableTitle' : 'entity.enableTitle', { name }),
          text: t(isEnabled ? 'tenant.enterprise.disableText' : 'tenant.enterprise.enableText'),
          ok: t(isEnabled ? 'action.disable' : 'action.enable'),
        },
        run: async () => {
          await client.put('/tenant/enterprise/changeStatus', { id: row.id, status: isEnabled ? '1' : '0' })
          feedback.done()
          await refresh()
        },
      }),
      ...rowAction(row, 'resetPwd', { label: t('tenant.enterprise.resetPwd'), run: () => setResetting(row) }),
    ]
  }

  return (
    <>
      <EntityScreen
        entity={listEntity}
        rowActions={actions}
        cells={{
          status: row => <DictTag type={statusDict} value={row.status} />,
          kind: (row, plain) => (row.kind === 'platform' ? t('tenant.enterprise.kind.platform') : plain),
        }}
        toolbar={
          may('add') && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('1')}>
              {t('action.add')}
            </Button>
          )
        }
      />
      {adding && may('add') ? (
        <EnterpriseForm id={undefined} onClose={() => setAdding(undefined)} onCreated={setCreated} />
      ) : editing && may('edit') ? (
        <EnterpriseForm key={editing} id={editing} onClose={() => setEditing(undefined)} onCreated={setCreated} />
      ) : null}
      {resetting && <ResetAdministrator row={resetting} onClose={() => setResetting(undefined)} onReset={setCreated} />}
      {created && <HandOver created={created} onClose={() => setCreated(undefined)} />}
    </>
  )
}
