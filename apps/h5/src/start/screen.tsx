import type { Translate } from '@timbermark/client'
import type { ComponentProps } from 'react'
import { createRoot } from 'react-dom/client'
import { Root } from './root.tsx'
import { SignedOut } from './signed-out.tsx'

/** Renders the page. @param signedIn null when nobody is signed in and the sign-in page is not reachable */
export function show(t: Translate, signedIn: Omit<ComponentProps<typeof Root>, 't'> | null): void {
  document.documentElement.lang = t.locale
  document.title = t('h5.title')
  const root = createRoot(document.getElementById('root')!)
  root.render(signedIn ? <Root t={t} {...signedIn} /> : <SignedOut t={t} />)
}
