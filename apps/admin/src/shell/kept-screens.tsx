import { Activity, type ComponentType, lazy, memo, Suspense, useMemo, useState } from 'react'
import { type Location, NavigationType, Route, Routes, UNSAFE_LocationContext, useLocation } from 'react-router'
import { ErrorBoundary } from './error-boundary.tsx'
import { type KeptView, nextViews } from './kept-views.ts'
import { homePath, type Screen } from './menu.ts'
import { HomeScreen } from './home-screen.tsx'
import type { Place } from './places.ts'
import { MissingScreen } from './missing-screen.tsx'
import { Waiting } from './waiting.tsx'
import { componentOf } from './registry.ts'
import { useTags } from './tags.ts'

const InnerLink = lazy(() => import('./inner-link.tsx').then(({ InnerLink }) => ({ default: InnerLink })))

function contentOf(screen: Screen): ComponentType {
  const Found = componentOf(screen.screen)
  if (Found) return Found
  if (screen.path === homePath) return HomeScreen
  return () => <MissingScreen screen={screen.screen} />
}

interface ViewProps {
  screen: Screen
  pattern: string
  location: Location
}

/**
 * One screen at the address it was opened with. While another screen is open it sees its own address, not the browser's,
 * so that what it keeps in the query stays its own. The router's own way to say so (`Routes location`) draws every kept
 * screen anew at each step to another one; its context, which changes with this screen's address alone, does not.
 */
const View = memo(function View({ screen, pattern, location }: ViewProps) {
  // The component of a place never changes while the view is mounted.
  const [Content] = useState(() => (screen.link ? null : contentOf(screen)))
  const own = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location])
  return (
    <ErrorBoundary>
      <Suspense fallback={<Waiting className="screen-skeleton" paragraph={{ rows: 8 }} />}>
        <UNSAFE_LocationContext.Provider value={own}>
          <Routes>
            <Route
              path={pattern}
              element={Content ? <Content /> : <InnerLink address={screen.link ?? ''} title={screen.title} />}
            />
          </Routes>
        </UNSAFE_LocationContext.Provider>
      </Suspense>
    </ErrorBoundary>
  )
})

interface Mounted extends KeptView {
  place: Place
}

/**
 * The open screen and those that are kept: hidden, with their input, their effects at rest. A screen that is not to be
 * cached is unmounted when it is left.
 */
export function KeptScreens({ place }: { place: Place }) {
  const location = useLocation()
  const tags = useTags(open => open.tags)
  const renewed = useTags(open => open.renewed)
  const { screen } = place
  const [views, setViews] = useState<readonly Mounted[]>([])

  const now = { path: screen.path, location, generation: renewed[screen.path] ?? 0, keep: !screen.noCache, place }
  const next = nextViews(views, now, path => tags.some(tag => tag.path === path)) as readonly Mounted[]
  // Derived from the last render's views, so it belongs into the state at once, not into an effect.
  if (next !== views) setViews(next)

  return next.map(view => (
    <Activity key={`${view.path}#${view.generation}`} mode={view.path === screen.path ? 'visible' : 'hidden'}>
      <div className="screen">
        <View screen={view.place.screen} pattern={view.place.pattern} location={view.location} />
      </div>
    </Activity>
  ))
}
