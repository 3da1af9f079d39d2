import { createContext, useContext } from 'react'
import type { FormField } from '../report/form-model.ts'
import type { Attachment, FieldValue, LocalReport, ReportContent } from '../report/report.ts'
import type { Change } from './use-draft.ts'
import type { Attach } from './use-report-files.ts'

/** Changes one answer from what it is at that moment: what was rendered may be seconds old when a file or a position arrives. */
export type ChangeValue = (next: (old: FieldValue | undefined) => FieldValue | undefined, quiet?: boolean) => void

/** What the parts of one report's form share. */
export interface Form {
  report: LocalReport
  content: ReportContent
  /** `quiet`: by the page rather than by the person. */
  change: (part: Change, quiet?: boolean) => void
  changeValue: (key: string, ...change: Parameters<ChangeValue>) => void
  /** What is wrong with a part of the form, in words. */
  problem: (at: string) => string | undefined
  /** Words for a part that was filled in from the last report, until it is changed. */
  fromLast: (at: string) => string | undefined
  labelOf: (field: FormField) => string
  attachments: ReadonlyMap<string, Attachment>
  /** Names of the fields for which files are being made. */
  pendingFields: readonly string[]
  attach: Attach
  detach: (key: string) => Promise<void>
}

export const FormContext = createContext<Form | null>(null)

export function useForm(): Form {
  const form = useContext(FormContext)
  if (!form) throw new Error('useForm outside of a form')
  return form
}
