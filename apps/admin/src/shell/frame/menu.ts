import type { Translate } from '@timbermark/client'

/** One item of GET /getRouters. */
export interface RouteItem {
  name?: string
  path: string
  hidden?: boolean
  redirect?: string
  /** `Layout`, `ParentView`, `InnerLink` or the id of a screen. */
  component?: string
  /** JSON text: the query parameters of the entry's address. */
  query?: string
  alwaysShow?: boolean
  meta?: RouteMeta | null
  children?: RouteItem[]
}

export interface RouteMeta {
  /** Key of a phrase, or plain text that people entered. */
  title?: string
  icon?: string
  noCache?: boolean
  /** Address that is shown in a frame. */
  link?: string | null
  /** Pinned in the tags bar. */
  affix?: boolean
  /** Path of the entry to mark instead. */
  activeMenu?: string | null
  /** False omits it from the breadcrumb. */
  breadcrumb?: boolean
}

/** One entry of the sidebar, the top menu and the search. */
export interface MenuNode {
  /** Address inside of the product, or of another site when `external`. */
  path: string
  title: string
  icon?: string
  external?: boolean
  query?: Record<string, string>
  children: MenuNode[]
}

/** A screen that can be opened. */
export interface Screen {
  path: string
  /** Id of the screen in areas/screens.ts; `InnerLink` shows `link` in a frame. */
  screen: string
  title: string
  icon?: string
  /** Mounted again on every visit. */
  noCache: boolean
  affix: boolean
  activeMenu?: string
  link?: string
  /** Entries above it, outermost first. */
  trail: Crumb[]
  breadcrumb: boolean
}

export interface Crumb {
  title: string
  /** Undefined when it cannot be opened itself. */
  path?: string
}

export interface Menu {
  /** Visible entries, filtered by the server according to the user's permissions. */
  nodes: MenuNode[]
  /** Every screen that can be opened, hidden ones too, by address. */
  screens: Map<string, Screen>
  /** Addresses of groups, and the address that each one opens. */
  groups: Map<string, string>
}

export const homePath = '/index'

export const homeScreen: Screen = {
  path: homePath,
  screen: 'index',
  title: 'menu.home',
  icon: 'dashboard',
  noCache: true,
  affix: true,
  trail: [],
  breadcrumb: true,
}

const isAddress = (path: string) => /^https?:\/\//i.test(path)
// Schemes such as `javascript:` are not accepted in a menu.
const hasScheme = (path: string) => /^[a-z][a-z0-9+.-]*:/i.test(path.trim())

/** Joins a route's path to its parent's. A path that begins with a slash is absolute. */
export function joinPath(parent: string, path: string): string {
  const fullPath = path.startsWith('/') ? path : `${parent}/${path}`
  return `/${fullPath.split('/').filter(Boolean).join('/')}`
}

function queryOf(text: string | undefined): Record<string, string> | undefined {
  if (!text) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (!value || typeof value !== 'object' || Array.isArray(value)) return undefined
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, String(part)]))
  } catch {
    return undefined
  }
}

/** Builds menu and screens from the server's route items. */
export function buildMenu(items: readonly RouteItem[]): Menu {
  const menu: Menu = { nodes: [], screens: new Map([[homePath, homeScreen]]), groups: new Map() }
  menu.nodes = [
    { path: homePath, title: homeScreen.title, icon: homeScreen.icon, children: [] },
    ...items.flatMap(item => addItem(item, '', [], menu)),
  ]
  return menu
}

function addItem(item: RouteItem, parent: string, trail: Crumb[], menu: Menu): MenuNode[] {
  const meta = item.meta ?? {}
  const title = meta.title ?? ''
  if (isAddress(item.path) && !meta.link) {
    return item.hidden ? [] : [{ path: item.path, title, icon: meta.icon, external: true, children: [] }]
  }
  if (hasScheme(item.path)) return []
  const path = joinPath(parent, item.path)
  const inner = item.children ?? []
  const isGroup = inner.length > 0 || item.component === 'Layout' || item.component === 'ParentView' || !item.component

  if (!isGroup) {
    menu.screens.set(path, screenOf(item, path, trail))
    return item.hidden ? [] : [{ path, title, icon: meta.icon, query: queryOf(item.query), children: [] }]
  }

  const crumbs = title && meta.breadcrumb !== false ? [...trail, { title }] : trail
  const children = inner.flatMap(child => addItem(child, path, crumbs, menu))
  const first = firstScreenPath(children)
  if (path !== '/' && first && !menu.screens.has(path)) {
    const target = item.redirect && item.redirect !== 'noRedirect' ? joinPath(path, item.redirect) : first
    menu.groups.set(path, target)
  }
  if (item.hidden || children.length === 0) return []
  // A single entry replaces its parent. `alwaysShow` is ignored: every catalogue sets it.
  const lone = children[0]!
  if (children.length === 1 && lone.children.length === 0) return [{ ...lone, icon: lone.icon ?? meta.icon }]
  return title ? [{ path, title, icon: meta.icon, children }] : children
}

function screenOf(item: RouteItem, path: string, trail: Crumb[]): Screen {
  const meta = item.meta ?? {}
  return {
    path,
    screen: item.component ?? '',
    title: meta.title ?? '',
    icon: meta.icon,
    noCache: meta.noCache === true,
    affix: meta.affix === true,
    activeMenu: meta.activeMenu ?? undefined,
    link: meta.link ?? undefined,
    trail,
    breadcrumb: meta.breadcrumb !== false,
  }
}

function firstScreenPath(nodes: readonly MenuNode[]): string | undefined {
  for (const node of nodes) {
    const path = node.children.length > 0 ? firstScreenPath(node.children) : node.external ? undefined : node.path
    if (path) return path
  }
  return undefined
}

/** Entries from the outermost down to the one with this path; empty when the menu does not have it. */
export function pathTo(nodes: readonly MenuNode[], path: string): MenuNode[] {
  for (const node of nodes) {
    if (node.path === path && node.children.length === 0) return [node]
    const below = pathTo(node.children, path)
    if (below.length > 0) return [node, ...below]
  }
  return []
}

/** All entries that can be opened, with the titles above them. */
export function leaves(
  nodes: readonly MenuNode[],
  above: readonly string[] = [],
): { node: MenuNode; titles: string[] }[] {
  return nodes.flatMap(node =>
    node.children.length > 0
      ? leaves(node.children, [...above, node.title])
      : [{ node, titles: [...above, node.title] }],
  )
}

const kebab = (key: string) => key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/**
 * The text of a menu title: the phrase of its key, or the title itself when people entered plain text. A key without a
 * phrase falls back to the entity's name, then to its last word, so that no raw key is shown.
 */
export function menuTitle(t: Translate, title: string): string {
  for (const key of [title, kebab(title), title.replace(/^menu\./, ''), kebab(title).replace(/^menu\./, '')]) {
    if (t.has(key)) return t(key)
  }
  if (!title.startsWith('menu.')) return title
  const word = kebab(title.slice(title.lastIndexOf('.') + 1)).replaceAll('-', ' ')
  return word.charAt(0).toUpperCase() + word.slice(1)
}
