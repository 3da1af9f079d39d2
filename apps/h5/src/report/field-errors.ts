/** The server's refusals for single form parts, shown at the part until it is changed. */
import type { Issue } from '@timbermark/contract'
import { partsWithFile } from './files.ts'
import type { Refusal, ReportContent } from './report.ts'

export interface FieldError {
  /** The form part, as in `Problem`. */
  at: string
  issue: Issue
}

/** The form part that a refusal without named fields concerns. */
const partsByError: Readonly<Record<string, string>> = {
  'stage.documentMissing': 'documentCode',
  'stage.noCodes': 'codes',
  'stage.tooManyCodes': 'codes',
  'stage.batchMixed': 'codes',
  'stage.parentLevel': 'parentCode',
  'stage.cycle': 'parentCode',
}

/** The form parts of fields that have another name on the server. */
const partsByField: Readonly<Record<string, string>> = { longitude: 'position', latitude: 'position', rows: 'codes' }

/** Field errors of a refusal, by form part. The wire names rows by their place, the form by their key. */
export function fieldErrorsOf(refusal: Refusal, content: Pick<ReportContent, 'rows' | 'values'>): FieldError[] {
  const ofFiles = (refusal.files ?? []).flatMap(({ key, error }) =>
    partsWithFile(content, key).map(at => ({ at, issue: { field: at, error: error as Issue['error'] } })),
  )
  if (ofFiles.length > 0) return ofFiles
  const errors = refusal.issues.flatMap((issue): FieldError[] => {
    const [, place, rest] = /^rows\.(\d+)\.(.+)$/.exec(issue.field) ?? []
    if (place === undefined) {
      const field = issue.field.replace(/^attributes\./, 'values.')
      return [{ at: partsByField[field] ?? field, issue }]
    }
    const row = content.rows?.[Number(place)]
    // The reason for a code is shown with the code itself.
    return row && rest !== 'code' ? [{ at: `rows.${row.key}.${rest}`, issue }] : []
  })
  const at = partsByError[refusal.error]
  if (at === undefined || errors.some(one => one.at === at) || refusal.codes.length > 0) return errors
  return [...errors, { at, issue: { field: at, error: refusal.error as Issue['error'] } }]
}

/** The field errors of the parts that have not changed since. */
export function remainingFieldErrors(old: ReportContent, next: ReportContent): FieldError[] | undefined {
  if (!next.told || next.told.length === 0) return next.told
  const remaining = next.told.filter(({ at }) => partValue(old, at) === partValue(next, at))
  return remaining.length === next.told.length ? next.told : remaining
}

/** The parts taken from the last report, or from the batch, that have not changed since. */
export function remainingMarks(
  old: ReportContent,
  next: ReportContent,
  marks: 'fromLast' | 'fromBatch',
): string[] | undefined {
  // They were filled in just now.
  if (!old[marks]) return next[marks]
  return next[marks]?.filter(at => partValue(old, at) === partValue(next, at))
}

/** The value of a form part: the identical value as long as nobody changed it. */
export function partValue(content: ReportContent, at: string): unknown {
  const [, key, field] = /^rows\.([^.]+)\.values\.(.+)$/.exec(at) ?? []
  if (key !== undefined) return content.rows?.find(row => row.key === key)?.values[field!]
  if (at === 'codes') return content.rows ?? content.codes
  if (at.startsWith('values.')) return content.values[at.slice('values.'.length)]
  return content[at as keyof ReportContent]
}
