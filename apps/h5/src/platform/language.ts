import { createTranslator, type Translate } from '@timbermark/client'
import type { Language } from '@timbermark/contract'
import { chosenLanguage, offeredLanguage, type Phrases } from '@timbermark/phrases'
import { finishPendingWork } from './pending-work.ts'

const key = 'language'

/** The chosen language; Chinese until somebody chooses (specification, section 1). */
export function currentLanguage(): Language {
  return chosenLanguage(localStorage.getItem(key))
}

/** The phone's language, when none is chosen yet and it differs from the current one. */
export function languageToOffer(): ReturnType<typeof offeredLanguage> {
  return offeredLanguage(localStorage.getItem(key), navigator.languages)
}

/** Stores the current language as the choice, so that no other is offered again. */
export function stayInLanguage(): void {
  localStorage.setItem(key, currentLanguage())
}

/** Stores the choice and reloads, so that all texts and the server's messages change. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(key, language)
  void finishPendingWork().then(() => location.reload())
}

const texts: Partial<Phrases> = {}

/** Loads the texts that every page uses, in one language. The texts of stages load with the pages that show stages. */
export async function loadTexts(language: Language): Promise<Translate> {
  Object.assign(texts, (await general[language]()).default)
  // The cast is safe: the parts are complete phrase files, and a page renders after the parts that it uses are loaded.
  return createTranslator(texts as Phrases, language)
}

/**
 * Adds to the texts what the pages behind the first one say: names of stages, fields and options, the questions about them,
 * and the words for labels, handovers and plots. One script for each language, so that the first page names few.
 */
export async function loadStageTexts(): Promise<void> {
  Object.assign(texts, (await ofPages[currentLanguage()]()).default)
}

const general = {
  zh: () => import('../phrases/zh.ts'),
  en: () => import('../phrases/en.ts'),
  fr: () => import('../phrases/fr.ts'),
}
const ofPages = {
  zh: () => import('../phrases/pages-zh.ts'),
  en: () => import('../phrases/pages-en.ts'),
  fr: () => import('../phrases/pages-fr.ts'),
}
