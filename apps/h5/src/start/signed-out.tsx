import type { Translate } from '@timbermark/client'
import { useEffect } from 'react'
import { goToSignIn } from '../platform/session.ts'
import { LanguageOffer } from '../ui/language-offer.tsx'

/** Signed out and without a network: the sign-in page is not reachable yet. */
export function SignedOut({ t }: { t: Translate }) {
  useEffect(() => {
    window.addEventListener('online', goToSignIn)
    return () => window.removeEventListener('online', goToSignIn)
  }, [])
  return (
    <>
      <LanguageOffer t={t} />
      <main className="lonely">
        <h1>{t('h5.title')}</h1>
        <p>{t('h5.session.needsNetwork')}</p>
        <button type="button" className="button button-main" onClick={goToSignIn}>
          {t('h5.session.again')}
        </button>
      </main>
    </>
  )
}
