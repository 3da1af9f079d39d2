import {
  type CodeRule,
  codeCount,
  codeRules,
  firstOpenStage,
  isOpenTo,
  isStageKey,
  type Issue,
  limits,
  proposedStage,
  stageKeys,
  type StageType,
} from '@timbermark/contract'
import type { FormValues } from '../../entity/form/form-values.ts'

const isRule = (value: unknown): value is CodeRule => typeof value === 'string' && Object.hasOwn(codeRules, value)

/** Number of codes: 10000 to 20000000 in steps of 10000, with the specification's single message (VAL-17). */
export function checkCount(value: unknown, values: FormValues): Issue | undefined {
  if (values.origin === 'foreign') return undefined
  const count = Number(value)
  const isAllowed = count >= codeCount.min && count <= codeCount.max && count % codeCount.step === 0
  return isAllowed ? undefined : { field: 'count', error: 'code.count' }
}

/** Length of the security code: the chosen alphabet's limits make it hard to guess. */
export function checkSecurityLength(value: unknown, values: FormValues): Issue | undefined {
  if (values.origin === 'foreign' || !isRule(values.codeRule)) return undefined
  const { min, max } = codeRules[values.codeRule]
  const length = Number(value)
  if (length >= min && length <= max) return undefined
  return { field: 'securityLength', error: 'code.securityLength', params: { min, max } }
}

/** Length to propose when the code rule changes: the rule's default, unless the person chose a length that still fits. */
export function proposeLength(rule: unknown, current: unknown): number | undefined {
  if (!isRule(rule)) return undefined
  const { min, max, default: usual } = codeRules[rule]
  const length = Number(current)
  const chosen = !Object.values(codeRules).some(other => other.default === length)
  return chosen && length >= min && length <= max ? length : usual
}

const isType = (value: unknown): value is StageType => typeof value === 'string' && Object.hasOwn(firstOpenStage, value)

/** The stage that reports propose must be open to the codes. */
export function checkUpdateStage(value: unknown, { stageType }: FormValues): Issue | undefined {
  if (!isType(stageType) || !isStageKey(value) || isOpenTo(stageType, value)) return undefined
  const n = stageKeys.indexOf(firstOpenStage[stageType]) + 1
  return { field: 'updateStage', error: 'code.updateStageClosed', params: { n } }
}

/** Update stage to propose when the stage type changes: the chosen one, if it is open. */
export const proposeUpdateStage = (type: unknown, current: unknown) =>
  isType(type) ? proposedStage(type, isStageKey(current) ? current : undefined) : current

export interface LabelOrder {
  from: number
  to: number
  /** Side of a QR picture in pixels. */
  size: number
}

/** Issues of an order for labels, by field: the range is within the request and has at most `limits.labelsPerCall` codes. */
export function checkLabels({ from, to, size }: LabelOrder, count: number): Issue[] {
  const issues: Issue[] = []
  const isInteger = (value: number) => Number.isSafeInteger(value)
  const range = { count, max: limits.labelsPerCall }
  if (!isInteger(from) || from < 1 || from > count)
    issues.push({ field: 'from', error: 'code.labelRange', params: range })
  else if (!isInteger(to) || to < from || to > count || to - from >= limits.labelsPerCall)
    issues.push({ field: 'to', error: 'code.labelRange', params: range })
  if (!isInteger(size) || size > limits.labelPixels)
    issues.push({ field: 'size', error: 'code.labelSize', params: { max: limits.labelPixels } })
  else if (size < minLabelPixels) issues.push({ field: 'size', error: 'tooSmall', params: { min: minLabelPixels } })
  return issues
}

/** Smaller printed labels cannot be read by a phone. */
export const minLabelPixels = 64
