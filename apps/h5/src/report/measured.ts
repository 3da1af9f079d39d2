/** A volume that a measure rule makes of the values that a report's codes share: computed here as they are typed. */
import type { Language, StageKey } from '@timbermark/contract'
import { measuredVolume, measureOfStage } from '@timbermark/contract/stages'
import { plainNumber } from './form-model.ts'
import type { ReportContent } from './report.ts'
import { countCodes } from './scanned-codes.ts'

/** The volume by the chosen rule; undefined without one, in a table of logs, and while its measures are incomplete. */
export function volumeByRule(
  stage: StageKey,
  { codes, rows, values }: Pick<ReportContent, 'codes' | 'rows' | 'values'>,
  language: Language,
): string | undefined {
  const measure = measureOfStage(stage)
  if (!measure || rows) return undefined
  const numbers = [...Object.values(measure.inputs), ...(measure.logs === undefined ? [] : [measure.logs])]
  const plain = Object.fromEntries(numbers.map(key => [key, plainNumber(values[key], language)]))
  const result = measuredVolume(measure, { ...plain, [measure.rule]: values[measure.rule] }, countCodes(codes))
  return result && 'volume' in result ? result.volume : undefined
}

/** The content with the volume by its rule. A volume that was computed goes with its measures; a typed one stays. */
export function fillMeasuredVolume(stage: StageKey, content: ReportContent, language: Language): ReportContent {
  const measure = measureOfStage(stage)
  if (!measure || content.rows) return content
  const volume = volumeByRule(stage, content, language)
  const { [measure.volume]: value, ...others } = content.values
  if (volume === undefined) {
    if (content.measured === undefined) return content
    return { ...content, measured: undefined, ...(value === content.measured && { values: others }) }
  }
  if (value === volume && content.measured === volume) return content
  return { ...content, measured: volume, values: { ...others, [measure.volume]: volume } }
}
