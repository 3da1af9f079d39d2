import { client } from '../shell/client.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { CaptchaField, useCaptcha } from './captcha.tsx'
import { Field, SubmitButton } from './fields.tsx'
import { useAnswer } from './use-answer.ts'
import { firstProblem, length, required, useForm } from './form.ts'
import { go, useVisitedPage } from './navigation.ts'
import { Link } from './link.tsx'
import { NewPasswordFields, useNewPasswordRules } from './new-password.tsx'

type Name = 'enterprise' | 'username' | 'password' | 'confirmPassword' | 'code'

export function Register() {
  const t = useT()
  const captcha = useCaptcha()
  const { search } = useVisitedPage()
  const token = search.get('invitation') ?? ''
  // An expired invitation is reported, and the form asks for the enterprise's identification instead.
  const invitation = useAnswer(
    token,
    token ? () => client.call('GET /register/invitation/:token', { params: { token }, token: false }) : undefined,
  )
  const invited = invitation.answer
  const { newPassword, confirmPassword } = useNewPasswordRules<Name>('password', {
    kind: 'given',
    requiredText: t('shell.login.passwordRequired'),
  })
  const accountLength = length(2, 20, t('shell.register.accountLength'))

  const { errors, busy, fill, form } = useForm<Name>({
    t,
    waits: captcha.awaited || invitation.waiting,
    rules: {
      enterprise: required(t('shell.register.enterpriseRequired')),
      username: firstProblem<Name>(required(t('shell.login.accountRequired')), value => accountLength(value.trim())),
      password: newPassword,
      confirmPassword,
      code: required(t('shell.login.codeRequired')),
    },
    async submit({ enterprise, username, password, confirmPassword, code }) {
      const body = {
        ...(invited ? { invitation: token } : { enterprise: enterprise.trim() }),
        username: username.trim(),
        password,
        confirmPassword,
        code: code.trim(),
        uuid: captcha.uuid,
      }
      await client.call('POST /register', { body, token: false, allowDoubleSubmit: true })
      await go('/login', { state: { registered: body.username, at: invited?.enterpriseName } })
    },
    refused() {
      fill({ code: '' })
      if (captcha.needed) captcha.renew()
    },
  })

  return (
    <BarePage title={t('shell.register.title')} lead={t('shell.register.lead')}>
      {invited ? (
        <p className="bare-note">{t('shell.register.invited', { name: invited.enterpriseName })}</p>
      ) : invitation.failed ? (
        <p className="bare-note" role="alert">
          {t('shell.register.invitationOver')}
        </p>
      ) : null}
      <form {...form}>
        {invited ? null : (
          <Field
            name="enterprise"
            label={t('shell.register.enterprise')}
            hint={t('shell.register.enterpriseHint')}
            error={errors.enterprise}
            autoComplete="organization"
            autoCapitalize="off"
            spellCheck="false"
            maxLength={20}
            autoFocus
          />
        )}
        <Field
          name="username"
          label={t('shell.login.account')}
          error={errors.username}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck="false"
        />
        <NewPasswordFields
          name="password"
          label={t('shell.login.password')}
          confirmLabel={t('shell.register.confirm')}
          errors={errors}
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
