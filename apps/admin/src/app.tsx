import type { Translate } from '@timbermark/client'
import { signInPaths } from '@timbermark/contract'
import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { createBrowserRouter, Outlet, type RouteObject, RouterProvider, useNavigate, useRouteError } from 'react-router'
import { Broken } from './shell/frame/broken.tsx'
import { logError } from './shell/notices/error-log.ts'
import { onReported } from './shell/notices/feedback.ts'
import { guard } from './shell/session/guard-loader.ts'
import { storedLanguage } from './shell/language.ts'
import { OfflineBanner } from './shell/frame/offline-banner.tsx'
import { PageProgress } from './shell/frame/page-progress.tsx'
import { pageToken } from './shell/session/stored-session.ts'
import { usePageLook } from './shell/theme/page-look.ts'
import { loadRegistry } from './shell/registry.ts'
import { refresh } from './shell/tags/refresh.ts'
import { Splash } from './shell/frame/splash.tsx'
import { TextsProvider } from './shell/texts.tsx'
import { Toasts } from './shell/notices/toasts.tsx'
import { NavigateProvider } from './sign-in/link.tsx'

// The component library loads with the layout; the pages outside of it do without, to be fast on a slow network.
async function loadBackOffice() {
  const [{ default: BackOffice }, locale] = await Promise.all([
    import('./shell/frame/back-office.tsx'),
    import('./shell/theme/library.tsx').then(({ loadLibraryTexts }) => loadLibraryTexts(storedLanguage())),
    loadRegistry(),
  ])
  LoadedBackOffice = () => <BackOffice locale={locale} />
  return { default: LoadedBackOffice }
}
/** The back office, once it is loaded. */
let LoadedBackOffice: ComponentType | undefined
const LazyBackOffice = lazy(loadBackOffice)

/**
 * A loaded back office is drawn at once: `lazy` would show the splash first all the same, and React keeps a fallback
 * for 300 ms to avoid flicker.
 */
function BackOfficePage() {
  // Fixed at the first render: another component would remount everything.
  const [Office] = useState(() => LoadedBackOffice ?? LazyBackOffice)
  return (
    <Suspense fallback={<Splash />}>
      <Office />
    </Suspense>
  )
}

function Root() {
  const navigate = useNavigate()
  return (
    <NavigateProvider value={navigate}>
      <PageProgress />
      <OfflineBanner />
      <Outlet />
    </NavigateProvider>
  )
}

function Failed() {
  return <Broken error={useRouteError()} />
}

const notFound = async () => ({ Component: (await import('./sign-in/not-found.tsx')).NotFound })

const routes: RouteObject[] = [
  {
    id: 'root',
    path: '/',
    loader: guard,
    // The guard runs for every address, also when only the query changes.
    shouldRevalidate: () => true,
    Component: Root,
    ErrorBoundary: Failed,
    HydrateFallback: Splash,
    children: [
      { path: '401', lazy: () => import('./sign-in/no-access.tsx') },
      { path: '404', lazy: notFound },
      { path: 'redirect/*', loader: refresh },
      // Pages of other programs of this site; the guard makes the browser load them.
      ...['c/*', 'h5/*', ...signInPaths].map(path => ({ path, lazy: notFound })),
      {
        path: '*',
        // In parallel with the guard, which alone decides about visitors who are not signed in. A failure is reported
        // where the page is drawn.
        loader: async () =>
          pageToken() && !LoadedBackOffice
            ? loadBackOffice().then(
                () => null,
                () => null,
              )
            : null,
        shouldRevalidate: () => false,
        Component: BackOfficePage,
      },
    ],
  },
]

/** The back office in one language. */
export function App({ t }: { t: Translate }) {
  usePageLook()
  // Created here, so that nothing loads before there are texts to report a failure.
  const router = useMemo(() => createBrowserRouter(routes), [])

  useEffect(() => onReported(error => logError(t, error)), [t])

  return (
    <TextsProvider value={t}>
      <Toasts />
      <RouterProvider router={router} />
    </TextsProvider>
  )
}
