import { useContext } from 'react'
import type { Texts } from '../texts.ts'
import { Browser } from './means.ts'

/** Says of what follows that it is the platform's word, where the facts around it are proven. */
export function StatedTag({ texts }: { texts: Texts }) {
  return useContext(Browser) ? <span className="tag">{texts.t('trace.stated')}</span> : null
}
