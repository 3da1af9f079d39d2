import { fade, readableOn } from './color.ts'
import type { Layout } from './settings.ts'

/** Background and text colours of the product: paper and walnut. */
export const palettes = {
  light: {
    ground: '#f6f3ed',
    paper: '#ffffff',
    raised: '#ffffff',
    ink: '#2a231d',
    soft: '#6d6155',
    line: '#e4ddd1',
    fieldLine: '#8d8172',
    wrong: '#b93a2c',
    good: '#4c7a34',
    caution: '#955c0d',
    faintLine: '#eee9e0',
    hover: 'rgba(92, 70, 44, 0.06)',
  },
  dark: {
    ground: '#171411',
    paper: '#201c18',
    raised: '#2a2520',
    ink: '#ece5da',
    soft: '#b0a596',
    line: '#3d362e',
    fieldLine: '#7d7264',
    wrong: '#f78d81',
    good: '#7fae63',
    caution: '#d9a13c',
    faintLine: '#2e2822',
    hover: 'rgba(236, 229, 218, 0.07)',
  },
} as const

export const sidebars = {
  'theme-dark': {
    ground: '#2b231c',
    deep: '#221b15',
    ink: '#cfc4b5',
    strong: '#ffffff',
    line: 'rgba(255, 255, 255, 0.07)',
  },
  'theme-light': { ground: '#fdfbf7', deep: '#f7f3ec', ink: '#51473c', strong: '#2a231d', line: '#e9e2d6' },
  /** The light sidebar in dark mode. */
  night: { ground: '#201c18', deep: '#1a1714', ink: '#c4b9aa', strong: '#ffffff', line: '#352e27' },
} as const

export const fontFamily =
  "'Segoe UI', system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"

export const sidebarOf = (layout: Layout) =>
  layout.darkMode && layout.sideTheme === 'theme-light' ? sidebars.night : sidebars[layout.sideTheme]

/**
 * The accent as a text colour. In dark mode it needs somewhat more than 4.5 to 1, because hovered rows are lighter than
 * the background.
 */
export function textColor(primary: string, layout: Layout): string {
  return layout.darkMode ? readableOn(primary, palettes.dark.raised, 5) : readableOn(primary, palettes.light.ground)
}

/**
 * The accent as the background of a button with white text: the chosen colour where that is readable, else its next
 * darker tone.
 */
export const fillColor = (layout: Layout): string => readableOn(layout.theme, '#ffffff')

/** The same colours for the shell's own style sheets, as custom properties of the page. */
export function pageProperties(layout: Layout): Record<string, string> {
  const palette = layout.darkMode ? palettes.dark : palettes.light
  const side = sidebarOf(layout)
  const primary = layout.darkMode ? readableOn(layout.theme, palette.raised, 3) : layout.theme
  return {
    '--ground': palette.ground,
    '--paper': palette.paper,
    '--raised': palette.raised,
    '--ink': palette.ink,
    '--soft': palette.soft,
    '--line': palette.line,
    '--field-line': palette.fieldLine,
    '--wrong': palette.wrong,
    '--good': palette.good,
    '--faint-line': palette.faintLine,
    '--hover': palette.hover,
    '--primary': primary,
    '--primary-text': textColor(primary, layout),
    '--primary-fill': fillColor(layout),
    '--primary-ink': '#ffffff',
    '--primary-faint': fade(primary, layout.darkMode ? 0.2 : 0.1),
    '--side': side.ground,
    '--side-deep': side.deep,
    '--side-ink': side.ink,
    '--side-strong': side.strong,
    '--side-line': side.line,
    '--sans': fontFamily,
    'color-scheme': layout.darkMode ? 'dark' : 'light',
  }
}
