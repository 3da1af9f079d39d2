import type { Translate } from '@timbermark/client'
import type { SignInPath } from '@timbermark/contract'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../shell/frame/error-boundary.tsx'
import { OfflineBanner } from '../shell/frame/offline-banner.tsx'
import { usePageLook } from '../shell/theme/page-look.ts'
import { showDeferredMessage } from '../shell/session/deferred-message.ts'
import { Splash } from '../shell/frame/splash.tsx'
import { TextsProvider } from '../shell/texts.tsx'
import { Toasts } from '../shell/notices/toasts.tsx'
import { watchSession } from '../shell/session/session-end.ts'
import { reportUnhandledFailures } from '../shell/notices/unhandled-failures.ts'
import { ChangePassword } from './change-password.tsx'
import { AuthRedirect, Bind } from './identity-page.tsx'
import { Login } from './login.tsx'
import { NotFound } from './not-found.tsx'
import { Register } from './register.tsx'
import { SetUpFactor } from './second-factor.tsx'
import { Status } from './status.tsx'
import { startNavigation, go, useVisited } from './navigation.ts'
import { NavigateProvider } from './link.tsx'
import { WxWebAuth } from './wx-web-auth.tsx'

const pages: Readonly<Record<SignInPath, ComponentType>> = {
  '/login': Login,
  '/register': Register,
  '/change-password': ChangePassword,
  '/second-factor': SetUpFactor,
  '/auth-redirect': AuthRedirect,
  '/bind': Bind,
  '/wx/webAuth': WxWebAuth,
  '/test': Status,
}

function Page() {
  const visited = useVisited()
  if (!visited) return <Splash />
  const Content = visited.path ? pages[visited.path] : NotFound
  return <Content />
}

function SignIn({ t }: { t: Translate }) {
  usePageLook()
  return (
    <TextsProvider value={t}>
      <Toasts />
      <NavigateProvider value={go}>
        <OfflineBanner />
        <ErrorBoundary>
          <Page />
        </ErrorBoundary>
      </NavigateProvider>
    </TextsProvider>
  )
}

/** Shows the pages before the sign-in, in one language. */
export async function show(t: Translate): Promise<void> {
  reportUnhandledFailures()
  watchSession()
  showDeferredMessage()
  await startNavigation()
  createRoot(document.getElementById('root')!).render(<SignIn t={t} />)
}
