import type { Language } from '@timbermark/contract'
import { readCsv, type TextChoice } from './csv-read.ts'
import type { SheetRead } from './grid.ts'
import { readWorkbook, type XlsxLimits, XlsxRefused, xlsxLimits } from './xlsx/read.ts'

/** Every zip archive, and so every workbook, begins with these; and every document of the older format. */
const starts = [Buffer.from('PK\u0003\u0004', 'latin1'), Buffer.from('d0cf11e0a1b11ae1', 'hex')]

/**
 * Reads an uploaded table, by its content and not by its name: the sheets of a workbook, or the ways in which a text can
 * be understood.
 * @throws XlsxRefused
 */
export async function readTable(
  content: Buffer,
  language: Language,
  changedLimits: Partial<XlsxLimits> = {},
  choice: TextChoice = {},
): Promise<SheetRead[]> {
  const allowed: XlsxLimits = { ...xlsxLimits, ...changedLimits }
  const isBinary = starts.some(start => content.subarray(0, start.length).equals(start))
  if (!isBinary && allowed.accept.includes('csv')) return readCsv(content, language, choice, allowed)
  const binary = { ...allowed, accept: allowed.accept.filter(one => one !== 'csv') }
  try {
    return (await readWorkbook(content, binary)).map(grid => ({ head: grid, complete: () => grid }))
  } catch (error) {
    // The text of the refusal names every accepted kind.
    if (error instanceof XlsxRefused && error.reason === 'type') throw new XlsxRefused('type', error.message, allowed)
    throw error
  }
}
