import { type Language, languages, storageKeys } from '@timbermark/contract'
import { readLocal, writeLocal } from './storage.ts'

/** The chosen language; Chinese until somebody chooses. */
export function storedLanguage(): Language {
  const stored = readLocal(storageKeys.language)
  return languages.find(language => language === stored) ?? 'zh'
}

/** Keeps the choice and starts anew in it: dictionaries, menus and the component library all speak one language. */
export function switchLanguage(language: Language): void {
  writeLocal(storageKeys.language, language)
  location.reload()
}
