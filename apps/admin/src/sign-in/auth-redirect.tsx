import { pageToken } from '../shell/session/stored-session.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { LinkButton } from './link.tsx'

/** Landing page after an authorization elsewhere; it takes nothing from the address. */
export function AuthRedirect() {
  const t = useT()
  const signedIn = pageToken() !== null
  return (
    <BarePage
      title={t('shell.authRedirect.title')}
      lead={t(signedIn ? 'shell.bind.signedIn' : 'shell.authRedirect.text')}
    >
      <LinkButton primary to={signedIn ? '/' : '/login'}>
        {t(signedIn ? 'shell.home' : 'shell.goSignIn')}
      </LinkButton>
    </BarePage>
  )
}
