import { useEffect } from 'react'
import { useLayout } from '../theme/settings.ts'
import { useT } from '../texts.tsx'

/** The browser's title: the product's name, with the open screen's before it when the layout says so. */
export function useDocumentTitle(page: string): void {
  const t = useT()
  const { dynamicTitle } = useLayout()
  useEffect(() => {
    const product = t('app.title')
    document.title = dynamicTitle && page ? `${page} - ${product}` : product
  }, [dynamicTitle, page, t])
}
