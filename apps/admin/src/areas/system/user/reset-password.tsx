import type { RowOf, userView } from '@timbermark/contract'
import { Form, Typography } from 'antd'
import { DialogForm } from '../../../entity/dialogs/dialog-form.tsx'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { PasswordItem } from '../password/password-item.tsx'

/** Sets another password for a user; the user's sessions end. */
export function ResetPassword({ row, onClose }: { row: RowOf<typeof userView>; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const [form] = Form.useForm<{ password: string }>()
  return (
    <DialogForm<{ password: string }>
      form={form}
      title={t('system.user.resetTitle', { name: row.userName })}
      ok={t('action.resetPwd')}
      initial={{}}
      label={() => t('system.user.password')}
      onClose={onClose}
      send={async ({ password }) => {
        await client.call('PUT /system/user/resetPwd', { body: { userId: row.id, password } })
        feedback.done(t('system.user.resetDone', { name: row.userName }))
      }}
    >
      <Typography.Paragraph type="secondary">{t('system.user.resetText')}</Typography.Paragraph>
      {/* Tells the password manager that this is somebody else's account. */}
      <input type="text" name="username" autoComplete="off" value={row.userName} readOnly hidden />
      <PasswordItem name="password" label={t('system.user.password')} kind="given" />
    </DialogForm>
  )
}
