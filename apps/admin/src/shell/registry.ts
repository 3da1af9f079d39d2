import { type ComponentType, lazy } from 'react'
import type { StaticRoute } from './search/reachable-screens.ts'

/** How a screen is fetched when it is first shown. */
export type LoadScreen = () => Promise<{ default: ComponentType }>

/** The screens of the back office by their ids, and those of them that have an address outside the menu. */
export interface Registry {
  screens: Readonly<Record<string, LoadScreen>>
  staticRoutes: readonly StaticRoute[]
}

interface ScreenSource {
  load(): Promise<Registry>
  /** Fetches the words of all screens but Home. */
  loadPhrases(): Promise<void>
}

/** Opens with the words that the page begins with: most who sign in look at it first. */
const home = 'index'

let source: ScreenSource | undefined
let registry: Registry | undefined
let phrases: Promise<void> | undefined

/** Says once, before the first page, where the screens and their words come from: the shell shows screens and knows none of them. */
export function registerScreens(screenSource: ScreenSource): void {
  source = screenSource
}

/** Fetches the registry, which is of use only to those who are signed in. What it names stays in chunks of its own. */
export async function loadRegistry(): Promise<void> {
  if (!source) throw new Error('No screens were offered to the shell')
  registry ??= await source.load()
}

function loadScreenPhrases(): Promise<void> {
  phrases ??= source?.loadPhrases().catch((error: unknown) => {
    phrases = undefined
    throw error
  })
  return phrases ?? Promise.resolve()
}

function loadedRegistry(): Registry {
  if (!registry) throw new Error('The registry of screens is not loaded yet')
  return registry
}

const profilePath = '/user/profile'

/** Hidden routes. The personal centre belongs to everybody, whatever the menu says. */
export function staticRoutes(): readonly StaticRoute[] {
  const routes = loadedRegistry().staticRoutes
  return routes.some(route => route.path === profilePath)
    ? routes
    : [...routes, { path: profilePath, screen: 'user/profile', title: 'menu.profile' }]
}

function loaderOf(id: string): LoadScreen | undefined {
  const { screens } = loadedRegistry()
  const load = Object.hasOwn(screens, id) ? screens[id] : undefined
  if (!load) return undefined
  return async () => {
    const [module] = await Promise.all([load(), id === home ? undefined : loadScreenPhrases()])
    loadedComponents.set(id, module.default)
    return module
  }
}

/** The components of screens that have been fetched, with their words. */
const loadedComponents = new Map<string, ComponentType>()
const lazyComponents = new Map<string, ComponentType | null>()

/**
 * Fetches a screen that is to be shown, so that it can be drawn at once. Nothing for an id that this version does not have.
 * @throws what the fetching throws; the screen's component meets the same and says so in its place
 */
export async function fetchScreen(id: string): Promise<void> {
  if (!loadedComponents.has(id)) await loaderOf(id)?.()
}

/**
 * The component of a screen id: `entity/<area>/<name>` draws a declared entity, other ids are screens of their own
 * (areas/screens.ts). One that was not fetched yet is when it is first drawn. Null for an id that this version does not
 * have; nothing else can be loaded, so a menu cannot name a file.
 */
export function componentOf(id: string): ComponentType | null {
  // Not by `lazy`, which shows what stands in for it all the same, and React leaves that for 300 ms.
  const loaded = loadedComponents.get(id)
  if (loaded) return loaded
  const known = lazyComponents.get(id)
  if (known !== undefined) return known
  const load = loaderOf(id)
  const component = load ? lazy(load) : null
  lazyComponents.set(id, component)
  return component
}
