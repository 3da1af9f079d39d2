import { can } from '@timbermark/client'
import { buildMenu, type Menu, type RouteItem, type Screen } from '../frame/menu.ts'

/** A hidden route that belongs to the program, not to the menu. A `:parameter` accepts digits only. */
export interface StaticRoute {
  path: string
  /** Id of the screen in areas/screens.ts. */
  screen: string
  /** Key of a phrase. */
  title: string
  /** Path of the menu entry that is marked. */
  activeMenu?: string
  /** Permission to open it; without it /401 is shown. */
  permission?: string
}

export interface ReachableScreen {
  screen: Screen
  /** Route pattern, for the parameters. */
  pattern: string
}

/** Everything that the user can open: the menu's screens, then the hidden routes. */
export interface ReachableScreens {
  menu: Menu
  at(path: string): ReachableScreen | undefined
  find(path: string): 'open' | 'forbidden' | 'missing' | { redirect: string }
}

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/+$/, '') : path)

/** `/user/:id` matches `/user/12`, not `/user/abc` nor `/user/12/x`. */
export function matchesPattern(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const actual = path.split('/')
  return (
    expected.length === actual.length &&
    expected.every((part, i) => (part.startsWith(':') ? /^\d{1,19}$/.test(actual[i]!) : part === actual[i]))
  )
}

export function createReachableScreens(
  items: readonly RouteItem[],
  fixed: readonly StaticRoute[],
  permissions: readonly string[],
): ReachableScreens {
  const menu = buildMenu(items)

  function fixedAt(path: string): StaticRoute | undefined {
    return fixed.find(route => matchesPattern(route.path, path))
  }

  function screenOf(route: StaticRoute, path: string): Screen {
    const parent = route.activeMenu ? menu.screens.get(route.activeMenu) : undefined
    const above = parent ? [...parent.trail, { title: parent.title, path: parent.path }] : []
    return {
      path,
      screen: route.screen,
      title: route.title,
      noCache: true,
      affix: false,
      activeMenu: route.activeMenu,
      trail: above,
      breadcrumb: true,
    }
  }

  return {
    menu,
    at(address) {
      const path = trimmed(address)
      const screen = menu.screens.get(path)
      if (screen) return { screen, pattern: '*' }
      const route = fixedAt(path)
      return route && { screen: screenOf(route, path), pattern: route.path }
    },
    find(address) {
      const path = trimmed(address)
      if (menu.screens.has(path)) return 'open'
      const route = fixedAt(path)
      if (route) return !route.permission || can(permissions, [route.permission]) ? 'open' : 'forbidden'
      const group = menu.groups.get(path)
      return group && group !== path ? { redirect: group } : 'missing'
    },
  }
}
