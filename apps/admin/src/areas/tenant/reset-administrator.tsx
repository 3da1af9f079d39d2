import type { enterpriseView, RowOf } from '@timbermark/contract'
import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'
import type { Created } from './enterprise-form.tsx'

interface ResetAdministratorProps {
  row: RowOf<typeof enterpriseView>
  onClose: () => void
  /** With the new password, to be handed over. */
  onReset: (made: Created) => void
}

/** Gives an enterprise's administrator another password, and says beforehand who will see it. */
export function ResetAdministrator({ row, onClose, onReset }: ResetAdministratorProps) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const [factor, setFactor] = useState(false)
  const [saving, setSaving] = useState(false)
  const send = async () => {
    setSaving(true)
    try {
      const made = await client.call('PUT /tenant/enterprise/resetPwd', { body: { id: row.id, secondFactor: factor } })
      onReset({ name: row.name, ...made })
      onClose()
    } catch (error) {
      feedback.fail(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Modal
      open
      title={t('tenant.enterprise.resetTitle', { name: row.name })}
      okText={t('action.resetPwd')}
      cancelText={t('action.cancel')}
      confirmLoading={saving}
      onOk={send}
      onCancel={onClose}
    >
      <p>{t('tenant.enterprise.resetText')}</p>
      <Checkbox checked={factor} onChange={event => setFactor(event.target.checked)}>
        {t('tenant.enterprise.resetFactor')}
      </Checkbox>
    </Modal>
  )
}
