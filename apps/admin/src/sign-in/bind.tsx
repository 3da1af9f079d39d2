import { pageToken } from '../shell/session/stored-session.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { LinkButton } from './link.tsx'

/** Explains what linking an identity needs. Nothing is linked here: that takes a signed-in account and its password. */
export function Bind() {
  const t = useT()
  const signedIn = pageToken() !== null
  return (
    <BarePage title={t('shell.bind.title')} lead={t(signedIn ? 'shell.bind.signedIn' : 'shell.bind.text')}>
      <p className="bare-actions">
        <LinkButton primary to={signedIn ? '/' : '/login'}>
          {t(signedIn ? 'shell.home' : 'shell.goSignIn')}
        </LinkButton>
        {signedIn ? null : <LinkButton to="/register">{t('shell.login.register')}</LinkButton>}
      </p>
    </BarePage>
  )
}
