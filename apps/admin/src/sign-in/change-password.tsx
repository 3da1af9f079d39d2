import { ApiError } from '@timbermark/client'
import { client } from '../shell/client.ts'
import { messageMilliseconds } from '../shell/notices/feedback.ts'
import { h5UserType } from '../shell/session/stored-session.ts'
import { deferMessage } from '../shell/session/deferred-message.ts'
import { leaveTo } from '../shell/session/session-end.ts'
import { clearSession, currentSession, loadSession, signOut } from '../shell/session/session.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { PasswordField, SubmitButton } from './fields.tsx'
import { required, useForm } from './form.ts'
import { go } from './navigation.ts'
import { NewPasswordFields, useNewPasswordRules } from './new-password.tsx'

type Name = 'oldPassword' | 'newPassword' | 'confirmPassword'

/** Users who signed in with an initial password see only this page until they replace it. */
export function ChangePassword() {
  const t = useT()
  const account = currentSession().user?.userName ?? ''
  const newPasswordRules = useNewPasswordRules<Name>('newPassword', {
    kind: 'own',
    requiredText: t('shell.password.newRequired'),
    more: (value, { oldPassword }) => (value === oldPassword ? t('shell.password.same') : undefined),
  })

  const { errors, busy, form } = useForm<Name>({
    t,
    rules: {
      oldPassword: required(t('shell.password.oldRequired')),
      ...newPasswordRules,
    },
    async submit({ oldPassword, newPassword }, _form, headersFor) {
      const body = { oldPassword, newPassword }
      await client.call('PUT /system/user/profile/updatePwd', {
        body,
        headers: headersFor(body),
        allowDoubleSubmit: true,
      })
      try {
        await loadSession({ withMenu: false })
        const onPhone = currentSession().user?.userType === h5UserType
        // The phone page has no such messages.
        if (!onPhone)
          deferMessage({ tone: 'success', text: t('shell.password.done'), milliseconds: messageMilliseconds })
        await go(onPhone ? '/h5' : '/index', { replace: true })
      } catch (error) {
        // The new password may have ended this session too; the user then signs in with it.
        if (error instanceof ApiError) clearSession()
        leaveTo('/login')
      }
    },
  })

  const other = async () => {
    await signOut()
    leaveTo('/login')
  }

  return (
    <BarePage title={t('shell.password.title')} lead={t('shell.password.lead')}>
      <form {...form}>
        {/* Tells the password manager which account's password changes. */}
        <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
        <PasswordField
          name="oldPassword"
          label={t('shell.password.old')}
          error={errors.oldPassword}
          autoComplete="current-password"
          autoFocus
        />
        <NewPasswordFields
          name="newPassword"
          label={t('shell.password.new')}
          confirmLabel={t('shell.password.confirm')}
          errors={errors}
        />
        <SubmitButton busy={busy}>{t('shell.password.submit')}</SubmitButton>
      </form>
      <p className="bare-links">
        <button type="button" className="link-button" onClick={other}>
          {t('shell.password.other')}
        </button>
      </p>
    </BarePage>
  )
}
