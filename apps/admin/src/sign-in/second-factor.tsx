import type { AnswerTo } from '@timbermark/client'
import { useState } from 'react'
import { client } from '../shell/client.ts'
import { afterSignIn } from '../shell/session/guard.ts'
import { h5UserType } from '../shell/session/stored-session.ts'
import { leaveTo } from '../shell/session/session-end.ts'
import { currentSession, loadSession, signOut } from '../shell/session/session.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { FactorSecret } from './factor-secret.tsx'
import { PasswordField, SubmitButton } from './fields.tsx'
import { required, useForm } from './form.ts'
import { useAnswer } from './use-answer.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { go, useVisitedPage } from './navigation.ts'
import { LinkButton } from './link.tsx'

type Begun = AnswerTo<'POST /system/user/profile/secondFactor'>

/** Sets up a second factor: by choice, or first of all because a role demands it. */
export function SetUpFactor() {
  const t = useT()
  const { search } = useVisitedPage()
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<string[]>()
  const { user, mustSetUpFactor: demanded } = currentSession()
  const home = user?.userType === h5UserType ? '/h5' : '/index'
  const back = afterSignIn(search.get('back'), home)
  const status = useAnswer('', () => client.call('GET /system/user/profile/secondFactor'))

  const done = async () => {
    await loadSession({ withMenu: false })
    await go(back, { replace: true })
  }
  const other = async () => {
    await signOut()
    leaveTo('/login')
  }

  if (codes)
    return (
      <BarePage title={t('shell.factor.codesTitle')} lead={t('shell.factor.codesLead')}>
        <RecoveryCodes account={user?.userName ?? ''} codes={codes} onDone={done} />
      </BarePage>
    )
  if (begun)
    return (
      <BarePage title={t('shell.factor.setTitle')}>
        <FactorSecret begun={begun} onConfirmed={setCodes} />
      </BarePage>
    )
  if (status.answer?.enabled)
    return (
      <BarePage title={t('shell.factor.title')} lead={t('shell.factor.already')}>
        <p className="bare-actions">
          <LinkButton primary to={back}>
            {t('shell.factor.submit')}
          </LinkButton>
        </p>
      </BarePage>
    )
  return (
    <BarePage
      title={t('shell.factor.setTitle')}
      lead={t(demanded ? 'shell.factor.demandedLead' : 'shell.factor.setLead')}
    >
      <PasswordProof account={user?.userName ?? ''} onBegun={setBegun} />
      <p className="bare-links">
        {demanded ? (
          <button type="button" className="link-button" onClick={other}>
            {t('shell.password.other')}
          </button>
        ) : (
          <button type="button" className="link-button" onClick={() => void go(back)}>
            {t('action.cancel')}
          </button>
        )}
      </p>
    </BarePage>
  )
}

/** Asks for the password: an open session alone must not link the account to another person's phone. */
function PasswordProof({ account, onBegun }: { account: string; onBegun: (begun: Begun) => void }) {
  const t = useT()
  const { errors, busy, form } = useForm<'password'>({
    t,
    rules: { password: required(t('shell.login.passwordRequired')) },
    async submit({ password }) {
      onBegun(
        await client.call('POST /system/user/profile/secondFactor', { body: { password }, allowDoubleSubmit: true }),
      )
    },
  })
  return (
    <form {...form}>
      {/* Tells the password manager which account's password it is. */}
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <PasswordField
        name="password"
        label={t('shell.factor.password')}
        error={errors.password}
        autoComplete="current-password"
        autoFocus
      />
      <SubmitButton busy={busy}>{t('shell.factor.submit')}</SubmitButton>
    </form>
  )
}
