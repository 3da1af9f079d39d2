import { type ComponentType, lazy } from 'react'
import type { Screen } from './frame/menu.ts'
import type { StaticRoute } from './search/reachable-screens.ts'

/** Loads a screen when it is first shown. */
export type LoadScreen = () => Promise<{ default: ComponentType }>

/** The screens of the back office by id, and those with an address outside of the menu. */
export interface Registry {
  screens: Readonly<Record<string, LoadScreen>>
  staticRoutes: readonly StaticRoute[]
  /** Ids of the screens that need the phrases of figures. */
  figureScreens?: ReadonlySet<string>
  /** The search, which opens over any screen. */
  search: () => Promise<{ default: ComponentType<SearchProps> }>
  /** The help on a screen, which opens beside it. */
  help: () => Promise<{ default: ComponentType<HelpProps> }>
  /** The tour for newcomers. */
  tour: () => Promise<{ default: ComponentType }>
}

export interface SearchProps {
  close: () => void
}

export interface HelpProps {
  /** The open screen; undefined where there is none. */
  screen: Screen | undefined
  close: () => void
}

interface ScreenSource {
  load(): Promise<Registry>
  /** Loads the phrases of all screens except Home. */
  loadPhrases(): Promise<void>
  /** Loads the phrases of screens of figures. */
  loadFigurePhrases(): Promise<void>
  loadHelpPhrases(): Promise<void>
}

/** Id of Home, which uses the phrases of the first page load: most users see it first after signing in. */
const home = 'index'
/** Id of the screen that shows the help on all others. */
const handbook = 'help/handbook'

let source: ScreenSource | undefined
let registry: Registry | undefined
let phrases: Promise<void> | undefined

/**
 * Registers once, before the first page, where screens and their phrases come from: the shell shows screens and knows
 * none of them.
 */
export function registerScreens(screenSource: ScreenSource): void {
  source = screenSource
}

/** Loads the registry, which only signed-in users need. Each screen stays in a chunk of its own. */
export async function loadRegistry(): Promise<void> {
  if (!source) throw new Error('No screens are registered')
  registry ??= await source.load()
}

/** Loads the phrases of all screens, which Home needs for field values of other areas. */
export function loadScreenPhrases(): Promise<void> {
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

/** The search with its phrases, loaded when it is first opened. */
export async function loadSearch(): Promise<{ default: ComponentType<SearchProps> }> {
  const [search] = await Promise.all([loadedRegistry().search(), loadScreenPhrases()])
  return search
}

/** The help sheet with its phrases, loaded when it is first opened. */
export async function loadHelp(): Promise<{ default: ComponentType<HelpProps> }> {
  const [help] = await Promise.all([loadedRegistry().help(), source?.loadHelpPhrases()])
  return help
}

/** The tour for newcomers with its phrases. */
export async function loadTour(): Promise<{ default: ComponentType }> {
  const [tour] = await Promise.all([loadedRegistry().tour(), source?.loadHelpPhrases()])
  return tour
}

const profilePath = '/user/profile'

/** Hidden routes. Everybody has the personal centre, whatever the menu contains. */
export function staticRoutes(): readonly StaticRoute[] {
  const routes = loadedRegistry().staticRoutes
  return routes.some(route => route.path === profilePath)
    ? routes
    : [...routes, { path: profilePath, screen: 'user/profile', title: 'menu.profile' }]
}

function loaderOf(id: string): LoadScreen | undefined {
  const { screens, figureScreens } = loadedRegistry()
  const load = Object.hasOwn(screens, id) ? screens[id] : undefined
  if (!load) return undefined
  return async () => {
    const [module] = await Promise.all([
      load(),
      id === home ? undefined : loadScreenPhrases(),
      figureScreens?.has(id) ? source?.loadFigurePhrases() : undefined,
      id === handbook ? source?.loadHelpPhrases() : undefined,
    ])
    loadedComponents.set(id, module.default)
    return module
  }
}

/** Components of screens that are loaded, with their phrases. */
const loadedComponents = new Map<string, ComponentType>()
const lazyComponents = new Map<string, ComponentType | null>()

/**
 * Loads a screen that will be shown, so that it can be drawn at once. Does nothing for an id that this version does not
 * have.
 * @throws what loading throws; the screen's component meets the same error and shows it in its place
 */
export async function fetchScreen(id: string): Promise<void> {
  if (!loadedComponents.has(id)) await loaderOf(id)?.()
}

/**
 * The component of a screen id: `entity/<area>/<name>` draws a declared entity, other ids are screens of their own
 * (areas/screens.ts). A screen that is not loaded yet is loaded when it is first drawn. Null for an id that this
 * version does not have; nothing else can be loaded, so a menu cannot name a file.
 */
export function componentOf(id: string): ComponentType | null {
  // Not through `lazy`: it shows the fallback all the same, and React keeps a fallback for 300 ms.
  const loaded = loadedComponents.get(id)
  if (loaded) return loaded
  const known = lazyComponents.get(id)
  if (known !== undefined) return known
  const load = loaderOf(id)
  const component = load ? lazy(load) : null
  lazyComponents.set(id, component)
  return component
}
