import type { AnswerTo } from '@timbermark/client'
import { client } from '../shell/client.ts'
import { useT } from '../shell/texts.tsx'
import { Field, SubmitButton } from './fields.tsx'
import { required, useForm } from './form.ts'

interface FactorSecretProps {
  begun: AnswerTo<'POST /system/user/profile/secondFactor'>
  onConfirmed: (recoveryCodes: string[]) => void
}

/** The secret for an authenticator: as a picture, as a link for an app on this phone, and as text. */
export function FactorSecret({ begun, onConfirmed }: FactorSecretProps) {
  const t = useT()
  const { errors, busy, fill, form } = useForm<'code'>({
    t,
    rules: { code: required(t('shell.factor.codeRequired')) },
    async submit({ code }, _form, headersFor) {
      const body = { code: code.trim() }
      const headers = headersFor(body)
      const confirmed = await client.call('PUT /system/user/profile/secondFactor', {
        body,
        headers,
        allowDoubleSubmit: true,
      })
      onConfirmed(confirmed.recoveryCodes)
    },
    refused: () => fill({ code: '' }),
  })
  return (
    <div className="factor-secret">
      <h2>{t('shell.factor.scan')}</h2>
      <p>{t('shell.factor.apps')}</p>
      <img src={begun.picture} width={200} height={200} alt={t('shell.factor.picture')} />
      <p>
        <a href={begun.uri}>{t('shell.factor.open')}</a>
      </p>
      <p>
        {t('shell.factor.secret')} <code>{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <h2>{t('shell.factor.confirm')}</h2>
      <form {...form}>
        <Field
          name="code"
          label={t('shell.factor.code')}
          error={errors.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={8}
        />
        <SubmitButton busy={busy}>{t('shell.factor.submit')}</SubmitButton>
      </form>
    </div>
  )
}
