import { QueryClientProvider } from '@tanstack/react-query'
import type { Language } from '@timbermark/contract'
import { App as AntApp, ConfigProvider, type ConfigProviderProps } from 'antd'
import dayjs from 'dayjs'
import { type ReactNode, useMemo } from 'react'
import { useReducedMotion } from './device.ts'
import { LibraryFeedback } from '../notices/library-feedback.tsx'
import { queries } from '../queries.ts'
import { useFrame, useLayout } from './settings.ts'
import { componentSizeOf, themeOf } from './theme.ts'

type Locale = ConfigProviderProps['locale']

/** The texts of the component library and of the date library, in the language of the page. */
export async function loadLibraryTexts(language: Language): Promise<Locale> {
  switch (language) {
    case 'en':
      return (await import('antd/locale/en_US')).default
    case 'fr': {
      const [locale] = await Promise.all([import('antd/locale/fr_FR'), import('dayjs/locale/fr')])
      dayjs.locale('fr')
      return locale.default
    }
    default: {
      const [locale] = await Promise.all([import('antd/locale/zh_CN'), import('dayjs/locale/zh-cn')])
      dayjs.locale('zh-cn')
      return locale.default
    }
  }
}

/**
 * In every form the first error is scrolled to and focused, so that keyboard users continue where they must correct
 * something.
 */
const forms = { colon: false, scrollToFirstError: { block: 'center', focus: true } } as const

/** The component library in our colours and sizes, with the query cache; everything in the layout is inside of it. */
export function Library({ locale, children }: { locale: Locale; children: ReactNode }) {
  const layout = useLayout()
  const { size } = useFrame()
  const reducedMotion = useReducedMotion()
  const theme = useMemo(() => themeOf(layout, size, !reducedMotion), [layout, size, reducedMotion])
  return (
    <ConfigProvider locale={locale} theme={theme} componentSize={componentSizeOf(size)} form={forms}>
      {/* Below the header, so that notifications do not cover its tools. */}
      <AntApp message={{ maxCount: 3 }} notification={{ maxCount: 3, placement: 'topRight', top: 64 }}>
        <LibraryFeedback />
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  )
}
