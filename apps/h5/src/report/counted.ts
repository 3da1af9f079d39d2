/** The quantity of a packing report is the number of its codes: counted here, not typed. */
import { stageByKey } from '@timbermark/contract/stages'
import type { StageKey } from '@timbermark/contract'
import type { ReportContent } from './report.ts'
import { countCodes } from './scanned-codes.ts'

/** The field that repeats the number of codes. */
export const quantityField = 'quantity'

export interface CountedQuantity {
  quantity: string
  /** Every code is an item: then each is one piece, and another number would contradict the codes. */
  isExact: boolean
}

/** The quantity counted from the codes; undefined where the stage counts something else, or nothing is scanned. */
export function countedQuantity(
  stage: StageKey,
  { codes, rows }: Pick<ReportContent, 'codes' | 'rows'>,
): CountedQuantity | undefined {
  if (stageByKey(stage).shape !== 'aggregation' || rows || codes.length === 0) return undefined
  const isExact = codes.every(
    ({ check, last }) =>
      check.state === 'good' && check.level === 1 && (last === undefined || check.count !== undefined),
  )
  return { quantity: String(countCodes(codes)), isExact }
}

/**
 * The content with the quantity counted anew. What a person corrected stays as long as the codes leave it open: packages hold
 * several pieces, and the level of a code that is not checked is unknown.
 */
export function fillQuantity(stage: StageKey, content: ReportContent): ReportContent {
  const value = content.values[quantityField]
  const counted = countedQuantity(stage, content)
  const isCorrected = value !== undefined && value !== '' && value !== content.counted
  if (counted && isCorrected && !counted.isExact) return content
  if (!counted && (content.counted === undefined || isCorrected)) return content
  if (counted && value === counted.quantity && content.counted === counted.quantity) return content
  const { [quantityField]: _, ...others } = content.values
  return counted
    ? { ...content, counted: counted.quantity, values: { ...others, [quantityField]: counted.quantity } }
    : { ...content, counted: undefined, values: others }
}
