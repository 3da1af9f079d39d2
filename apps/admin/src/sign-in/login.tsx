import { Alert, App, Button, Checkbox, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { client } from '../shell/client.ts'
import { reportError } from '../shell/feedback.ts'
import { afterSignIn } from '../shell/guard.ts'
import { keepToken } from '../shell/session.ts'
import { takePlace } from '../shell/session-end.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { CaptchaField, useCaptcha } from './captcha.tsx'
import { remember, rememberedAccount, storedPassword } from './remembered.ts'

interface Fields {
  username: string
  password: string
  code?: string
  remember: boolean
}

export function Component() {
  const t = useT()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const [search] = useSearchParams()
  const { state } = useLocation() as { state: { registered?: string } | null }
  const captcha = useCaptcha()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const account = state?.registered ?? rememberedAccount()

  useEffect(() => {
    if (!rememberedAccount()) return
    storedPassword().then(stored => {
      if (stored && !form.isFieldTouched('password'))
        form.setFieldsValue({ username: stored.id, password: stored.password })
    })
  }, [form])

  const submit = async ({ username, password, code = '', remember: wanted }: Fields) => {
    setBusy(true)
    try {
      const body = { username: username.trim(), password, code: code.trim(), uuid: captcha.uuid }
      const { token, url } = await client.post<{ token: string; url?: string }>('/login', body, {
        token: false,
        repeat: true,
      })
      keepToken(token)
      await remember(body.username, password, wanted)
      message.destroy()
      const target = search.get('redirect')
      const left = takePlace(body.username)
      const isHome = target === null || target === '/' || target === '/index'
      await navigate(afterSignIn(isHome ? left : target, url), { replace: true })
    } catch (error) {
      reportError(error)
      form.setFieldValue('code', '')
      if (captcha.needed) captcha.renew()
    } finally {
      setBusy(false)
    }
  }

  return (
    <BarePage title={t('shell.login.title')}>
      {state?.registered ? (
        <Alert
          type="success"
          showIcon
          title={t('shell.register.done', { name: state.registered })}
          className="bare-note"
        />
      ) : null}
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark={false}
        size="large"
        initialValues={{ username: account ?? '', remember: rememberedAccount() !== null }}
        onFinish={submit}
        scrollToFirstError={{ focus: true }}
      >
        <Form.Item
          name="username"
          label={t('shell.login.account')}
          rules={[{ required: true, whitespace: true, message: t('shell.login.accountRequired') }]}
        >
          <Input
            name="username"
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={64}
            autoFocus={!account}
          />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('shell.login.password')}
          rules={[{ required: true, message: t('shell.login.passwordRequired') }]}
          extra={capsLock ? t('shell.login.capsLock') : undefined}
        >
          <Input.Password
            name="password"
            autoComplete="current-password"
            maxLength={128}
            autoFocus={Boolean(account)}
            onKeyUp={event => setCapsLock(event.getModifierState('CapsLock'))}
          />
        </Form.Item>
        <CaptchaField captcha={captcha} />
        <Form.Item name="remember" valuePropName="checked" className="remember">
          <Checkbox title={t('shell.login.rememberHint')}>{t('shell.login.remember')}</Checkbox>
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('shell.login.submit')}
        </Button>
      </Form>
      <p className="bare-links">
        {t('shell.login.noAccount')} <Link to="/register">{t('shell.login.register')}</Link>
      </p>
    </BarePage>
  )
}
