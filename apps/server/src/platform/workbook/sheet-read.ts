import type { Language } from '@timbermark/contract'
import { readCsv } from './csv-read.ts'
import { readXlsx, type XlsxTable } from './xlsx/read.ts'

/** Every zip archive, and so every workbook, begins with these. */
const archive = Buffer.from('PK\u0003\u0004', 'latin1')

/**
 * Reads an uploaded table, by its content and not by its name.
 * @throws XlsxRefused
 */
export async function readSheet(content: Buffer, language: Language): Promise<XlsxTable> {
  return content.subarray(0, archive.length).equals(archive) ? readXlsx(content) : readCsv(content, language)
}
