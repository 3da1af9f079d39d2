/** What the server said of single parts of a form, kept beside them until they are changed. */
import type { Issue } from '@timbermark/contract'
import type { Refusal, ReportContent } from './report.ts'

export interface FieldError {
  /** Which part of the form, as in `Problem`. */
  at: string
  issue: Issue
}

/** Which part of the form a refusal without named fields speaks of. */
const parts: Readonly<Record<string, string>> = {
  'stage.documentMissing': 'documentCode',
  'stage.noCodes': 'codes',
  'stage.tooManyCodes': 'codes',
  'stage.batchMixed': 'codes',
  'stage.parentLevel': 'parentCode',
  'stage.cycle': 'parentCode',
}

/** Where the form asks for what the server calls so. */
const places: Readonly<Record<string, string>> = { longitude: 'position', latitude: 'position', rows: 'codes' }

/** The parts of the form that a refusal speaks of. Rows are named by their place on the wire and by their key here. */
export function fieldErrorsOf(refusal: Refusal, content: Pick<ReportContent, 'rows'>): FieldError[] {
  const told = refusal.issues.flatMap((issue): FieldError[] => {
    const [, place, rest] = /^rows\.(\d+)\.(.+)$/.exec(issue.field) ?? []
    if (place === undefined) {
      const field = issue.field.replace(/^attributes\./, 'values.')
      return [{ at: places[field] ?? field, issue }]
    }
    const row = content.rows?.[Number(place)]
    // A code's reason stands beside the code itself.
    return row && rest !== 'code' ? [{ at: `rows.${row.key}.${rest}`, issue }] : []
  })
  const at = parts[refusal.error]
  if (at === undefined || told.some(one => one.at === at) || refusal.codes.length > 0) return told
  return [...told, { at, issue: { field: at, error: refusal.error as Issue['error'] } }]
}

/** Without what was said of parts that changed since. */
export function remainingFieldErrors(old: ReportContent, next: ReportContent): FieldError[] | undefined {
  if (!next.told || next.told.length === 0) return next.told
  const left = next.told.filter(({ at }) => partValue(old, at) === partValue(next, at))
  return left.length === next.told.length ? next.told : left
}

/** The same of what was taken over from the last report. */
export function remainingFromLast(old: ReportContent, next: ReportContent): string[] | undefined {
  // It was filled in just now.
  if (!old.fromLast) return next.fromLast
  return next.fromLast?.filter(at => partValue(old, at) === partValue(next, at))
}

/** What stands in a part of the form: the same value as long as nobody changed it. */
export function partValue(content: ReportContent, at: string): unknown {
  const [, key, field] = /^rows\.([^.]+)\.values\.(.+)$/.exec(at) ?? []
  if (key !== undefined) return content.rows?.find(row => row.key === key)?.values[field!]
  if (at === 'codes') return content.rows ?? content.codes
  if (at.startsWith('values.')) return content.values[at.slice('values.'.length)]
  return content[at as keyof ReportContent]
}
