import { Button, Form, Input } from 'antd'
import { showIssues } from '../../../entity/form/show-issues.ts'
import { useSendOnce } from '../../../entity/form/use-send-once.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, usePasswordLength, useT } from '../../../shell/index.ts'
import type { Profile } from './profile.tsx'

interface Passwords {
  oldPassword: string
  newPassword: string
  confirmPassword: string
}

/** Changes the current user's password (VAL-11 to VAL-13, ERR-28 to ERR-30). */
export function PasswordForm({ profile }: { profile: Profile }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const [form] = Form.useForm<Passwords>()
  const { sending, inertProps, send } = useSendOnce()
  const { min, max } = usePasswordLength('own')

  const finish = ({ oldPassword, newPassword }: Passwords) =>
    send(
      async headersFor => {
        const body = { oldPassword, newPassword }
        // Without the idempotency key a repeat after a lost answer would refuse the old password as wrong.
        await client.call('PUT /system/user/profile/updatePwd', { body, headers: headersFor(body) })
        feedback.done(t('system.profile.passwordDone'))
        form.resetFields()
      },
      error => showIssues(form, t, error, 'system.profile') || feedback.fail(error),
    )
  return (
    <Form
      {...inertProps}
      form={form}
      name="profile-password"
      layout="vertical"
      className="tm-narrow-form"
      onFinish={finish}
    >
      {/* Names the account for the password manager. */}
      <input type="text" name="username" autoComplete="username" value={profile.userName} readOnly hidden />
      <Form.Item
        name="oldPassword"
        label={t('system.profile.oldPassword')}
        rules={[{ required: true, message: t('shell.password.oldRequired') }]}
      >
        <Input.Password autoComplete="current-password" />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label={t('system.profile.newPassword')}
        dependencies={['oldPassword']}
        validateFirst
        extra={t('system.user.passwordHint', { min, max })}
        rules={[
          { required: true, message: t('shell.password.newRequired') },
          { min, message: t('error.tooShort', { label: t('system.profile.newPassword'), min }) },
          { max, message: t('error.tooLong', { label: t('system.profile.newPassword'), max }) },
          ({ getFieldValue }) => ({
            validator: async (_, value) => {
              if (value && value === getFieldValue('oldPassword')) throw new Error(t('error.auth.passwordUnchanged'))
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label={t('shell.password.confirm')}
        dependencies={['newPassword']}
        validateFirst
        rules={[
          { required: true, message: t('shell.register.confirmRequired') },
          ({ getFieldValue }) => ({
            validator: async (_, value) => {
              if (value !== getFieldValue('newPassword')) throw new Error(t('shell.password.mismatch'))
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={sending}>
        {t('system.profile.password')}
      </Button>
    </Form>
  )
}
