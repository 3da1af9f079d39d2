import { z } from 'zod'
import { xlsxType } from '../platform/workbook/xlsx/xlsx.ts'

/** A workbook. */
export const workbook = [xlsxType] as const

/** What is sent beside the workbook of an import: whether it is only checked, or kept when nothing is wrong. */
export const importForm = z.object({ mode: z.enum(['check', 'commit']).default('check') })

const problem = z.strictObject({
  /** Row of the sheet, counting its heading as 1. */
  row: z.int().describe('Row of the sheet, its heading being row 1'),
  column: z.string(),
  message: z.string(),
  value: z.string().optional(),
  right: z.string().optional(),
})

/** What an import found; kept is nothing when there is anything wrong. */
export const imported = z.strictObject({ rows: z.int(), errors: z.array(problem) })

/** Choices of a select: at most 50 that fit the search. */
export const choices = z.array(z.looseObject({ id: z.int(), label: z.string().nullable(), disabled: z.boolean() }))

/** Query of the choices: words of the label, or ids whose labels are wanted. */
export const choicesQuery = z.object({ search: z.string().max(100).optional(), ids: z.string().max(1000).optional() })

/** What enabling and disabling takes. */
export const statusBody = z.strictObject({ id: z.number().int().positive(), status: z.enum(['0', '1']) })
