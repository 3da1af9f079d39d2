import { useState } from 'react'
import { useParameter } from '../shell/parameter.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { openAfter, storeOpened } from './enter.ts'
import { IdentityOffer } from './identity-offer.tsx'
import { Link } from './link.tsx'
import { useVisitedPage } from './navigation.ts'
import { PasswordSignIn } from './password-sign-in.tsx'
import { fetchAhead } from './prefetch-page.ts'
import { rememberedAccount } from './remembered.ts'
import { SecondStep } from './second-step.tsx'

export function Login() {
  const t = useT()
  const { search, state } = useVisitedPage()
  // Users who came by an invitation have typed no enterprise identification that could be wrong.
  const { registered, at } = (state ?? {}) as { registered?: string; at?: string }
  const wanted = search.get('redirect')
  const canRegister = useParameter('sys.account.registerUser') === 'true'
  const [pendingSession, setPendingSession] = useState<{ account: string; ticket: string }>()

  const enter = async (account: string, opened: Parameters<typeof storeOpened>[1]) => {
    storeOpened(account, opened)
    await openAfter(account, wanted, opened.url)
  }

  if (pendingSession)
    return (
      <BarePage title={t('shell.factor.title')} lead={t('shell.factor.lead')}>
        <SecondStep
          {...pendingSession}
          onOpened={opened => enter(pendingSession.account, opened)}
          onBack={() => setPendingSession(undefined)}
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
      <PasswordSignIn
        account={registered ?? rememberedAccount() ?? ''}
        submit={t('shell.login.submit')}
        onOpened={enter}
        onOwed={(account, ticket) => setPendingSession({ account, ticket })}
        onInput={() => void fetchAhead(wanted?.startsWith('/h5') ? '/h5' : '/index')}
      />
      <IdentityOffer path={wanted ?? ''} />
      {canRegister && (
        <p className="bare-links">
          {t('shell.login.noAccount')} <Link to="/register">{t('shell.login.register')}</Link>
        </p>
      )}
      <nav className="bare-links" aria-label={t('shell.login.public')}>
        <a href={`/news?lang=${t.language}`}>{t('shell.login.news')}</a>
        {' · '}
        <a href={`/market?lang=${t.language}`}>{t('shell.login.market')}</a>
      </nav>
    </BarePage>
  )
}
