import { type Language, storageKeys } from '@timbermark/contract'
import { chosenLanguage, offeredLanguage } from '@timbermark/phrases'
import { readLocal, writeLocal } from './storage.ts'

/** The chosen language; Chinese until somebody chooses. */
export function storedLanguage(): Language {
  return chosenLanguage(readLocal(storageKeys.language))
}

/** The browser's language, where nobody has chosen yet and it is another one. */
export function languageToOffer(): 'en' | 'fr' | undefined {
  return offeredLanguage(readLocal(storageKeys.language), navigator.languages)
}

/** Keeps the language that is shown, so that no other is offered again. */
export function stayInLanguage(language: Language): void {
  writeLocal(storageKeys.language, language)
}

/** Keeps the choice and starts anew in it: dictionaries, menus and the component library all speak one language. */
export function switchLanguage(language: Language): void {
  writeLocal(storageKeys.language, language)
  location.reload()
}
