import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { client } from '../shell/client.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { CaptchaField, useCaptcha } from './captcha.tsx'
import { showIssues } from './show-issues.ts'

interface Fields {
  username: string
  password: string
  confirmPassword: string
  code?: string
}

export function Component() {
  const t = useT()
  const navigate = useNavigate()
  const [form] = Form.useForm<Fields>()
  const captcha = useCaptcha()
  const [busy, setBusy] = useState(false)

  const submit = async ({ code = '', ...fields }: Fields) => {
    setBusy(true)
    const body = { ...fields, username: fields.username.trim(), code: code.trim(), uuid: captcha.uuid }
    try {
      await client.post('/register', body, { token: false, repeat: true })
      await navigate('/login', { state: { registered: body.username } })
    } catch (error) {
      showIssues(t, form, error)
      form.setFieldValue('code', '')
      if (captcha.needed) captcha.renew()
    } finally {
      setBusy(false)
    }
  }

  return (
    <BarePage title={t('shell.register.title')} lead={t('shell.register.lead')}>
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        size="large"
        onFinish={submit}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item
          name="username"
          label={t('shell.login.account')}
          validateFirst
          rules={[
            { required: true, whitespace: true, message: t('shell.login.accountRequired') },
            {
              min: 2,
              max: 20,
              message: t('shell.register.accountLength'),
              transform: value => String(value ?? '').trim(),
            },
          ]}
        >
          <Input name="username" autoComplete="username" autoCapitalize="off" spellCheck={false} autoFocus />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('shell.login.password')}
          validateFirst
          rules={[
            { required: true, message: t('shell.login.passwordRequired') },
            { min: 5, max: 20, message: t('shell.register.passwordLength') },
          ]}
        >
          <Input.Password name="password" autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="confirmPassword"
          label={t('shell.register.confirm')}
          dependencies={['password']}
          validateFirst
          rules={[
            { required: true, message: t('shell.register.confirmRequired') },
            ({ getFieldValue }) => ({
              validator: (_, value) =>
                value === getFieldValue('password')
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('shell.password.mismatch'))),
            }),
          ]}
        >
          <Input.Password name="confirmPassword" autoComplete="new-password" />
        </Form.Item>
        <CaptchaField captcha={captcha} />
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('shell.register.submit')}
        </Button>
      </Form>
      <p className="bare-links">
        {t('shell.register.haveAccount')} <Link to="/login">{t('shell.register.toLogin')}</Link>
      </p>
    </BarePage>
  )
}
