import { ApiError, issueText } from '@timbermark/client'
import type { RowOf, userView } from '@timbermark/contract'
import { Form, Modal, Typography } from 'antd'
import { useState } from 'react'
import { useFeedback } from '../../../entity/use-feedback.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { PasswordItem } from '../password/password-item.tsx'

/** Gives a user another password; the sessions of that user end. */
export function ResetPassword({ row, onClose }: { row: RowOf<typeof userView>; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const [form] = Form.useForm<{ password: string }>()
  const [saving, setSaving] = useState(false)

  const finish = async ({ password }: { password: string }) => {
    setSaving(true)
    try {
      await client.call('PUT /system/user/resetPwd', { body: { userId: row.id, password } })
      feedback.done(t('system.user.resetDone', { name: row.userName }))
      onClose()
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      if (issues.length > 0)
        form.setFields([
          { name: 'password', errors: issues.map(issue => issueText(t, issue, t('system.user.password'))) },
        ])
      else feedback.fail(error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Modal
      open
      title={t('system.user.resetTitle', { name: row.userName })}
      okText={t('action.resetPwd')}
      cancelText={t('action.cancel')}
      confirmLoading={saving}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Typography.Paragraph type="secondary">{t('system.user.resetText')}</Typography.Paragraph>
      <Form form={form} layout="vertical" onFinish={finish}>
        {/* Tells the password manager that this is somebody else's account. */}
        <input type="text" name="username" autoComplete="off" value={row.userName} readOnly hidden />
        <PasswordItem name="password" label={t('system.user.password')} kind="given" />
      </Form>
    </Modal>
  )
}
