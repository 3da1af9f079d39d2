import { useState } from 'react'
import { client } from '../shell/client.ts'
import { failureMessage, messageMilliseconds } from '../shell/notices/feedback.ts'
import { deferMessage } from '../shell/session/deferred-message.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { openAfter, storeOpened } from './enter.ts'
import { PasswordField, SubmitButton } from './fields.tsx'
import { useForm } from './form.ts'
import { go } from './navigation.ts'
import { PasswordSignIn } from './password-sign-in.tsx'
import { rememberedAccount } from './remembered.ts'
import { SecondStep } from './second-step.tsx'

/** Leaves without binding; the next person at this browser is not offered the identity. */
function LeaveButton({ to }: { to: string }) {
  const t = useT()
  const leave = async () => {
    await client.call('DELETE /wechat/identity', { token: false, allowDoubleSubmit: true }).catch(() => {})
    await go(to, { replace: true })
  }
  return (
    <p className="bare-links">
      <button type="button" className="link-button" onClick={() => void leave()}>
        {t('shell.bind.back')}
      </button>
    </p>
  )
}

/** Binds the identity by a sign-in with account and password. @param name of the identity */
export function BindBySignIn({ name }: { name: string }) {
  const t = useT()
  const [owed, setOwed] = useState<{ account: string; ticket: string; password: string }>()

  const bind = async (account: string, opened: Parameters<typeof storeOpened>[1], password: string) => {
    storeOpened(account, opened)
    let path = ''
    try {
      path = (await client.call('POST /system/user/profile/identities', { body: { password } })).path
      deferMessage({ tone: 'success', text: t('shell.bind.done'), milliseconds: messageMilliseconds })
    } catch (error) {
      // Signed in all the same: the page that is opened shows what was refused.
      deferMessage(failureMessage(t, error))
    }
    await openAfter(account, path, opened.url)
  }

  if (owed)
    return (
      <BarePage title={t('shell.factor.title')} lead={t('shell.factor.lead')}>
        <SecondStep
          account={owed.account}
          ticket={owed.ticket}
          onOpened={opened => bind(owed.account, opened, owed.password)}
          onBack={() => setOwed(undefined)}
        />
      </BarePage>
    )
  return (
    <BarePage title={t('shell.bind.title')} lead={t('shell.bind.unbound', { name })}>
      <PasswordSignIn
        account={rememberedAccount() ?? ''}
        submit={t('shell.bind.submitSignIn')}
        onOpened={bind}
        onOwed={(account, ticket, password) => setOwed({ account, ticket, password })}
      />
      <LeaveButton to="/login" />
    </BarePage>
  )
}

/** Binds the identity to the account that is signed in, by its password. */
export function BindByPassword({ name, account }: { name: string; account: string }) {
  const t = useT()
  const { errors, busy, form } = useForm<'password'>({
    t,
    rules: { password: value => (value === '' ? t('shell.login.passwordRequired') : undefined) },
    async submit({ password }) {
      const { path } = await client.call('POST /system/user/profile/identities', {
        body: { password },
        allowDoubleSubmit: true,
      })
      deferMessage({ tone: 'success', text: t('shell.bind.done'), milliseconds: messageMilliseconds })
      await openAfter(account, path, '/')
    },
  })
  return (
    <BarePage title={t('shell.bind.title')} lead={t('shell.bind.confirm', { name, account })}>
      <form {...form}>
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        <PasswordField
          name="password"
          label={t('shell.login.password')}
          error={errors.password}
          autoComplete="current-password"
          autoFocus
        />
        <SubmitButton busy={busy}>{t('shell.bind.submit')}</SubmitButton>
      </form>
      <LeaveButton to="/" />
    </BarePage>
  )
}
