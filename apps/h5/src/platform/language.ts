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

/** Adds the names of stages, fields, groups and options, the questions about them, and the words for labels and handovers, to the texts. */
export async function loadStageTexts(): Promise<void> {
  const language = currentLanguage()
  const [
    { stage },
    { plausible },
    { reportForm },
    { h5Form },
    { h5Change },
    { labelLife },
    { h5Custody },
    { custody },
    { custodyErrors },
    { custodyDispute },
    { h5Walk },
  ] = await Promise.all([
    stages[language](),
    findings[language](),
    forms[language](),
    phoneForms[language](),
    phoneChanges[language](),
    labels[language](),
    receipts[language](),
    handovers[language](),
    handoverErrors[language](),
    disputes[language](),
    walks[language](),
  ])
  Object.assign(
    texts,
    stage,
    plausible,
    reportForm,
    h5Form,
    h5Change,
    labelLife,
    h5Custody,
    custody,
    custodyErrors,
    custodyDispute,
    h5Walk,
  )
}

/** Adds the words for plots and the faults of their shapes to the texts. */
export async function loadPlotTexts(): Promise<void> {
  const { materialPlot } = await plots[currentLanguage()]()
  Object.assign(texts, materialPlot)
}

const general = {
  zh: () => import('../phrases/zh.ts'),
  en: () => import('../phrases/en.ts'),
  fr: () => import('../phrases/fr.ts'),
}
const stages = {
  zh: () => import('@timbermark/phrases/zh/stage'),
  en: () => import('@timbermark/phrases/en/stage'),
  fr: () => import('@timbermark/phrases/fr/stage'),
}
const forms = {
  zh: () => import('@timbermark/phrases/zh/report-form'),
  en: () => import('@timbermark/phrases/en/report-form'),
  fr: () => import('@timbermark/phrases/fr/report-form'),
}
const phoneForms = {
  zh: () => import('@timbermark/phrases/zh/h5-form'),
  en: () => import('@timbermark/phrases/en/h5-form'),
  fr: () => import('@timbermark/phrases/fr/h5-form'),
}
const phoneChanges = {
  zh: () => import('@timbermark/phrases/zh/h5-change'),
  en: () => import('@timbermark/phrases/en/h5-change'),
  fr: () => import('@timbermark/phrases/fr/h5-change'),
}
const labels = {
  zh: () => import('@timbermark/phrases/zh/label-life'),
  en: () => import('@timbermark/phrases/en/label-life'),
  fr: () => import('@timbermark/phrases/fr/label-life'),
}
const receipts = {
  zh: () => import('@timbermark/phrases/zh/h5-custody'),
  en: () => import('@timbermark/phrases/en/h5-custody'),
  fr: () => import('@timbermark/phrases/fr/h5-custody'),
}
const handovers = {
  zh: () => import('@timbermark/phrases/zh/custody'),
  en: () => import('@timbermark/phrases/en/custody'),
  fr: () => import('@timbermark/phrases/fr/custody'),
}
const handoverErrors = {
  zh: () => import('@timbermark/phrases/zh/custody-errors'),
  en: () => import('@timbermark/phrases/en/custody-errors'),
  fr: () => import('@timbermark/phrases/fr/custody-errors'),
}
const findings = {
  zh: () => import('@timbermark/phrases/zh/plausible'),
  en: () => import('@timbermark/phrases/en/plausible'),
  fr: () => import('@timbermark/phrases/fr/plausible'),
}
const disputes = {
  zh: () => import('@timbermark/phrases/zh/custody-dispute'),
  en: () => import('@timbermark/phrases/en/custody-dispute'),
  fr: () => import('@timbermark/phrases/fr/custody-dispute'),
}
const walks = {
  zh: () => import('@timbermark/phrases/zh/h5-walk'),
  en: () => import('@timbermark/phrases/en/h5-walk'),
  fr: () => import('@timbermark/phrases/fr/h5-walk'),
}
const plots = {
  zh: () => import('@timbermark/phrases/zh/material-plot'),
  en: () => import('@timbermark/phrases/en/material-plot'),
  fr: () => import('@timbermark/phrases/fr/material-plot'),
}
