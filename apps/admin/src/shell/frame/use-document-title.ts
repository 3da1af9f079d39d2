import { useEffect } from 'react'
import { useLayout } from '../theme/settings.ts'
import { useT } from '../texts.tsx'

/** The document title: the product's name, preceded by the open screen's when the layout settings say so. */
export function useDocumentTitle(page: string): void {
  const t = useT()
  const { dynamicTitle } = useLayout()
  useEffect(() => {
    const product = t('app.title')
    document.title = dynamicTitle && page ? `${page} - ${product}` : product
  }, [dynamicTitle, page, t])
}
