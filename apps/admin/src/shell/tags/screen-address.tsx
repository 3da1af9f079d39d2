import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef } from 'react'
import {
  type Location,
  NavigationType,
  type Navigator,
  UNSAFE_DataRouterContext,
  UNSAFE_LocationContext,
  UNSAFE_NavigationContext,
} from 'react-router'

const CurrentQuery = createContext(() => window.location.search)

/**
 * The query of this screen's address at the time of the call, which may be newer than the last render: no change is
 * made twice or lost.
 */
export function useCurrentQuery(): () => URLSearchParams {
  const read = useContext(CurrentQuery)
  return () => new URLSearchParams(read())
}

interface ScreenAddressProps {
  location: Location
  /** Called when the address of a screen that is not open has changed. */
  onMoved: (location: Location) => void
  children: ReactNode
}

/**
 * A screen sees its own address, not the browser's, so that what it stores in the query stays its own while another
 * screen is open. The router's own way to do so (`Routes location`) redraws every cached screen at each navigation; its
 * context, which changes only with this screen's address, does not.
 *
 * A late answer does not navigate away from another screen: a change of the screen's own query is kept until it is open
 * again, a navigation elsewhere is dropped.
 */
export function ScreenAddress({ location, onMoved, children }: ScreenAddressProps) {
  const outer = useContext(UNSAFE_NavigationContext)
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const latest = useRef(location)
  const moved = useRef(onMoved)
  useLayoutEffect(() => {
    latest.current = location
    moved.current = onMoved
  }, [location, onMoved])
  const { pathname } = location
  const locationContext = useMemo(() => ({ location, navigationType: NavigationType.Pop }), [location])

  const { navigation, query } = useMemo(() => {
    const isOpen = () => !router || router.state.location.pathname === pathname
    const unlessLeft =
      (step: Navigator['push']): Navigator['push'] =>
      (to, state, options) => {
        if (isOpen()) return step(to, state, options)
        const { pathname: there, search = '', hash = '' } = typeof to === 'string' ? new URL(to, window.origin) : to
        if (there !== pathname) return
        latest.current = { ...latest.current, search, hash, state }
        moved.current(latest.current)
      }
    const { navigator } = outer
    return {
      navigation: {
        ...outer,
        navigator: { ...navigator, push: unlessLeft(navigator.push), replace: unlessLeft(navigator.replace) },
      },
      query: () => (isOpen() ? window.location.search : latest.current.search),
    }
  }, [outer, router, pathname])

  return (
    <UNSAFE_NavigationContext.Provider value={navigation}>
      <UNSAFE_LocationContext.Provider value={locationContext}>
        <CurrentQuery.Provider value={query}>{children}</CurrentQuery.Provider>
      </UNSAFE_LocationContext.Provider>
    </UNSAFE_NavigationContext.Provider>
  )
}
