import { useMemo } from 'react'
import { staticRoutes } from '../registry.ts'
import { createPlaces, type Places } from './reachable-screens.ts'
import { currentSession, useSessionStore } from '../session/session.ts'

let last: { menus: unknown; permissions: unknown; places: Places } | null = null

/** Everything the signed-in person can open. */
export function currentPlaces(): Places {
  const { menus, permissions } = currentSession()
  if (last?.menus !== menus || last.permissions !== permissions) {
    last = { menus, permissions, places: createPlaces(menus, staticRoutes(), permissions) }
  }
  return last.places
}

export function usePlaces(): Places {
  const menus = useSessionStore(session => session.menus)
  const permissions = useSessionStore(session => session.permissions)
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are what currentPlaces reads.
  return useMemo(() => currentPlaces(), [menus, permissions])
}
