import { createTranslator, type Translate } from '@timbermark/client'
import { loadIdentityPhrases, loadSignInPhrases } from '@timbermark/phrases'
import { type ComponentType, useEffect, useState } from 'react'
import { reportError } from '../shell/notices/feedback.ts'
import { TextsProvider, useT } from '../shell/texts.tsx'
import { BarePage } from './bare-page.tsx'
import { LinkButton } from './link.tsx'

type Name = 'AuthRedirect' | 'Bind'

/** A page about identities of the messaging platform. Few people open one, so its script and words come only then. */
function IdentityPage({ name }: { name: Name }) {
  const outer = useT()
  const [loaded, setLoaded] = useState<{ Page: ComponentType; t: Translate }>()
  const [failed, setFailed] = useState(false)
  const { language } = outer
  useEffect(() => {
    Promise.all([import('./identity-pages.tsx'), loadSignInPhrases(language), loadIdentityPhrases(language)]).then(
      ([pages, phrases, more]) =>
        setLoaded({ Page: pages[name], t: createTranslator({ ...phrases, ...more }, language) }),
      (error: unknown) => {
        reportError(error)
        setFailed(true)
      },
    )
  }, [name, language])
  if (failed)
    return (
      <BarePage title={outer('shell.identity.signIn')}>
        <LinkButton primary to="/login">
          {outer('shell.goSignIn')}
        </LinkButton>
      </BarePage>
    )
  if (!loaded)
    return (
      <BarePage title={outer('shell.identity.signIn')}>
        <span className="turning" role="status" />
      </BarePage>
    )
  return (
    <TextsProvider value={loaded.t}>
      <loaded.Page />
    </TextsProvider>
  )
}

export const AuthRedirect = () => <IdentityPage name="AuthRedirect" />
export const Bind = () => <IdentityPage name="Bind" />
