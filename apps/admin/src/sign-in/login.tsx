import { ApiError, type AnswerTo } from '@timbermark/client'
import { useEffect, useRef, useState } from 'react'
import { client } from '../shell/client.ts'
import { withFeedback } from '../shell/notices/feedback.ts'
import { afterSignIn } from '../shell/session/guard.ts'
import { useParameter } from '../shell/parameter.ts'
import { storeToken } from '../shell/session/stored-session.ts'
import { takeReturnPath } from '../shell/session/session-end.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { CaptchaField, useCaptcha } from './captcha.tsx'
import { Field, PasswordField, SubmitButton } from './fields.tsx'
import { fetchAhead } from './prefetch-page.ts'
import { required, useForm } from './form.ts'
import { deviceHeaders, storeDevice } from './known-device.ts'
import { SecondStep } from './second-step.tsx'
import { remember, rememberedAccount, storedPassword } from './remembered.ts'
import { go, useVisitedPage } from './navigation.ts'
import { Link } from './link.tsx'

export function Login() {
  const t = useT()
  const { search, state } = useVisitedPage()
  // Users who came by an invitation have typed no enterprise identification that could be wrong.
  const { registered, at } = (state ?? {}) as { registered?: string; at?: string }
  const wanted = search.get('redirect')
  const captcha = useCaptcha()
  const canRegister = useParameter('sys.account.registerUser') === 'true'
  const wantsRemembering = useRef<HTMLInputElement>(null)
  const account = registered ?? rememberedAccount() ?? ''

  const [pendingSession, setPendingSession] = useState<{ account: string; ticket: string }>()

  const enter = async (name: string, { token, url, device }: AnswerTo<'POST /login/secondFactor'>) => {
    storeToken(token)
    storeDevice(name, device)
    withFeedback(({ clear }) => clear())
    const left = takeReturnPath(name)
    const isHome = wanted === null || wanted === '/' || wanted === '/index'
    await go(afterSignIn(isHome ? left : wanted, url), { replace: true })
  }

  const { errors, busy, fill, form } = useForm<'username' | 'password' | 'code'>({
    t,
    waits: captcha.awaited,
    rules: {
      username: required(t('shell.login.accountRequired')),
      password: value => (value === '' ? t('shell.login.passwordRequired') : undefined),
      code: required(t('shell.login.codeRequired')),
    },
    async submit({ username, password, code }) {
      const body = { username: username.trim(), password, code: code.trim(), uuid: captcha.uuid }
      const headers = deviceHeaders(body.username)
      const answer = await client
        .call('POST /login', { body, token: false, allowDoubleSubmit: true, headers })
        .catch((error: unknown) => {
          if (error instanceof ApiError && error.error === 'auth.captchaNeeded') captcha.demand()
          throw error
        })
      await remember(body.username, password, wantsRemembering.current?.checked ?? false)
      if ('ticket' in answer) setPendingSession({ account: body.username, ticket: answer.ticket })
      else await enter(body.username, answer)
    },
    refused() {
      fill({ code: '' })
      if (captcha.needed) captcha.renew()
    },
  })

  useEffect(() => {
    if (!rememberedAccount()) return
    storedPassword().then(stored => stored && fill({ username: stored.id, password: stored.password }))
  }, [fill])

  if (pendingSession)
    return (
      <BarePage title={t('shell.factor.title')} lead={t('shell.factor.lead')}>
        <SecondStep
          {...pendingSession}
          onOpened={opened => enter(pendingSession.account, opened)}
          onBack={() => {
            setPendingSession(undefined)
            captcha.renew()
          }}
        />
      </BarePage>
    )
  return (
    <BarePage title={t('shell.login.title')}>
      {registered ? (
        <p className="bare-note" role="status">
          {at
            ? t('shell.register.doneInvited', { name: registered, enterprise: at })
            : t('shell.register.done', { name: registered })}
        </p>
      ) : null}
      <form
        {...form}
        onInput={() => {
          form.onInput()
          void fetchAhead(wanted?.startsWith('/h5') ? '/h5' : '/index')
        }}
      >
        <Field
          name="username"
          label={t('shell.login.account')}
          error={errors.username}
          defaultValue={account}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck="false"
          maxLength={64}
          autoFocus={!account}
        />
        <PasswordField
          name="password"
          label={t('shell.login.password')}
          error={errors.password}
          autoComplete="current-password"
          autoFocus={Boolean(account)}
        />
        <CaptchaField captcha={captcha} error={errors.code} />
        <label className="remember" title={t('shell.login.rememberHint')}>
          <input ref={wantsRemembering} type="checkbox" defaultChecked={rememberedAccount() !== null} />
          {t('shell.login.remember')}
        </label>
        <SubmitButton busy={busy}>{t('shell.login.submit')}</SubmitButton>
      </form>
      {canRegister && (
        <p className="bare-links">
          {t('shell.login.noAccount')} <Link to="/register">{t('shell.login.register')}</Link>
        </p>
      )}
    </BarePage>
  )
}
