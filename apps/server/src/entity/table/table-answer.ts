/** How an uploaded table was understood, as the check step of an import shows it. */
import { z } from 'zod'
import { separators, textEncodings } from '../../platform/workbook/grid.ts'

const source = z.strictObject({
  sheet: z.string().nullable().describe('Sheet that was read; null for a separated text'),
  otherSheets: z.array(
    z.strictObject({
      name: z.string(),
      alike: z.boolean().describe('Whether this sheet has the headings of the list as well'),
    }),
  ),
  headingRow: z.int().describe('Row in which the headings were found'),
  hiddenRows: z.int().describe('Rows left out because they are hidden or filtered out'),
  hiddenColumns: z.int().describe('Columns left out because they are hidden'),
  outside: z.int().describe('Cells left out because they stand under no heading'),
  encoding: z.enum(textEncodings).nullable(),
  separator: z.enum(separators).nullable(),
})
export type TableSource = z.infer<typeof source>

const previewKinds = ['text', 'number', 'date', 'datetime'] as const
export type PreviewKind = (typeof previewKinds)[number]

const cellValue = z.union([z.string(), z.number(), z.null()])

const preview = z.strictObject({
  columns: z.array(z.strictObject({ title: z.string(), kind: z.enum(previewKinds) })),
  rows: z.array(
    z.strictObject({
      row: z.int().describe('Row of the sheet'),
      values: z.array(cellValue).describe('The values as they will be stored'),
      written: z.array(z.string().nullable()).describe('The text of a cell where its value is another one'),
    }),
  ),
})
export type TablePreview = z.infer<typeof preview>

/** What every import answers about the table itself. */
export const tableAnswer = { source: source.optional(), preview: preview.optional() }

/** Form fields of every import: by them a person corrects how the table was understood, and asks for its progress. */
export const progressForm = {
  progress: z.string().optional().describe('Name under which the progress can be asked for'),
}

export const tableForm = {
  sheet: z.string().max(100).optional().describe('Name of the sheet to read, when it is not the one found'),
  encoding: z.enum(textEncodings).optional().describe('Encoding of a separated text, when it is not the one found'),
  separator: z.enum(separators).optional().describe('Separator of a separated text, when it is not the one found'),
}
