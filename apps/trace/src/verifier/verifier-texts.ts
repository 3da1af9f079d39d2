import { common as enCommon } from '@timbermark/phrases/en/common'
import { stage as enStage } from '@timbermark/phrases/en/stage'
import { trace as enTrace } from '@timbermark/phrases/en/trace'
import { verifier as enVerifier } from '@timbermark/phrases/en/verifier'
import { common as frCommon } from '@timbermark/phrases/fr/common'
import { stage as frStage } from '@timbermark/phrases/fr/stage'
import { trace as frTrace } from '@timbermark/phrases/fr/trace'
import { verifier as frVerifier } from '@timbermark/phrases/fr/verifier'
import { common as zhCommon } from '@timbermark/phrases/zh/common'
import { stage as zhStage } from '@timbermark/phrases/zh/stage'
import { trace as zhTrace } from '@timbermark/phrases/zh/trace'
import { verifier as zhVerifier } from '@timbermark/phrases/zh/verifier'
import type { Language } from '@timbermark/contract'
import { type Params, Texts } from '../texts.ts'

type AllVerifierKeys = keyof typeof enVerifier
/** Keys of the verifier's own texts. */
export type VerifierKey = Exclude<AllVerifierKeys, `verifier.instead.${string}`>

const instead = 'verifier.instead.'

/** The page's texts, some of them in the verifier's words, and the verifier's own. */
export class VerifierTexts extends Texts {
  own(key: VerifierKey, params: Params = {}): string {
    return this.find(key, params) ?? key
  }
}

function textsOf(page: Record<string, string>, verifier: Record<string, string>): VerifierTexts {
  const replaced = Object.entries(verifier)
    .filter(([key]) => key.startsWith(instead))
    .map(([key, text]) => [key.slice(instead.length), text])
  return new VerifierTexts({ ...page, ...verifier, ...Object.fromEntries(replaced) })
}

export const verifierTexts: Record<Language, VerifierTexts> = {
  zh: textsOf({ ...zhCommon, ...zhStage, ...zhTrace }, zhVerifier),
  en: textsOf({ ...enCommon, ...enStage, ...enTrace }, enVerifier),
  fr: textsOf({ ...frCommon, ...frStage, ...frTrace }, frVerifier),
}
