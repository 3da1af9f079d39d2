import { Activity, type ComponentType, lazy, memo, Suspense, useCallback, useState } from 'react'
import { type Location, Route, Routes, useLocation } from 'react-router'
import { ErrorBoundary } from '../frame/error-boundary.tsx'
import { type CachedView, nextViews } from './cached-views.ts'
import { homePath, type Screen } from '../frame/menu.ts'
import { HomeScreen } from '../frame/home-screen.tsx'
import type { ReachableScreen } from '../search/reachable-screens.ts'
import { MissingScreen } from '../frame/missing-screen.tsx'
import { Waiting } from '../frame/waiting.tsx'
import { ScreenAddress } from './screen-address.tsx'
import { componentOf } from '../registry.ts'
import { setTags, useTags } from './tags.ts'

const InnerLink = lazy(() => import('../frame/inner-link.tsx').then(({ InnerLink }) => ({ default: InnerLink })))

function contentOf(screen: Screen): ComponentType {
  const Component = componentOf(screen.screen)
  if (Component) return Component
  if (screen.path === homePath) return HomeScreen
  return () => <MissingScreen screen={screen.screen} />
}

interface ViewProps {
  screen: Screen
  pattern: string
  location: Location
  onMoved: (path: string, location: Location) => void
}

/** One screen at the address with which it was opened. */
const View = memo(function View({ screen, pattern, location, onMoved }: ViewProps) {
  // The component of a view never changes while it is mounted.
  const [Content] = useState(() => (screen.link ? null : contentOf(screen)))
  return (
    <ErrorBoundary>
      <Suspense fallback={<Waiting className="screen-skeleton" paragraph={{ rows: 8 }} />}>
        <ScreenAddress location={location} onMoved={to => onMoved(screen.path, to)}>
          <Routes>
            <Route
              path={pattern}
              element={Content ? <Content /> : <InnerLink address={screen.link ?? ''} title={screen.title} />}
            />
          </Routes>
        </ScreenAddress>
      </Suspense>
    </ErrorBoundary>
  )
})

interface MountedView extends CachedView {
  reachable: ReachableScreen
}

/**
 * The open screen and the cached ones: hidden, with their input, their effects paused. A screen that must not be cached
 * is unmounted when it is left.
 */
export function CachedScreens({ reachable }: { reachable: ReachableScreen }) {
  const location = useLocation()
  const tags = useTags(open => open.tags)
  const restarts = useTags(open => open.restarts)
  const { screen } = reachable
  const [views, setViews] = useState<readonly MountedView[]>([])

  const now = {
    path: screen.path,
    location,
    generation: restarts[screen.path] ?? 0,
    isCached: !screen.noCache,
    reachable,
  }
  const next = nextViews<MountedView>(views, now, path => tags.some(tag => tag.path === path))
  // Derived from the last render's views, so it is set during rendering, not in an effect.
  if (next !== views) setViews(next)

  /** A cached screen has changed its query; it will be opened with that. */
  const onMoved = useCallback((path: string, to: Location) => {
    setViews(mounted => mounted.map(view => (view.path === path ? { ...view, location: to } : view)))
    const fullPath = to.pathname + to.search
    setTags(useTags.getState().tags.map(tag => (tag.path === path ? { ...tag, fullPath } : tag)))
  }, [])

  return next.map(view => (
    <Activity key={`${view.path}#${view.generation}`} mode={view.path === screen.path ? 'visible' : 'hidden'}>
      <div className="screen">
        <View
          screen={view.reachable.screen}
          pattern={view.reachable.pattern}
          location={view.location}
          onMoved={onMoved}
        />
      </div>
    </Activity>
  ))
}
