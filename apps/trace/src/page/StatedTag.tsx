import { useContext } from 'react'
import type { Texts } from '../texts.ts'
import { LoaderContext } from './page-context.ts'

/** Marks what follows as stated by the platform, where the facts around it are proven. */
export function StatedTag({ texts }: { texts: Texts }) {
  return useContext(LoaderContext) ? <span className="tag">{texts.t('trace.stated')}</span> : null
}
