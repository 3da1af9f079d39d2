import { firstRowTable, type XlsxTable, xlsxLimits } from '../src/platform/workbook/xlsx/xlsx.ts'
import { readSheets } from '../src/platform/workbook/xlsx/sheet.ts'

/** The first sheet of a workbook that the server made; without the separate thread that a foreign workbook is read in. */
export async function sheetOf(workbook: Uint8Array): Promise<XlsxTable> {
  const answer = await readSheets(workbook, xlsxLimits)
  if (!('grids' in answer)) throw new Error(`${answer.reason}: ${answer.message}`)
  return firstRowTable(answer.grids[0]!, xlsxLimits)
}
