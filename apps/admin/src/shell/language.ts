import { type Language, storageKeys } from '@timbermark/contract'
import { chosenLanguage, offeredLanguage } from '@timbermark/phrases'
import { readLocal, writeLocal } from './storage.ts'

/** The chosen language; Chinese until somebody chooses. */
export function storedLanguage(): Language {
  return chosenLanguage(readLocal(storageKeys.language))
}

/** The browser's language, if nobody has chosen one yet and it differs from the shown one. */
export function languageToOffer(): 'en' | 'fr' | undefined {
  return offeredLanguage(readLocal(storageKeys.language), navigator.languages)
}

/** Stores the shown language, so that no other is offered again. */
export function stayInLanguage(language: Language): void {
  writeLocal(storageKeys.language, language)
}

/** Stores the choice and reloads the page: dictionaries, menus and the component library all use one language. */
export function switchLanguage(language: Language): void {
  writeLocal(storageKeys.language, language)
  location.reload()
}
