import type { FastifyRequest } from 'fastify'
import { type Language, limits } from '@timbermark/contract'
import { z } from 'zod'
import { parse } from '../../platform/http/http.ts'
import { readUpload } from '../../platform/http/upload.ts'
import { readTable } from '../../platform/workbook/sheet-read.ts'
import { type XlsxLimits, xlsxLimits } from '../../platform/workbook/xlsx/xlsx.ts'
import { type FoundTable, findTable, type TableColumn } from './find-table.ts'
import { tableForm } from './table-answer.ts'

/** Limits of a list of records or reports. */
export const listLimits: Partial<XlsxLimits> = {
  accept: ['xlsx', 'csv'],
  kilobytes: limits.listKilobytes,
  rows: limits.listRows,
  inflatedBytes: 64 * 1024 * 1024,
  milliseconds: 20_000,
  // A list of 20,000 rows and 40 columns of text is read in less (measured).
  megabytes: 320,
}

/** Of a request with such a list and its form fields. */
export const listBodyLimit = limits.listKilobytes * 1024 + 100_000

const choices = z.object(tableForm)

export interface ReadImport {
  fields: Record<string, string>
  commit: boolean
  /**
   * The list with these columns; among several, the one whose sheet has one of these names.
   * @throws Refusal importColumns, importUncomputed, importRows
   */
  find: <Key extends string>(columns: readonly TableColumn<Key>[], names?: readonly string[]) => FoundTable<Key>
}

/**
 * Reads the uploaded table of an import, with what a person chose about how to understand it.
 * @throws Refusal as `readUpload`, `readTable`; invalid
 */
export async function readImport(
  request: FastifyRequest,
  language: Language,
  changedLimits: Partial<XlsxLimits>,
): Promise<ReadImport> {
  const { kilobytes } = { ...xlsxLimits, ...changedLimits }
  const { fields, content } = await readUpload(request, kilobytes * 1024)
  const chosen = Object.fromEntries(Object.keys(tableForm).flatMap(key => (fields[key] ? [[key, fields[key]]] : [])))
  const { sheet, ...choice } = parse(choices, chosen)
  const reads = await readTable(content, language, changedLimits, choice)
  return {
    fields,
    commit: fields.mode === 'commit',
    find: (columns, names = []) => findTable(reads, columns, language, { wanted: sheet, names, limits: changedLimits }),
  }
}
