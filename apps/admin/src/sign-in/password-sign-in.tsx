import { ApiError, type AnswerTo } from '@timbermark/client'
import { useEffect, useId, useState } from 'react'
import { client } from '../shell/client.ts'
import { useT } from '../shell/texts.tsx'
import { CaptchaField, useCaptcha } from './captcha.tsx'
import { Field, PasswordField, SubmitButton } from './fields.tsx'
import { required, useForm } from './form.ts'
import { deviceHeaders } from './known-device.ts'
import { remember, rememberedAccount, storedPassword } from './remembered.ts'

interface PasswordSignInProps {
  /** Account to begin with. */
  account: string
  /** Label of the button. */
  submit: string
  onOpened: (account: string, opened: AnswerTo<'POST /login/secondFactor'>, password: string) => Promise<void>
  /** The second factor is still owed. */
  onOwed: (account: string, ticket: string, password: string) => void
  onInput?: () => void
}

/** The form for account and password. */
export function PasswordSignIn({ account, submit, onOpened, onOwed, onInput }: PasswordSignInProps) {
  const t = useT()
  const captcha = useCaptcha()
  const [remembering, setRemembering] = useState(rememberedAccount() !== null)
  const hint = useId()

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
      await remember(body.username, password, remembering)
      if ('ticket' in answer) onOwed(body.username, answer.ticket, password)
      else await onOpened(body.username, answer, password)
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

  return (
    <form
      {...form}
      onInput={() => {
        form.onInput()
        onInput?.()
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
      <label className="remember">
        <input
          type="checkbox"
          checked={remembering}
          aria-describedby={hint}
          onChange={event => setRemembering(event.currentTarget.checked)}
        />
        {t('shell.login.remember')}
      </label>
      {remembering ? (
        <p id={hint} className="remember-hint">
          {t('shell.login.rememberHint')}
        </p>
      ) : null}
      <SubmitButton busy={busy}>{submit}</SubmitButton>
    </form>
  )
}
