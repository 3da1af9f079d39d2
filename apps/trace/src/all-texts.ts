import { common as enCommon } from '@timbermark/phrases/en/common'
import { stage as enStage } from '@timbermark/phrases/en/stage'
import { trace as enTrace } from '@timbermark/phrases/en/trace'
import { common as frCommon } from '@timbermark/phrases/fr/common'
import { stage as frStage } from '@timbermark/phrases/fr/stage'
import { trace as frTrace } from '@timbermark/phrases/fr/trace'
import { common as zhCommon } from '@timbermark/phrases/zh/common'
import { stage as zhStage } from '@timbermark/phrases/zh/stage'
import { trace as zhTrace } from '@timbermark/phrases/zh/trace'
import { Texts } from './texts.ts'
import type { Language } from './types.ts'

/** All texts of the page, for the server only; the browser gets the few that it needs with the script. */
export const textsByLanguage: Record<Language, Texts> = {
  zh: new Texts({ ...zhCommon, ...zhStage, ...zhTrace }),
  en: new Texts({ ...enCommon, ...enStage, ...enTrace }),
  fr: new Texts({ ...frCommon, ...frStage, ...frTrace }),
}
