import { createContext, useContext } from 'react'
import type { FormField } from '../report/form-model.ts'
import type { Attachment, FieldValue, LocalReport, ReportContent } from '../report/report.ts'
import type { Change } from './use-draft.ts'
import type { Attach } from './use-report-files.ts'

/** Changes one answer, computed from its current value: the rendered value may be seconds old when a file or a position arrives. */
export type ChangeValue = (next: (old: FieldValue | undefined) => FieldValue | undefined, quiet?: boolean) => void

/** The pictures and files of a form, stored on the phone with what is entered. */
export interface FormFiles {
  attachments: ReadonlyMap<string, Attachment>
  /** Names of the fields with pending files. */
  pendingFields: readonly string[]
  attach: Attach
  detach: (key: string) => Promise<void>
}

export const FilesContext = createContext<FormFiles | null>(null)

export function useFormFiles(): FormFiles {
  const files = useContext(FilesContext)
  if (!files) throw new Error('useFormFiles is used outside of a form with files')
  return files
}

/** Values and functions that the parts of one report's form share. */
export interface Form extends FormFiles {
  report: LocalReport
  content: ReportContent
  /** `quiet`: the page makes the change, not the person. */
  change: (part: Change, quiet?: boolean) => void
  changeValue: (key: string, ...change: Parameters<ChangeValue>) => void
  /** What is wrong with a form part, as text. */
  problem: (at: string) => string | undefined
  /** The mark of a part that was filled in from the last report or from the batch, until it is changed. */
  markOf: (at: string) => string | undefined
  labelOf: (field: FormField) => string
}

export const FormContext = createContext<Form | null>(null)

export function useForm(): Form {
  const form = useContext(FormContext)
  if (!form) throw new Error('useForm is used outside of a form')
  return form
}
