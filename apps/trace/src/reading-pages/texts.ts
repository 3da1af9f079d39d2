import { fill, type Params } from '@timbermark/phrases'
import { common as enCommon } from '@timbermark/phrases/en/common'
import { readingPages as enPages } from '@timbermark/phrases/en/reading-pages'
import { trade as enTrade } from '@timbermark/phrases/en/trade'
import { common as frCommon } from '@timbermark/phrases/fr/common'
import { readingPages as frPages } from '@timbermark/phrases/fr/reading-pages'
import { trade as frTrade } from '@timbermark/phrases/fr/trade'
import { common as zhCommon } from '@timbermark/phrases/zh/common'
import { readingPages as zhPages } from '@timbermark/phrases/zh/reading-pages'
import { trade as zhTrade } from '@timbermark/phrases/zh/trade'
import type { Language } from '../types.ts'

const all = {
  zh: { ...zhCommon, ...zhPages, ...zhTrade },
  en: { ...enCommon, ...enPages, ...enTrade },
  fr: { ...frCommon, ...frPages, ...frTrade },
}

export type ReadingKey = keyof typeof all.en

/** Finds a text in the page's language and fills its placeholders. */
export type Translate = (key: ReadingKey, params?: Params) => string

export const translator =
  (language: Language): Translate =>
  (key, params) =>
    fill(all[language][key], params, language)
