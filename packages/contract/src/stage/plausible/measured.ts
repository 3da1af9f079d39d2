import { checkMeasure, measureOfStage, type MeasureIssue } from '../measure.ts'
import { ownFieldValue, type ReportFacts, type Rule } from './rule.ts'

/** Every field of every measure: a rule of the trade may need each of them. */
const reads = {
  measureRule: null,
  diameter1: 'cm',
  middleDiameter: 'cm',
  diameter2: 'cm',
  length: 'm',
  quantity: 'pieces',
  volume: 'm3',
  outputRule: null,
  productLength: 'mm',
  productWidth: 'mm',
  productHeight: 'mm',
  productQuantity: 'pieces',
  outputVolume: 'm3',
}

/** Whether the report names the rule that made its volume: then nothing is guessed about it. */
export function isMeasuredByRule(report: ReportFacts): boolean {
  const measure = measureOfStage(report.stage.key)
  return measure !== undefined && ownFieldValue(report, measure.rule) !== undefined
}

function wrongMeasure(report: ReportFacts): MeasureIssue | undefined {
  const measure = measureOfStage(report.stage.key)
  return measure && checkMeasure(measure, report.values, report.codes)
}

/** A finding of `wrong`, in the terms of its sentence. */
const ofKind = (wrong: MeasureIssue['wrong']): Rule<ReportFacts> => ({
  reads,
  judge(report) {
    const issue = wrongMeasure(report)
    if (issue?.wrong !== wrong) return undefined
    const { rule, field } = issue
    const params: Record<string, string | number> = { rule }
    if (issue.wrong === 'volume') params.right = Number(issue.right)
    else if (issue.limit !== undefined) params.limit = Number(issue.limit)
    return { field, params }
  },
})

export const measureMissing = ofKind('missing')
export const measureBelow = ofKind('below')
export const measureAbove = ofKind('above')
export const measuredVolume = ofKind('volume')
