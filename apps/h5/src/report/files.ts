/** The files of one answer: keys of `Attachment`s stored on the phone. */
import type { FieldValue, ReportContent } from './report.ts'

export function filesOf(value: FieldValue | undefined): string[] {
  return Array.isArray(value) ? (value as string[]) : []
}

/** The answer with files added to its current value, not to the value when they were chosen. */
export function withFiles(value: FieldValue | undefined, added: readonly string[]): FieldValue | undefined {
  return someOf([...filesOf(value), ...added])
}

export function withoutFile(value: FieldValue | undefined, removed: string): FieldValue | undefined {
  return someOf(filesOf(value).filter(key => key !== removed))
}

/** The same answers without some files. */
export function withoutFiles(content: ReportContent, removed: ReadonlySet<string>): ReportContent {
  const values = [content.values, ...(content.rows ?? []).map(row => row.values)]
  const stay = values
    .flatMap(Object.values<FieldValue>)
    .flatMap(filesOf)
    .filter(key => !removed.has(key))
  return renameFiles(content, new Map(stay.map(key => [key, key])))
}

/** The form parts that hold a file, as in `Problem`. */
export function partsWithFile(content: Pick<ReportContent, 'values' | 'rows'>, file: string): string[] {
  const among = (values: ReportContent['values'], before: string) =>
    Object.entries(values).flatMap(([key, value]) => (filesOf(value).includes(file) ? [`${before}values.${key}`] : []))
  return [...among(content.values, ''), ...(content.rows ?? []).flatMap(row => among(row.values, `rows.${row.key}.`))]
}

/** The same answers with new file keys; a file without a new key is left out. */
export function renameFiles(content: ReportContent, names: ReadonlyMap<string, string>): ReportContent {
  const rename = (values: ReportContent['values']): ReportContent['values'] =>
    Object.fromEntries(
      Object.entries(values).flatMap(([key, value]) => {
        if (!Array.isArray(value) || typeof value[0] === 'number') return [[key, value]]
        const renamed = filesOf(value).flatMap(file => names.get(file) ?? [])
        return renamed.length > 0 ? [[key, renamed]] : []
      }),
    )
  return {
    ...content,
    values: rename(content.values),
    ...(content.rows && { rows: content.rows.map(row => ({ ...row, values: rename(row.values) })) }),
  }
}

const someOf = (keys: string[]): string[] | undefined => (keys.length > 0 ? keys : undefined)
