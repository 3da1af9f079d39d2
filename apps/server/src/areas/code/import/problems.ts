import type { ErrorKey, Issue, Language } from '@timbermark/contract'
import type { ImportProblem } from '../../../entity/exchange.ts'
import { phraseIn } from '../../../entity/words.ts'
import { issueText, type Refusal, refusalText } from '../../../platform/refusal.ts'
import { type ColumnKey, columnTitle, isColumn, labels } from './columns.ts'

/** What somebody wrote into a row, by column. */
export type Written = Partial<Record<ColumnKey, string>>

/** The column that a refusal of a packing is about. */
const columnOfError: Partial<Record<ErrorKey, ColumnKey>> = {
  'stage.parentLevel': 'parentCode',
  'stage.cycle': 'parentCode',
  'code.rangeBroken': 'lastCode',
  'code.tooManyPacked': 'lastCode',
  'code.packedThen': 'time',
  'code.unpackedTooEarly': 'time',
}

const longest = 100

/** One thing wrong with a row: where it stands, what stands there and what would be right. */
function problem(
  language: Language,
  row: number,
  written: Written,
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
    ...(value ? { value: value.slice(0, longest) } : {}),
    ...(right ? { right } : {}),
  }
}

export function problemOfIssue(language: Language, row: number, written: Written, issue: Issue): ImportProblem {
  const field = issue.field.split('.')[0] ?? ''
  const column = isColumn(field) ? field : 'code'
  return problem(language, row, written, column, issue.error, issueText(language, { ...issue, field: column }, labels))
}

/** What is wrong with a row that was refused by the rules of packing. */
export function problemsOfRefusal(
  language: Language,
  row: number,
  written: Written,
  refusal: Refusal,
): ImportProblem[] {
  if (refusal.issues.length > 0) return refusal.issues.map(issue => problemOfIssue(language, row, written, issue))
  const aboutParent = refusal.key === 'stage.foreignCode' && refusal.params.code === written.parentCode
  const column = aboutParent ? 'parentCode' : (columnOfError[refusal.key] ?? 'code')
  return [problem(language, row, written, column, refusal.key, refusalText(language, refusal.key, refusal.params))]
}
