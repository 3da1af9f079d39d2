import { undoOffer } from '@timbermark/contract/calls'
import { z } from 'zod'
import { progressForm, tableAnswer, tableForm } from './table/table-answer.ts'
import { xlsxType } from '../platform/workbook/xlsx/xlsx.ts'

/** Media types of a workbook. */
export const workbook = [xlsxType] as const

/** The form field sent with an import's workbook: whether it is only checked, or saved when nothing is wrong. */
export const importForm = z.object({
  mode: z.enum(['check', 'commit']).default('check'),
  ...tableForm,
  ...progressForm,
})

const problem = z.strictObject({
  /** Row of the sheet; its heading is row 1. */
  row: z.int().describe('Row of the sheet, its heading being row 1'),
  column: z.string(),
  message: z.string(),
  value: z.string().optional(),
  right: z.string().optional(),
})

/** The result of an import; nothing is saved when there is any error. */
export const imported = z.strictObject({
  rows: z.int(),
  errors: z.array(problem),
  notes: z.array(problem).optional().describe('How cells with several meanings were understood'),
  ...tableAnswer,
})

/** Choices of a select: at most 50 that match the search. */
export const choices = z.array(z.looseObject({ id: z.int(), label: z.string().nullable(), disabled: z.boolean() }))

/** Query of the choices: words of the label, or the ids whose labels are needed. */
export const choicesQuery = z.object({ search: z.string().max(100).optional(), ids: z.string().max(1000).optional() })

/** Answer of enabling and disabling. */
export const switched = z.strictObject(undoOffer).nullable()

/** Body of enabling and disabling. */
export const statusBody = z.strictObject({ id: z.number().int().positive(), status: z.enum(['0', '1']) })
