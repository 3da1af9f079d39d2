/** Workbooks: written as a stream for exports and templates, read with hard limits for imports. */
export type { ColumnKind } from './cells.ts'
export {
  assertUsable,
  firstRowTable,
  readWorkbook,
  readXlsx,
  type XlsxLimits,
  type XlsxRefusal,
  XlsxRefused,
  type XlsxTable,
  type XlsxValue,
  xlsxLimits,
} from './read.ts'
export { sheetName } from './parts.ts'
export { writeXlsx, writeXlsxSheets, type XlsxColumn, type XlsxSheet, type XlsxWriteOptions } from './write.ts'

/** Media type of xlsx files (ECMA-376 part 2, section 9.1.2). */
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
