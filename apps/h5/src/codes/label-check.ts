import type { Translate } from '@timbermark/client'
import { labelReasonText, refusalText } from '../app/texts.ts'
import type { LabelVerb } from '../report/label-act.ts'
import type { CodeCheck } from '../report/report.ts'
import type { CodeAnswer } from '../report/wire.ts'

/** Turns the server's answer about a label into a check result for an act on it. The answer has no code when `typed` is not a code. */
export function labelCheckOf(t: Translate, verb: LabelVerb, answer: CodeAnswer, typed: string): CodeCheck {
  const code = answer.code ?? typed
  if (!answer.known)
    return refused(refusalText(t, { error: answer.refusal ?? 'stage.foreignCode', message: '' }, { code }))
  const { label } = answer
  if (label && isInTheWay(verb, label.state)) {
    const state = t(`code.label.state.${label.state === 'lost' ? 'lost' : 'spoiled'}`)
    const first = t('error.code.labelState', { code: label.code, state })
    return refused(t('common.twoSentences', { first, second: labelReasonText(t, label) }), 'code.labelState')
  }
  return {
    state: 'good',
    level: answer.level ?? undefined,
    batchNumber: answer.batchNumber ?? undefined,
    productName: answer.productName ?? undefined,
    // Of a range only some may have the state already.
    already: (label?.state === reached[verb] && label.codes === (answer.count ?? 1)) || undefined,
    count: answer.count,
    ...(answer.recalled ? { recalled: answer.recalled } : {}),
  }
}

/** The state that labels have after an act. */
const reached = { activate: 'inUse', spoil: 'spoiled', lose: 'lost' } as const

type LabelState = NonNullable<CodeAnswer['label']>['state']

/** Spoiled and lost labels stay so, until a clerk takes it back. */
const isInTheWay = (verb: LabelVerb, state: LabelState): boolean =>
  (state === 'spoiled' || state === 'lost') && state !== reached[verb]

const refused = (message: string, error = 'stage.foreignCode'): CodeCheck => ({ state: 'refused', error, message })
