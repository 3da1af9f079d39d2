import { useState } from 'react'
import { languageToOffer, stayInLanguage, switchLanguage } from '../shell/language.ts'
import { useT } from '../shell/texts.tsx'

/** Above all else, for somebody whose browser speaks another language: one tap changes to it, and it stays. */
export function LanguageOffer() {
  const t = useT()
  const [offered, setOffered] = useState(languageToOffer)
  if (!offered) return null
  return (
    <aside className="language-offer" aria-label={t('shell.nav.language')}>
      <button type="button" className="language-offer-take" lang={offered} onClick={() => switchLanguage(offered)}>
        {t(`languageOffer.${offered}`)}
      </button>
      <button
        type="button"
        className="language-offer-stay"
        onClick={() => {
          stayInLanguage(t.language)
          setOffered(undefined)
        }}
      >
        {t('languageOffer.stay')}
      </button>
    </aside>
  )
}
