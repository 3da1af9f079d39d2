import { storageKeys, themeColors } from '@timbermark/contract'
import { create } from 'zustand'
import { parseHex } from './color.ts'
import { readCookie, readLocal, writeCookie, writeLocal } from '../storage.ts'

/** The layout settings. The first nine are the specification's record, under its names. */
export interface Layout {
  sideTheme: 'theme-dark' | 'theme-light'
  /** Theme colour, `#rrggbb`. */
  theme: string
  topNav: boolean
  tagsView: boolean
  fixedHeader: boolean
  sidebarLogo: boolean
  dynamicTitle: boolean
  /** Whether the drawer is open. */
  showSettings: boolean
  /** Whether the header lists errors of the page. */
  errorLog: boolean
  darkMode: boolean
}

export const layoutDefaults: Layout = {
  sideTheme: 'theme-dark',
  theme: themeColors[0],
  topNav: false,
  tagsView: true,
  fixedHeader: false,
  sidebarLogo: true,
  dynamicTitle: false,
  showSettings: false,
  errorLog: false,
  darkMode: false,
}

const sideThemes = ['theme-dark', 'theme-light'] as const
const sideThemeOf = (value: unknown): Layout['sideTheme'] | undefined => sideThemes.find(theme => theme === value)

/** Defaults where nothing was chosen: the installation's sidebar theme, if known, and the product's defaults. */
const installationDefaults = (): Layout => ({
  ...layoutDefaults,
  sideTheme: sideThemeOf(readLocal(storageKeys.sideTheme)) ?? layoutDefaults.sideTheme,
})

/** Stored settings, unchecked. */
function storedLayout(text: string | null): Record<string, unknown> {
  try {
    return JSON.parse(text ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** Parses stored settings; a missing or invalid value gets its default. */
export function parseLayout(text: string | null, defaults: Layout = layoutDefaults): Layout {
  const stored = storedLayout(text)
  const layout = { ...defaults, sideTheme: sideThemeOf(stored.sideTheme) ?? defaults.sideTheme }
  if (typeof stored.theme === 'string' && parseHex(stored.theme)) layout.theme = stored.theme
  for (const key of [
    'topNav',
    'tagsView',
    'fixedHeader',
    'sidebarLogo',
    'dynamicTitle',
    'showSettings',
    'errorLog',
    'darkMode',
  ] as const) {
    const value = stored[key]
    if (typeof value === 'boolean') layout[key] = value
  }
  return layout
}

export const useLayout = create<Layout>()(() => parseLayout(readLocal(storageKeys.layout), installationDefaults()))
export const setLayout = (change: Partial<Layout>): void => useLayout.setState(change)

/** Stores the present settings, with the drawer closed, so that it does not open by itself next time. */
export function saveLayout(): void {
  writeLocal(storageKeys.layout, JSON.stringify({ ...useLayout.getState(), showSettings: false }))
}

export function clearLayout(): void {
  writeLocal(storageKeys.layout, null)
}

/** Switches between light and dark mode and stores only that choice; other unsaved settings stay unsaved. */
export function toggleDark(): void {
  const darkMode = !useLayout.getState().darkMode
  setLayout({ darkMode })
  writeLocal(storageKeys.layout, JSON.stringify({ ...storedLayout(readLocal(storageKeys.layout)), darkMode }))
}

/**
 * Applies the installation's sidebar theme for users who have chosen none, and stores it for the start of the next
 * visit.
 */
export function applyDefaultSideTheme(value: string): void {
  const sideTheme = sideThemeOf(value)
  if (!sideTheme) return
  writeLocal(storageKeys.sideTheme, sideTheme)
  if (sideThemeOf(storedLayout(readLocal(storageKeys.layout)).sideTheme) === undefined) setLayout({ sideTheme })
}

export const sizes = ['default', 'medium', 'small', 'mini'] as const
export type Size = (typeof sizes)[number]

/** How much fits on a screen: height of rows, of the header and of the tags; the px are in styles/base.css. */
export const densities = ['large', 'middle', 'small'] as const
export type Density = (typeof densities)[number]

interface Frame {
  /** Whether the sidebar is unfolded. */
  open: boolean
  size: Size
  density: Density
}

export const useFrame = create<Frame>()(() => ({
  open: readCookie(storageKeys.sidebar) !== '0',
  size: sizes.find(size => size === readCookie(storageKeys.size)) ?? 'medium',
  density: densities.find(density => density === readCookie(storageKeys.density)) ?? 'middle',
}))

export function setSidebar(open: boolean): void {
  useFrame.setState({ open })
  writeCookie(storageKeys.sidebar, open ? '1' : '0')
}

export function setSize(size: Size): void {
  useFrame.setState({ size })
  writeCookie(storageKeys.size, size)
}

export function setDensity(density: Density): void {
  useFrame.setState({ density })
  writeCookie(storageKeys.density, density)
}
