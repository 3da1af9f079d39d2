import { QueryClientProvider } from '@tanstack/react-query'
import type { Translate } from '@timbermark/client'
import { App as AntApp, ConfigProvider, type ConfigProviderProps } from 'antd'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo } from 'react'
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Outlet,
  redirect,
  type RouteObject,
  RouterProvider,
  useRouteError,
} from 'react-router'
import { useReducedMotion } from './shell/device.ts'
import { Broken } from './shell/error-boundary.tsx'
import { logError } from './shell/error-log.ts'
import { onReported, provideFeedback } from './shell/feedback.ts'
import { guard } from './shell/guard-loader.ts'
import { OfflineBanner } from './shell/offline-banner.tsx'
import { PageProgress } from './shell/page-progress.tsx'
import { queries } from './shell/queries.ts'
import './shell/session-end.ts'
import { useFrame, useLayout } from './shell/settings.ts'
import { Splash } from './shell/splash.tsx'
import { renew } from './shell/tags.ts'
import { TextsProvider, useT } from './shell/texts.tsx'
import { componentSizeOf, pageProperties, themeOf } from './shell/theme.ts'
import { storedToken } from './shell/session.ts'

const loadLayout = () => import('./shell/layout.tsx')
const Layout = lazy(loadLayout)

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

/** Makes a view start anew, then goes back to its address. */
function refresh({ request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url)
  const path = pathname.slice('/redirect'.length)
  renew(path)
  return redirect(path + search)
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
            <Layout />
          </Suspense>
        ),
      },
    ],
  },
]

function Feedback() {
  const t = useT()
  const means = AntApp.useApp()
  useLayoutEffect(() => provideFeedback({ ...means, t }), [means, t])
  useEffect(() => onReported(error => logError(t, error)), [t])
  return null
}

interface AppProps {
  t: Translate
  locale: ConfigProviderProps['locale']
}

/** The back office in one language. */
export function App({ t, locale }: AppProps) {
  const layout = useLayout()
  const { size } = useFrame()
  const still = useReducedMotion()
  const theme = useMemo(() => themeOf(layout, size, !still), [layout, size, still])
  // Made here, so that nothing is fetched before the texts are there to speak of it.
  const router = useMemo(() => {
    if (storedToken()) void loadLayout()
    return createBrowserRouter(routes)
  }, [])

  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement
    for (const [name, value] of Object.entries(pageProperties(layout))) style.setProperty(name, value)
    dataset.size = size
  }, [layout, size])

  return (
    <TextsProvider value={t}>
      <ConfigProvider locale={locale} theme={theme} componentSize={componentSizeOf(size)} form={{ colon: false }}>
        <AntApp message={{ maxCount: 3 }} notification={{ maxCount: 3, placement: 'topRight', top: 64 }}>
          <Feedback />
          <QueryClientProvider client={queries}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </AntApp>
      </ConfigProvider>
    </TextsProvider>
  )
}
