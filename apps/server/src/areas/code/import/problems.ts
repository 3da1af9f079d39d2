import type { ErrorKey, Issue, Language } from '@timbermark/contract'
import type { ImportProblem } from '../../../entity/import-cells.ts'
import { phraseIn } from '../../../entity/words.ts'
import { issueText, type Refusal, refusalText } from '../../../platform/refusal.ts'
import { type ColumnKey, columnTitle, isColumn, labels } from './columns.ts'

/** The cell texts of a row, by column. */
export type CellTexts = Partial<Record<ColumnKey, string>>

/** The column that each refusal of packing belongs to. */
const columnOfError: Partial<Record<ErrorKey, ColumnKey>> = {
  'stage.parentLevel': 'parentCode',
  'stage.cycle': 'parentCode',
  'code.rangeBroken': 'lastCode',
  'code.tooManyPacked': 'lastCode',
  'code.packedThen': 'time',
  'code.unpackedTooEarly': 'time',
}

const maxValueLength = 100

/** A problem of a row: its column, the written value and a correct example. */
function problem(
  { language, row, written }: { language: Language; row: number; written: CellTexts },
  column: ColumnKey,
  error: ErrorKey,
  message: string,
): ImportProblem {
  const value = written[column]
  const right = phraseIn(language, `${labels}.right.${error}`) ?? phraseIn(language, `${labels}.right.${column}`)
  return {
    row,
    column: columnTitle(language, column),
    message,
    ...(value ? { value: value.slice(0, maxValueLength) } : {}),
    ...(right ? { right } : {}),
  }
}

export function issueProblem(language: Language, row: number, written: CellTexts, issue: Issue): ImportProblem {
  const field = issue.field.split('.')[0] ?? ''
  const column = isColumn(field) ? field : 'code'
  return problem(
    { language, row, written },
    column,
    issue.error,
    issueText(language, { ...issue, field: column }, labels),
  )
}

/** Converts a refusal of packing to problems of a row. */
export function refusalProblems(
  language: Language,
  row: number,
  written: CellTexts,
  refusal: Refusal,
): ImportProblem[] {
  if (refusal.issues.length > 0) return refusal.issues.map(issue => issueProblem(language, row, written, issue))
  const aboutParent = refusal.key === 'stage.foreignCode' && refusal.params.code === written.parentCode
  const column = aboutParent ? 'parentCode' : (columnOfError[refusal.key] ?? 'code')
  return [problem({ language, row, written }, column, refusal.key, refusalText(language, refusal.key, refusal.params))]
}
