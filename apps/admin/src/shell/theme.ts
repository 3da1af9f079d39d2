import { type ThemeConfig, theme } from 'antd'
import { fade, inkOn, readableOn } from './color.ts'
import type { Layout, Size } from './settings.ts'

/** Grounds and inks of the product: paper and walnut. */
export const palettes = {
  light: {
    ground: '#f6f3ed',
    paper: '#ffffff',
    raised: '#ffffff',
    ink: '#2a231d',
    soft: '#6d6155',
    line: '#e4ddd1',
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
  /** The light sidebar among dark pages. */
  night: { ground: '#201c18', deep: '#1a1714', ink: '#c4b9aa', strong: '#ffffff', line: '#352e27' },
} as const

export const fontFamily =
  "'Segoe UI', system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"

const scale: Record<Size, { componentSize: 'large' | 'middle' | 'small'; fontSize: number; controlHeight: number }> = {
  default: { componentSize: 'large', fontSize: 15, controlHeight: 34 },
  medium: { componentSize: 'middle', fontSize: 14, controlHeight: 34 },
  small: { componentSize: 'middle', fontSize: 13, controlHeight: 30 },
  mini: { componentSize: 'small', fontSize: 12, controlHeight: 28 },
}

export const componentSizeOf = (size: Size) => scale[size].componentSize

export const sidebarOf = (layout: Layout) =>
  layout.darkMode && layout.sideTheme === 'theme-light' ? sidebars.night : sidebars[layout.sideTheme]

/**
 * The component library's theme. Surfaces carry the chosen colour itself; where it is text, the nearest tone of it that
 * can be read (WCAG 2.2, 4.5 to 1), because several presets cannot be read on paper as they are.
 */
export function themeOf(layout: Layout, size: Size, motion = true): ThemeConfig {
  const palette = layout.darkMode ? palettes.dark : palettes.light
  const primary = layout.darkMode ? readableOn(layout.theme, palette.raised, 3) : layout.theme
  const asText = readableOn(primary, layout.darkMode ? palette.raised : palette.ground)
  const onPrimary = inkOn(primary)
  const side = sidebarOf(layout)
  const { fontSize, controlHeight } = scale[size]
  return {
    algorithm: [
      layout.darkMode ? theme.darkAlgorithm : theme.defaultAlgorithm,
      ...(size === 'mini' ? [theme.compactAlgorithm] : []),
    ],
    cssVar: { key: 'tm' },
    token: {
      colorPrimary: primary,
      colorInfo: primary,
      colorLink: asText,
      colorLinkHover: readableOn(asText, layout.darkMode ? palette.raised : palette.ground, 6),
      colorPrimaryText: asText,
      colorSuccess: layout.darkMode ? '#7fae63' : '#4c7a34',
      colorWarning: layout.darkMode ? '#d9a13c' : '#a8690f',
      colorError: layout.darkMode ? '#e5675b' : '#b93a2c',
      colorTextBase: palette.ink,
      colorBgBase: palette.paper,
      colorBgLayout: palette.ground,
      colorBgContainer: palette.paper,
      colorBgElevated: palette.raised,
      colorText: palette.ink,
      colorTextSecondary: palette.soft,
      colorTextTertiary: layout.darkMode ? '#9b9081' : '#786b5d',
      colorTextDescription: palette.soft,
      colorTextPlaceholder: layout.darkMode ? '#8f8577' : '#85786a',
      colorBorder: palette.line,
      colorBorderSecondary: palette.faintLine,
      borderRadius: 6,
      fontFamily,
      fontSize,
      controlHeight,
      motion,
    },
    components: {
      Button: {
        primaryColor: onPrimary,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        fontWeight: 500,
      },
      Menu: {
        itemHeight: 42,
        itemBorderRadius: 6,
        itemMarginInline: 8,
        iconSize: 16,
        collapsedIconSize: 17,
        collapsedWidth: 64,
        itemBg: 'transparent',
        subMenuItemBg: 'transparent',
        itemColor: side.ink,
        itemHoverColor: side.strong,
        itemHoverBg: layout.sideTheme === 'theme-dark' ? 'rgba(255, 255, 255, 0.06)' : palette.hover,
        itemActiveBg: layout.sideTheme === 'theme-dark' ? 'rgba(255, 255, 255, 0.09)' : palette.hover,
        itemSelectedBg: fade(primary, layout.sideTheme === 'theme-dark' ? 0.2 : 0.12),
        itemSelectedColor: readableOn(primary, side.ground, 5.6),
        subMenuItemSelectedColor: side.strong,
        popupBg: side.ground,
        groupTitleColor: side.ink,
      },
      Table: {
        headerBg: layout.darkMode ? '#292420' : '#f8f5f0',
        headerColor: palette.ink,
        rowHoverBg: layout.darkMode ? '#26211d' : '#faf8f4',
      },
      Tabs: { itemSelectedColor: asText, itemHoverColor: asText, itemActiveColor: asText, inkBarColor: primary },
      Pagination: { itemActiveColor: asText, itemActiveColorHover: asText },
      DatePicker: { colorTextLightSolid: onPrimary },
      Modal: { titleFontSize: fontSize + 2 },
      Tooltip: { colorBgSpotlight: layout.darkMode ? '#453d34' : '#3a3129', colorTextLightSolid: '#ffffff' },
      Card: { headerFontSize: fontSize + 1 },
    },
  }
}

/** The same colours for the shell's own style sheet, as custom properties of the page. */
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
    '--faint-line': palette.faintLine,
    '--hover': palette.hover,
    '--primary': primary,
    '--primary-text': readableOn(primary, layout.darkMode ? palette.raised : palette.ground),
    '--primary-ink': inkOn(primary),
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
