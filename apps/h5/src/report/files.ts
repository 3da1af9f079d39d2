/** The files of one answer: keys of `Attachment`s kept on the phone. */
import type { FieldValue } from './report.ts'

export function filesOf(value: FieldValue | undefined): string[] {
  return Array.isArray(value) ? (value as string[]) : []
}

/** The answer after files were added to it as it stands now, not as it was when they were chosen. */
export function withFiles(value: FieldValue | undefined, added: readonly string[]): FieldValue | undefined {
  return someOf([...filesOf(value), ...added])
}

export function withoutFile(value: FieldValue | undefined, gone: string): FieldValue | undefined {
  return someOf(filesOf(value).filter(key => key !== gone))
}

const someOf = (keys: string[]): string[] | undefined => (keys.length > 0 ? keys : undefined)
