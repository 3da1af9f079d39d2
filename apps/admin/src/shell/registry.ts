import { type ComponentType, lazy } from 'react'
import type { StaticRoute } from './places.ts'

/** How a screen is fetched when it is first shown. */
export type LoadScreen = () => Promise<{ default: ComponentType }>

/** The screens of the back office by their ids, and those of them that have an address outside the menu. */
export interface Registry {
  screens: Readonly<Record<string, LoadScreen>>
  staticRoutes: readonly StaticRoute[]
}

interface Offer {
  load(): Promise<Registry>
  /** Fetches the words of all screens but Home. */
  words(): Promise<void>
}

/** Opens with the words that the page begins with: most who sign in look at it first. */
const home = 'index'

let offer: Offer | undefined
let registry: Registry | undefined
let words: Promise<void> | undefined

/** Says once, before the first page, where the screens and their words come from: the shell shows screens and knows none of them. */
export function offerScreens(given: Offer): void {
  offer = given
}

/** Fetches the registry, which is of use only to those who are signed in. What it names stays in chunks of its own. */
export async function loadRegistry(): Promise<void> {
  if (!offer) throw new Error('No screens were offered to the shell')
  registry ??= await offer.load()
}

function wordsOfScreens(): Promise<void> {
  words ??= offer?.words().catch((error: unknown) => {
    words = undefined
    throw error
  })
  return words ?? Promise.resolve()
}

function loaded(): Registry {
  if (!registry) throw new Error('The registry of screens is not loaded yet')
  return registry
}

const profilePath = '/user/profile'

/** Hidden routes. The personal centre belongs to everybody, whatever the menu says. */
export function staticRoutes(): readonly StaticRoute[] {
  const delivered = loaded().staticRoutes
  return delivered.some(route => route.path === profilePath)
    ? delivered
    : [...delivered, { path: profilePath, screen: 'user/profile', title: 'menu.profile' }]
}

const withWords = async (load: LoadScreen) => (await Promise.all([load(), wordsOfScreens()]))[0]

const made = new Map<string, ComponentType | null>()

/**
 * The component of a screen id, fetched when it is first shown: `entity/<area>/<name>` draws a declared entity, other ids
 * are screens of their own (areas/screens.ts). Null for an id that this version does not have; nothing else can be loaded,
 * so a menu cannot name a file.
 */
export function componentOf(id: string): ComponentType | null {
  const known = made.get(id)
  if (known !== undefined) return known
  const { screens } = loaded()
  const load = Object.hasOwn(screens, id) ? screens[id] : undefined
  const component = load ? lazy(id === home ? load : () => withWords(load)) : null
  made.set(id, component)
  return component
}
