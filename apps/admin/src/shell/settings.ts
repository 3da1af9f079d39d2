import { storageKeys, themeColors } from '@timbermark/contract'
import { create } from 'zustand'
import { parseHex } from './color.ts'
import { readCookie, readLocal, writeCookie, writeLocal } from './storage.ts'

/** What the layout drawer sets. The first nine are the specification's record, under its names. */
export interface Layout {
  sideTheme: 'theme-dark' | 'theme-light'
  /** Theme colour, `#rrggbb`. */
  theme: string
  topNav: boolean
  tagsView: boolean
  fixedHeader: boolean
  sidebarLogo: boolean
  dynamicTitle: boolean
  /** The drawer stands open. */
  showSettings: boolean
  /** Errors of the page are listed in the header. */
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

/** Reads stored settings; each value that is missing or of the wrong kind keeps its default. */
export function parseLayout(text: string | null): Layout {
  const layout = { ...layoutDefaults }
  let stored: Record<string, unknown>
  try {
    stored = JSON.parse(text ?? '{}') ?? {}
  } catch {
    return layout
  }
  if (stored.sideTheme === 'theme-dark' || stored.sideTheme === 'theme-light') layout.sideTheme = stored.sideTheme
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

export const useLayout = create<Layout>()(() => parseLayout(readLocal(storageKeys.layout)))
export const setLayout = (change: Partial<Layout>): void => useLayout.setState(change)

/** Keeps the settings as they are now. The drawer is closed with it, so it does not open by itself next time. */
export function saveLayout(): void {
  writeLocal(storageKeys.layout, JSON.stringify({ ...useLayout.getState(), showSettings: false }))
}

export function forgetLayout(): void {
  writeLocal(storageKeys.layout, null)
}

/** Switches between light and dark and keeps that choice alone; other unsaved settings stay unsaved. */
export function toggleDark(): void {
  const darkMode = !useLayout.getState().darkMode
  setLayout({ darkMode })
  writeLocal(storageKeys.layout, JSON.stringify({ ...parseLayout(readLocal(storageKeys.layout)), darkMode }))
}

export const sizes = ['default', 'medium', 'small', 'mini'] as const
export type Size = (typeof sizes)[number]

/** How much stands on a screen: height of rows, of the header and of the tags; their px are in styles/base.css. */
export const densities = ['large', 'middle', 'small'] as const
export type Density = (typeof densities)[number]

interface Frame {
  /** Sidebar folded out. */
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
