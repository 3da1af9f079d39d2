import { saveBlob } from '@timbermark/client'
import { useState } from 'react'
import { useT } from '../shell/texts.tsx'
import { SubmitButton } from './fields.tsx'
import { useForm } from './form.ts'

interface RecoveryCodesProps {
  account: string
  codes: readonly string[]
  onDone: () => Promise<void>
}

/** Recovery codes, shown once: nobody can continue before confirming that they are stored. */
export function RecoveryCodes({ account, codes, onDone }: RecoveryCodesProps) {
  const t = useT()
  const { busy, form } = useForm({ t, rules: {}, submit: onDone })
  const [copied, setCopied] = useState(false)
  const lines = codes.join('\n')
  const copy = () =>
    navigator.clipboard?.writeText(lines).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="recovery-codes">
      <ul>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="bare-actions">
        {navigator.clipboard ? (
          <button type="button" className="plain-button" onClick={copy}>
            {t(copied ? 'shell.factor.copied' : 'shell.factor.copy')}
          </button>
        ) : null}
        <button
          type="button"
          className="plain-button"
          onClick={() =>
            saveBlob(
              new Blob([`Timbermark ${account}\n${lines}\n`], { type: 'text/plain;charset=utf-8' }),
              'timbermark-recovery-codes.txt',
            )
          }
        >
          {t('shell.factor.save')}
        </button>
      </p>
      {/* The browser itself requires the check box. */}
      <form {...form} noValidate={false}>
        <label className="remember">
          <input type="checkbox" required />
          {t('shell.factor.kept')}
        </label>
        <SubmitButton busy={busy}>{t('shell.factor.submit')}</SubmitButton>
      </form>
    </div>
  )
}
