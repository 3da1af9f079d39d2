import {
  inputsOfRule,
  isSameVolume,
  type LogInput,
  type LogRule,
  logRules,
  logVolume,
  type Measured,
  millimetresToMetres,
  type SawnInput,
  sawnInputs,
  sawnRules,
  sawnVolume,
  volumeOfPieces,
} from '@timbermark/material'
import { isAbsent } from '../kinds/kinds.ts'
import type { StageKey } from './keys.ts'

export { totalVolume } from '@timbermark/material'

/** The fields of a stage with which a volume is measured by a rule. Without a rule the volume is the reporter's own. */
export interface StageMeasure {
  /** Field with the rule. */
  rule: string
  /** Field with the volume in m³. */
  volume: string
  /** Field of each input of the rules; diameters in cm, the length of a log in m, sides of sawn timber in mm. */
  inputs: Readonly<Partial<Record<LogInput | SawnInput, string>>>
  /** Inputs that are only reported when the rule needs them. */
  onlyByRule: readonly string[]
  /** Field with the number of logs of this size; without a value each code is one. */
  logs?: string
}

const measures: { readonly [Stage in StageKey]?: StageMeasure } = {
  felling: {
    rule: 'measureRule',
    volume: 'volume',
    inputs: { largeEnd: 'diameter1', smallEnd: 'diameter2', middle: 'middleDiameter', length: 'length' },
    onlyByRule: ['middleDiameter'],
    logs: 'quantity',
  },
  processing: {
    rule: 'outputRule',
    volume: 'outputVolume',
    inputs: {
      length: 'productLength',
      width: 'productWidth',
      thickness: 'productHeight',
      pieces: 'productQuantity',
    },
    onlyByRule: [],
  },
}

/** How the volume of this stage is measured; undefined where the stage has no dimensions to measure by. */
export function measureOfStage(stage: StageKey): StageMeasure | undefined {
  return measures[stage]
}

type Values = Readonly<Record<string, unknown>>

const isLogRule = (rule: unknown): rule is LogRule => (logRules as readonly unknown[]).includes(rule)
const isSawnRule = (rule: unknown): boolean => (sawnRules as readonly unknown[]).includes(rule)

/** Fields of the inputs that a rule needs. */
export function fieldsOfRule({ inputs }: StageMeasure, rule: unknown): string[] {
  const needed = isLogRule(rule) ? inputsOfRule[rule] : isSawnRule(rule) ? sawnInputs : []
  return needed.flatMap(input => inputs[input] ?? [])
}

/**
 * The fields that a form has under a rule: of the inputs those that the rule needs, or without a rule all but those that
 * exist for rules only. What a template requires stays.
 */
export function fieldsUnderRule<F extends { key: string; required?: boolean }>(
  measure: StageMeasure | undefined,
  fields: readonly F[],
  rule: unknown,
): readonly F[] {
  if (!measure) return fields
  const needed = fieldsOfRule(measure, rule)
  const inputs = Object.values(measure.inputs)
  const left = needed.length > 0 ? inputs.filter(key => !needed.includes(key)) : measure.onlyByRule
  return fields.filter(({ key, required }) => required || !left.includes(key))
}

/** What a rule makes of the values of one log, or of all pieces of sawn timber; undefined without a known rule. */
export function measureBy({ inputs }: StageMeasure, rule: unknown, values: Values): Measured | undefined {
  const inputValues = Object.fromEntries(Object.entries(inputs).map(([input, key]) => [input, values[key]]))
  if (isLogRule(rule)) return logVolume(rule, inputValues)
  if (!isSawnRule(rule)) return undefined
  return sawnVolume({ ...inputValues, length: millimetresToMetres(inputValues.length) })
}

/** What is wrong with a volume that names its rule. */
export type MeasureIssue =
  | { wrong: 'missing' | 'below' | 'above'; rule: string; field: string; limit?: string }
  /** `right` is the volume that the rule makes of the inputs. */
  | { wrong: 'volume'; rule: string; field: string; right: string }

/**
 * The volume that the rule of these values makes of them.
 * @param codes how many codes they hold for
 * @returns undefined without a rule, and when an input is no number, which the check of the values refuses
 */
export function measuredVolume(
  measure: StageMeasure,
  values: Values,
  codes: number,
): { volume: string } | { issue: MeasureIssue } | undefined {
  const rule = values[measure.rule]
  const measured = measureBy(measure, rule, values)
  if (!measured) return undefined
  if (measured.fault) {
    const { reason, input, limit } = measured.fault
    if (reason === 'invalid') return undefined
    const field = measure.inputs[input as LogInput | SawnInput] ?? measure.volume
    return { issue: { wrong: reason, rule: String(rule), field, ...(limit !== undefined && { limit }) } }
  }
  const logs = measure.logs === undefined ? 1 : logsIn(values[measure.logs], codes)
  return logs === undefined ? undefined : { volume: volumeOfPieces(measured.volume, logs) }
}

function logsIn(quantity: unknown, codes: number): number | undefined {
  const logs = isAbsent(quantity) ? Math.max(codes, 1) : Number(quantity)
  return Number.isSafeInteger(logs) && logs > 0 ? logs : undefined
}

/** Checks a volume against the rule that it names. Undefined when right, without a rule, or unknown. */
export function checkMeasure(measure: StageMeasure, values: Values, codes: number): MeasureIssue | undefined {
  const measured = measuredVolume(measure, values, codes)
  if (!measured) return undefined
  if ('issue' in measured) return measured.issue
  if (isSameVolume(values[measure.volume], measured.volume)) return undefined
  return { wrong: 'volume', rule: String(values[measure.rule]), field: measure.volume, right: measured.volume }
}
