import { ApiError } from '@timbermark/client'
import { App, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { client } from '../shell/client.ts'
import { leaveTo } from '../shell/session-end.ts'
import { clearSession, currentSession, h5UserType, loadSession, signOut } from '../shell/session.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { showIssues } from './show-issues.ts'

interface Fields {
  oldPassword: string
  newPassword: string
  confirmPassword: string
}

/** Whoever signed in with an initial password comes here and nowhere else until it is replaced. */
export function Component() {
  const t = useT()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const account = currentSession().user?.userName ?? ''

  const submit = async ({ oldPassword, newPassword }: Fields) => {
    setBusy(true)
    try {
      await client.put('/system/user/profile/updatePwd', { oldPassword, newPassword }, { repeat: true })
    } catch (error) {
      setBusy(false)
      return showIssues(t, form, error)
    }
    message.success(t('shell.password.done'))
    try {
      await loadSession()
      await navigate(currentSession().user?.userType === h5UserType ? '/h5' : '/index', { replace: true })
    } catch (error) {
      // The new password may have ended this session too: then it is simply used.
      if (error instanceof ApiError) clearSession()
      leaveTo('/login')
    }
  }

  const other = async () => {
    await signOut()
    leaveTo('/login')
  }

  return (
    <BarePage title={t('shell.password.title')} lead={t('shell.password.lead')}>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        size="large"
        onFinish={submit}
        scrollToFirstError={{ focus: true }}
      >
        {/* Tells the password manager whose password changes. */}
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        <Form.Item
          name="oldPassword"
          label={t('shell.password.old')}
          rules={[{ required: true, message: t('shell.password.oldRequired') }]}
        >
          <Input.Password name="oldPassword" autoComplete="current-password" autoFocus />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={t('shell.password.new')}
          dependencies={['oldPassword']}
          validateFirst
          rules={[
            { required: true, message: t('shell.password.newRequired') },
            { min: 6, max: 20, message: t('shell.password.length') },
            ({ getFieldValue }) => ({
              validator: (_, value) =>
                value && value === getFieldValue('oldPassword')
                  ? Promise.reject(new Error(t('shell.password.same')))
                  : Promise.resolve(),
            }),
          ]}
        >
          <Input.Password name="newPassword" autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="confirmPassword"
          label={t('shell.password.confirm')}
          dependencies={['newPassword']}
          validateFirst
          rules={[
            { required: true, message: t('shell.register.confirmRequired') },
            ({ getFieldValue }) => ({
              validator: (_, value) =>
                value === getFieldValue('newPassword')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('shell.password.mismatch'))),
            }),
          ]}
        >
          <Input.Password name="confirmPassword" autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('shell.password.submit')}
        </Button>
      </Form>
      <p className="bare-links">
        <Button type="link" onClick={other}>
          {t('shell.password.other')}
        </Button>
      </p>
    </BarePage>
  )
}
