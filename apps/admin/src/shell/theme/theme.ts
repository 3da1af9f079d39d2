import { type ThemeConfig, theme } from 'antd'
import { fade, inkOn, readableOn } from './color.ts'
import { fillColor, fontFamily, palettes, sidebarOf, textColor } from './palette.ts'
import type { Layout, Size } from './settings.ts'

const scale: Record<Size, { componentSize: 'large' | 'middle' | 'small'; fontSize: number; controlHeight: number }> = {
  default: { componentSize: 'large', fontSize: 15, controlHeight: 34 },
  medium: { componentSize: 'middle', fontSize: 14, controlHeight: 34 },
  small: { componentSize: 'middle', fontSize: 13, controlHeight: 30 },
  mini: { componentSize: 'small', fontSize: 12, controlHeight: 28 },
}

export const componentSizeOf = (size: Size) => scale[size].componentSize

function nameOf({ darkMode, sideTheme, theme: colour }: Layout, size: Size, motion: boolean): string {
  const parts = [darkMode ? 'dark' : 'light', sideTheme, colour, size, motion ? 'moving' : 'still']
  return `tm-${parts.join('-').replace(/[^\w-]/g, '')}`
}

/**
 * The component library's theme. Surfaces use the chosen colour itself. Text uses the nearest readable tone of it (WCAG
 * 2.2, 4.5 to 1), because several presets are not readable on paper as they are.
 */
export function themeOf(layout: Layout, size: Size, motion = true): ThemeConfig {
  const palette = layout.darkMode ? palettes.dark : palettes.light
  const primary = layout.darkMode ? readableOn(layout.theme, palette.raised, 3) : layout.theme
  const asText = textColor(primary, layout)
  const linkHover = readableOn(asText, layout.darkMode ? palette.raised : palette.ground, 6)
  // The dark algorithm derives its own tone from the colour; the text must be readable on that one.
  const algorithm = layout.darkMode ? theme.darkAlgorithm : theme.defaultAlgorithm
  const onPrimary = inkOn(theme.getDesignToken({ algorithm, token: { colorPrimary: primary } }).colorPrimary)
  const side = sidebarOf(layout)
  const { fontSize, controlHeight } = scale[size]
  return {
    algorithm: [algorithm, ...(size === 'mini' ? [theme.compactAlgorithm] : [])],
    // A name per look: cached hidden screens keep the rules of the previous look, which must not affect the visible
    // screen.
    cssVar: { key: nameOf(layout, size, motion) },
    token: {
      colorPrimary: primary,
      colorInfo: primary,
      colorLink: asText,
      colorLinkHover: linkHover,
      colorPrimaryText: asText,
      colorSuccess: palette.good,
      colorWarning: palette.caution,
      colorError: palette.wrong,
      colorTextBase: palette.ink,
      colorBgBase: palette.paper,
      colorBgLayout: palette.ground,
      colorBgContainer: palette.paper,
      colorBgElevated: palette.raised,
      colorText: palette.ink,
      colorTextSecondary: palette.soft,
      colorTextTertiary: layout.darkMode ? '#9b9081' : '#786b5d',
      colorTextDescription: palette.soft,
      colorTextPlaceholder: layout.darkMode ? '#9b9081' : '#786b5d',
      colorBorder: palette.line,
      colorBorderSecondary: palette.faintLine,
      borderRadius: 6,
      fontFamily,
      fontSize,
      // No text is smaller than 12 px, even in the smallest size.
      fontSizeSM: 12,
      controlHeight,
      motion,
    },
    components: {
      Button: {
        // Filled with a darker tone of the chosen colour, so that white text is readable in every preset.
        algorithm: theme.defaultAlgorithm,
        colorPrimary: fillColor(layout),
        // On hover it is darker, not lighter: its text must stay readable.
        colorPrimaryHover: readableOn(layout.theme, '#ffffff', 5.6),
        colorPrimaryActive: readableOn(layout.theme, '#ffffff', 7),
        ...(!layout.darkMode && { colorErrorHover: readableOn(palette.wrong, '#ffffff', 7) }),
        defaultHoverColor: linkHover,
        defaultHoverBorderColor: linkHover,
        defaultActiveColor: asText,
        defaultActiveBorderColor: asText,
        // The readable tone from above: the dark algorithm would derive a darker one.
        colorLink: asText,
        colorLinkHover: linkHover,
        primaryColor: '#ffffff',
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
