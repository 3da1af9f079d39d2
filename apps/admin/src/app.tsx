import type { Translate } from '@timbermark/client'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo } from 'react'
import { createBrowserRouter, Outlet, type RouteObject, RouterProvider, useRouteError } from 'react-router'
import { Broken } from './shell/broken.tsx'
import { logError } from './shell/error-log.ts'
import { onReported } from './shell/feedback.ts'
import { guard } from './shell/guard-loader.ts'
import { storedLanguage } from './shell/language.ts'
import { OfflineBanner } from './shell/offline-banner.tsx'
import { PageProgress } from './shell/page-progress.tsx'
import { pageProperties } from './shell/palette.ts'
import { storedToken } from './shell/session.ts'
import './shell/session-end.ts'
import { loadRegistry } from './shell/registry.ts'
import { refresh } from './shell/refresh.ts'
import { useFrame, useLayout } from './shell/settings.ts'
import { Splash } from './shell/splash.tsx'
import { TextsProvider } from './shell/texts.tsx'
import { Toasts } from './shell/toasts.tsx'

// The component library comes with the layout; the pages outside it do without, to be there on a slow network.
async function loadBackOffice() {
  const [{ default: BackOffice }, locale] = await Promise.all([
    import('./shell/back-office.tsx'),
    import('./shell/library.tsx').then(({ loadLibraryTexts }) => loadLibraryTexts(storedLanguage())),
    loadRegistry(),
  ])
  return { default: () => <BackOffice locale={locale} /> }
}
const BackOffice = lazy(loadBackOffice)

function Root() {
  return (
    <>
      <PageProgress />
      <OfflineBanner />
      <Outlet />
    </>
  )
}

function Failed() {
  return <Broken error={useRouteError()} />
}

const routes: RouteObject[] = [
  {
    id: 'root',
    path: '/',
    loader: guard,
    // The guard answers for every address, also when only the query changes.
    shouldRevalidate: () => true,
    Component: Root,
    ErrorBoundary: Failed,
    HydrateFallback: Splash,
    children: [
      { path: 'login', lazy: () => import('./sign-in/login.tsx') },
      { path: 'register', lazy: () => import('./sign-in/register.tsx') },
      { path: 'change-password', lazy: () => import('./sign-in/change-password.tsx') },
      { path: 'second-factor', lazy: () => import('./sign-in/second-factor.tsx') },
      { path: 'auth-redirect', lazy: () => import('./sign-in/auth-redirect.tsx') },
      { path: 'bind', lazy: () => import('./sign-in/bind.tsx') },
      { path: 'wx/webAuth', lazy: () => import('./sign-in/wx-web-auth.tsx') },
      { path: 'test', lazy: () => import('./sign-in/status.tsx') },
      { path: '401', lazy: () => import('./sign-in/no-access.tsx') },
      { path: '404', lazy: () => import('./sign-in/not-found.tsx') },
      { path: 'redirect/*', loader: refresh },
      // Pages of other programs on this site; the guard has the browser load them.
      ...['c/*', 'h5/*'].map(path => ({ path, lazy: () => import('./sign-in/not-found.tsx') })),
      {
        path: '*',
        element: (
          <Suspense fallback={<Splash />}>
            <BackOffice />
          </Suspense>
        ),
      },
    ],
  },
]

/** The back office in one language. */
export function App({ t }: { t: Translate }) {
  const layout = useLayout()
  const { size, density } = useFrame()
  // Made here, so that nothing is fetched before the texts are there to speak of it.
  const router = useMemo(() => {
    // Whoever is signed in will need it, and the guard takes a moment.
    if (storedToken()) void loadBackOffice().catch(() => {})
    return createBrowserRouter(routes)
  }, [])

  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement
    for (const [name, value] of Object.entries(pageProperties(layout))) style.setProperty(name, value)
    dataset.size = size
    dataset.density = density
  }, [layout, size, density])

  useEffect(() => onReported(error => logError(t, error)), [t])

  return (
    <TextsProvider value={t}>
      <Toasts />
      <RouterProvider router={router} />
    </TextsProvider>
  )
}
