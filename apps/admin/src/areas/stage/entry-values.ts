import type { StageKey } from '@timbermark/contract'

/** Codes of a request from one number to another, both included, counted from 1. */
export interface CodeRequestRange {
  requestId: number
  from: number
  to: number
}

/** The values of a report's form. */
export interface EntryValues {
  stage: StageKey
  templateId: number
  circulationId: number
  documentCode: string
  operator: string
  time: string
  codes?: string | null
  ranges?: CodeRequestRange[]
  parentCode?: string | null
  position?: [string, string] | null
  values?: Record<string, unknown>
}
