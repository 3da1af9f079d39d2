import type { Translate } from '@timbermark/client'
import { createContext, useContext } from 'react'

const Texts = createContext<Translate | null>(null)
export const TextsProvider = Texts.Provider

/** Texts in the language of the interface: `t('action.save')`. */
export function useT(): Translate {
  const t = useContext(Texts)
  if (!t) throw new Error('useT needs the TextsProvider of the shell')
  return t
}
