import { type ComponentType, lazy } from 'react'
import type { StaticRoute } from './shell/places.ts'

type Load = () => Promise<{ default: ComponentType }>
interface Registry {
  screens: Record<string, Load>
  staticRoutes: readonly StaticRoute[]
}

// The registry only names screens and how to load them; what it names stays in chunks of its own.
const [registry] = Object.values(import.meta.glob<Registry>('./areas/screens.ts', { eager: true }))

const profilePath = '/user/profile'
const delivered = registry?.staticRoutes ?? []

/** Hidden routes. The personal centre belongs to everybody, whatever the menu says. */
export const staticRoutes: readonly StaticRoute[] = delivered.some(route => route.path === profilePath)
  ? delivered
  : [...delivered, { path: profilePath, screen: 'user/profile', title: 'menu.profile' }]

const made = new Map<string, ComponentType | null>()

/**
 * The component of a screen id, fetched when it is first shown: `entity/<area>/<name>` draws a declared entity, other ids
 * are screens of their own (areas/screens.ts). Null for an id that this version does not have; nothing else can be loaded,
 * so a menu cannot name a file.
 */
export function componentOf(id: string): ComponentType | null {
  const known = made.get(id)
  if (known !== undefined) return known
  const screens = registry?.screens
  const load = screens && Object.hasOwn(screens, id) ? screens[id] : undefined
  const component = load ? lazy(load) : null
  made.set(id, component)
  return component
}
