import { useEffect, useState } from 'react'
import { client } from '../shell/client.ts'
import { pageToken } from '../shell/session/stored-session.ts'
import { currentSession, loadSession, signOut } from '../shell/session/session.ts'
import { useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { BindByPassword, BindBySignIn } from './bind-forms.tsx'
import { BoundIdentities } from './bound-identities.tsx'
import { IdentityLink } from './identity-offer.tsx'
import { LinkButton } from './link.tsx'
import { useVisitedPage } from './navigation.ts'
import { useAnswer } from './use-answer.ts'

/** Who is signed in, as far as the server still knows the session. */
async function loadAccount(): Promise<string | null> {
  if (!pageToken()) return null
  await loadSession({ withMenu: false }).catch(() => signOut())
  return currentSession().user?.userName ?? null
}

/**
 * Binds an identity of the messaging platform to an account: the one that is signed in, or one that signs in here. Without an
 * identity at hand it lists the bound ones and says how another is bound.
 */
export function Bind() {
  // What was bound a moment ago leads here again, where the identity is listed then.
  return <BindPage key={useVisitedPage().visit} />
}

function BindPage() {
  const t = useT()
  const [account, setAccount] = useState<string | null>()
  useEffect(() => {
    void loadAccount().then(setAccount)
  }, [])
  const { answer, failed } = useAnswer('', () => client.call('GET /wechat/identity', { token: false }))
  const title = t('shell.bind.title')
  if (account === undefined || (!answer && !failed))
    return (
      <BarePage title={title}>
        <span className="turning" role="status" />
      </BarePage>
    )
  const nickname = answer?.nickname ?? null
  if (nickname !== null) {
    const name = nickname || t('shell.bind.unnamed')
    return account === null ? <BindBySignIn name={name} /> : <BindByPassword name={name} account={account} />
  }
  const canBegin = answer?.available === true && answer.inside
  if (account === null)
    return (
      <BarePage title={title} lead={t(answer?.available === false ? 'shell.bind.off' : 'shell.bind.signedOut')}>
        {canBegin ? <IdentityLink path="">{t('shell.identity.signIn')}</IdentityLink> : null}
        <p className="bare-actions">
          <LinkButton primary={!canBegin} to="/login">
            {t('shell.goSignIn')}
          </LinkButton>
        </p>
      </BarePage>
    )
  return <BoundIdentities account={account} available={answer?.available === true} canBegin={canBegin} />
}
