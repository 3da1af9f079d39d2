import type { Translate } from '@timbermark/client'
import { useState } from 'react'
import { chooseLanguage, languageToOffer, stayInLanguage } from '../platform/language.ts'

/** Shown at the top when the phone's language differs from the current one: one tap changes to it permanently. */
export function LanguageOffer({ t }: { t: Translate }) {
  const [offered, setOffered] = useState(languageToOffer)
  if (!offered) return null
  return (
    <aside className="language-offer" aria-label={t('h5.tile.language')}>
      <button type="button" className="button button-main" lang={offered} onClick={() => chooseLanguage(offered)}>
        {t(`languageOffer.${offered}`)}
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          stayInLanguage()
          setOffered(undefined)
        }}
      >
        {t('languageOffer.stay')}
      </button>
    </aside>
  )
}
