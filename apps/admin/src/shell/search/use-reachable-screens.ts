import { useMemo } from 'react'
import { staticRoutes } from '../registry.ts'
import { createReachableScreens, type ReachableScreens } from './reachable-screens.ts'
import { currentSession, useSessionStore } from '../session/session.ts'

let last: { menus: unknown; permissions: unknown; screens: ReachableScreens } | null = null

/** Everything that the signed-in user can open. */
export function currentReachableScreens(): ReachableScreens {
  const { menus, permissions } = currentSession()
  if (last?.menus !== menus || last.permissions !== permissions) {
    last = { menus, permissions, screens: createReachableScreens(menus, staticRoutes(), permissions) }
  }
  return last.screens
}

export function useReachableScreens(): ReachableScreens {
  const menus = useSessionStore(session => session.menus)
  const permissions = useSessionStore(session => session.permissions)
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are what currentPlaces reads.
  return useMemo(() => currentReachableScreens(), [menus, permissions])
}
