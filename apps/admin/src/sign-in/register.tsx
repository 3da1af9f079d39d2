import { Link, useNavigate } from 'react-router'
import { client } from '../shell/client.ts'
import { useT } from '../shell/texts.tsx'
import { usePasswordLength } from '../shell/use-password-length.ts'
import { BarePage } from './bare-page.tsx'
import { CaptchaField, useCaptcha } from './captcha.tsx'
import { Field, PasswordField, SubmitButton } from './fields.tsx'
import { first, length, required, useForm } from './form.ts'

type Name = 'username' | 'password' | 'confirmPassword' | 'code'

export function Component() {
  const t = useT()
  const navigate = useNavigate()
  const captcha = useCaptcha()
  const { min, max } = usePasswordLength('given')
  const accountLength = length(2, 20, t('shell.register.accountLength'))

  const { errors, busy, fill, form } = useForm<Name>({
    t,
    waits: captcha.awaited,
    rules: {
      username: first<Name>(required(t('shell.login.accountRequired')), value => accountLength(value.trim())),
      password: first<Name>(
        required(t('shell.login.passwordRequired')),
        length(min, max, t('shell.password.length', { min, max })),
      ),
      confirmPassword: first<Name>(required(t('shell.register.confirmRequired')), (value, { password }) =>
        value === password ? undefined : t('shell.password.mismatch'),
      ),
      code: required(t('shell.login.codeRequired')),
    },
    async submit({ username, password, confirmPassword, code }) {
      const body = { username: username.trim(), password, confirmPassword, code: code.trim(), uuid: captcha.uuid }
      await client.call('POST /register', { body, token: false, repeat: true })
      await navigate('/login', { state: { registered: body.username } })
    },
    refused() {
      fill({ code: '' })
      if (captcha.needed) captcha.renew()
    },
  })

  return (
    <BarePage title={t('shell.register.title')} lead={t('shell.register.lead')}>
      <form {...form}>
        <Field
          name="username"
          label={t('shell.login.account')}
          error={errors.username}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
        />
        <PasswordField
          name="password"
          label={t('shell.login.password')}
          error={errors.password}
          autoComplete="new-password"
        />
        <PasswordField
          name="confirmPassword"
          label={t('shell.register.confirm')}
          error={errors.confirmPassword}
          autoComplete="new-password"
        />
        <CaptchaField captcha={captcha} error={errors.code} />
        <SubmitButton busy={busy}>{t('shell.register.submit')}</SubmitButton>
      </form>
      <p className="bare-links">
        {t('shell.register.haveAccount')} <Link to="/login">{t('shell.register.toLogin')}</Link>
      </p>
    </BarePage>
  )
}
