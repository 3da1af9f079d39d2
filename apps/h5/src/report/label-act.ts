/** An act on labels as the phone stores it: labels are attached to goods, or reported as spoiled or lost. */
import { labelReasons } from '@timbermark/contract/label-states'
import type { Problem } from './check.ts'
import { nameCodes } from './scanned-codes.ts'
import type { Delivery, ScannedCode } from './report.ts'

export const labelVerbs = ['activate', 'spoil', 'lose'] as const
export type LabelVerb = (typeof labelVerbs)[number]
export type LabelReason = (typeof labelReasons)['spoil' | 'lose'][number]

/** What the person entered. Stored on the phone: property names must stay. */
export interface LabelActContent {
  verb: LabelVerb
  /** Why labels are spoiled or lost; empty until it is chosen. */
  reason: LabelReason | ''
  codes: ScannedCode[]
}

export interface LocalLabelAct extends Delivery {
  kind: 'labelAct'
  content: LabelActContent
  /** Number of labels that the act moved, and of those that had the state already. */
  moved?: { codes: number; unchanged: number }
}

/** An empty act, ready to collect labels. */
export function newLabelAct(input: { id: string; owner: string; now: number }): LocalLabelAct {
  return {
    kind: 'labelAct',
    key: input.id,
    owner: input.owner,
    reportId: input.id,
    state: 'draft',
    content: { verb: 'activate', reason: '', codes: [] },
    createdAt: input.now,
    updatedAt: input.now,
    attempts: 0,
    nextAt: 0,
    left: false,
  }
}

/** The reasons among which the person chooses. */
export const reasonsOf = (verb: LabelVerb): readonly LabelReason[] => (verb === 'activate' ? [] : labelReasons[verb])

/** What must be corrected before the act may be sent. */
export function checkLabelAct({ verb, reason, codes }: LabelActContent): Problem[] {
  const refused = codes.filter(({ check }) => check.state === 'refused').length
  const problems: Problem[] = []
  if (codes.length === 0) problems.push({ at: 'codes', phrase: 'h5.labels.none' })
  else if (refused > 0) problems.push({ at: 'codes', phrase: 'h5.labels.refused', params: { n: refused } })
  if (verb !== 'activate' && !reasonsOf(verb).includes(reason as LabelReason))
    problems.push({ at: 'reason', phrase: 'h5.labels.reasonMissing' })
  return problems
}

/** The body of the call: always identical for the same act, because the server compares retries. */
export function labelActBody({ content }: Pick<LocalLabelAct, 'content'>) {
  const { verb, reason, codes } = content
  return {
    ...nameCodes(codes),
    ...(verb !== 'activate' && { reason: reason as LabelReason }),
  }
}
