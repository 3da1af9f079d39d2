import type { AnswerTo } from '@timbermark/client'
import { ApiError } from '@timbermark/client'
import { client } from '../shell/client.ts'
import { useT } from '../shell/texts.tsx'
import { Field, SubmitButton } from './fields.tsx'
import { required, useForm } from './form.ts'
import { deviceHeaders } from './known-device.ts'

interface SecondStepProps {
  account: string
  /** The ticket that the server answered for the password. */
  ticket: string
  onOpened: (opened: AnswerTo<'POST /login/secondFactor'>) => Promise<void>
  /** Returns to account and password: by choice, or because the ticket has expired. */
  onBack: () => void
}

/** The second step of a sign-in: a code of the authenticator, or a recovery code. */
export function SecondStep({ account, ticket, onOpened, onBack }: SecondStepProps) {
  const t = useT()
  const { errors, busy, fill, form } = useForm<'code'>({
    t,
    rules: { code: required(t('shell.factor.codeRequired')) },
    async submit({ code }) {
      try {
        const body = { ticket, code: code.trim() }
        await onOpened(
          await client.call('POST /login/secondFactor', {
            body,
            token: false,
            allowDoubleSubmit: true,
            headers: deviceHeaders(account),
          }),
        )
      } catch (error) {
        if (error instanceof ApiError && error.error === 'auth.secondFactorExpired') onBack()
        throw error
      }
    },
    refused: () => fill({ code: '' }),
  })
  return (
    <>
      <form {...form}>
        <Field
          name="code"
          label={t('shell.factor.code')}
          error={errors.code}
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck="false"
          maxLength={40}
          autoFocus
        />
        <SubmitButton busy={busy}>{t('shell.factor.submit')}</SubmitButton>
      </form>
      <p className="bare-hint">{t('shell.factor.lost')}</p>
      <p className="bare-links">
        <button type="button" className="link-button" onClick={onBack}>
          {t('shell.password.other')}
        </button>
      </p>
    </>
  )
}
