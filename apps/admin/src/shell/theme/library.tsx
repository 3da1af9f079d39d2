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

/** The component library's own words, and the day library's, in the language of the page. */
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

/** What is wrong is shown and has the focus, in every form: whoever sends it by keyboard goes on where it has to be mended. */
const forms = { colon: false, scrollToFirstError: { block: 'center', focus: true } } as const

/** The component library in our colours and sizes, and what was fetched; everything inside the layout stands on it. */
export function Library({ locale, children }: { locale: Locale; children: ReactNode }) {
  const layout = useLayout()
  const { size } = useFrame()
  const reducedMotion = useReducedMotion()
  const theme = useMemo(() => themeOf(layout, size, !reducedMotion), [layout, size, reducedMotion])
  return (
    <ConfigProvider locale={locale} theme={theme} componentSize={componentSizeOf(size)} form={forms}>
      {/* Below the header, whose tools stay in reach. */}
      <AntApp message={{ maxCount: 3 }} notification={{ maxCount: 3, placement: 'topRight', top: 64 }}>
        <LibraryFeedback />
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  )
}
