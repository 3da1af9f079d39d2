import type { enterpriseView, RowOf } from '@timbermark/contract'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { SendDialog } from '../../entity/dialogs/dialog-form.tsx'
import { useClient, useT } from '../../shell/index.ts'
import type { CreatedAccount } from './enterprise-form.tsx'

interface ResetAdministratorProps {
  row: RowOf<typeof enterpriseView>
  onClose: () => void
  /** Called with the new password, to be handed over. */
  onReset: (account: CreatedAccount) => void
}

/** Resets the password of an enterprise's administrator, and says beforehand who will see it. */
export function ResetAdministrator({ row, onClose, onReset }: ResetAdministratorProps) {
  const t = useT()
  const client = useClient()
  const [factor, setFactor] = useState(false)
  return (
    <SendDialog
      title={t('tenant.enterprise.resetTitle', { name: row.name })}
      ok={t('action.resetPwd')}
      onClose={onClose}
      send={async headersFor => {
        const body = { id: row.id, secondFactor: factor }
        const answer = await client.call('PUT /tenant/enterprise/resetPwd', { body, headers: headersFor(body) })
        onReset({ name: row.name, ...answer })
      }}
    >
      <p>{t('tenant.enterprise.resetText')}</p>
      <Checkbox checked={factor} onChange={event => setFactor(event.target.checked)}>
        {t('tenant.enterprise.resetFactor')}
      </Checkbox>
    </SendDialog>
  )
}
