import { ApiError, safeRedirect } from '@timbermark/client'
import { identityProblems } from '@timbermark/contract/pages'
import { useEffect, useState } from 'react'
import { client } from '../shell/client.ts'
import { reportError } from '../shell/notices/feedback.ts'
import { pageToken } from '../shell/session/stored-session.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { openAfter, storeOpened } from './enter.ts'
import { identifyAddress } from './identity-offer.tsx'
import { LinkButton } from './link.tsx'
import { go, useVisitedPage } from './navigation.ts'
import { SecondStep } from './second-step.tsx'

/**
 * Where the messaging platform's consent page leads: signs in by the identity that was brought, or goes on to `/bind`, or says
 * what went wrong and offers the ways back.
 */
export function AuthRedirect() {
  const t = useT()
  const { search } = useVisitedPage()
  const problem = identityProblems.find(one => one === search.get('problem'))
  const wanted = safeRedirect(search.get('redirect'), '')
  const [owed, setOwed] = useState<{ ticket: string; path: string }>()
  const [nothing, setNothing] = useState(false)

  useEffect(() => {
    if (problem) return
    const signIn = async () => {
      // Somebody signed in came to bind an identity.
      if (pageToken()) {
        const { nickname } = await client.call('GET /wechat/identity', { token: false })
        return nickname === null ? setNothing(true) : void (await go('/bind', { replace: true }))
      }
      const answer = await client.call('POST /wechat/identity/signIn', { token: false, allowDoubleSubmit: true })
      if ('bind' in answer) return void (await go('/bind', { replace: true }))
      if ('ticket' in answer) return setOwed(answer)
      storeOpened('', answer)
      await openAfter('', answer.path, answer.url)
    }
    signIn().catch((error: unknown) => {
      if (!(error instanceof ApiError && error.error === 'wechat.identityExpired')) reportError(error)
      setNothing(true)
    })
  }, [problem])

  if (owed)
    return (
      <BarePage title={t('shell.factor.title')} lead={t('shell.factor.lead')}>
        <SecondStep
          account=""
          ticket={owed.ticket}
          onOpened={async opened => {
            storeOpened('', opened)
            await openAfter('', owed.path, opened.url)
          }}
          onBack={() => void go('/login', { replace: true })}
        />
      </BarePage>
    )
  if (!problem && !nothing)
    return (
      <BarePage title={t('shell.authRedirect.title')} lead={t('shell.authRedirect.working')}>
        <span className="turning" role="status" />
      </BarePage>
    )
  const canTryAgain = !problem || !['off', 'outside', 'app'].includes(problem)
  const signedIn = pageToken() !== null
  return (
    <BarePage
      title={t('shell.authRedirect.title')}
      lead={t(problem ? `shell.authRedirect.${problem}` : 'shell.authRedirect.nothing')}
    >
      <p className="bare-actions">
        <LinkButton primary to={signedIn ? '/' : wanted ? `/login?redirect=${encodeURIComponent(wanted)}` : '/login'}>
          {t(signedIn ? 'shell.home' : 'shell.goSignIn')}
        </LinkButton>
        {canTryAgain ? (
          <a className="plain-button" href={identifyAddress(wanted)}>
            {t('shell.authRedirect.again')}
          </a>
        ) : null}
      </p>
    </BarePage>
  )
}
