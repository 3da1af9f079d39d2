import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { codeRequest, type ErrorKey, languages, type Language } from '@timbermark/contract'
import { readText, writeCell } from '@timbermark/contract/reading'
import { z } from 'zod'
import { imported, importForm } from '../../../entity/common-answers.ts'
import type { ImportAnswer, ImportProblem } from '../../../entity/import-cells.ts'
import { runImport } from '../../../entity/run-import.ts'
import { templateAnswer } from '../../../entity/sheets.ts'
import type { FoundTable, TableColumn } from '../../../entity/table/find-table.ts'
import { Preview } from '../../../entity/table/preview.ts'
import { readImport } from '../../../entity/table/read-import.ts'
import { word } from '../../../entity/words.ts'
import { lockRow } from '../../../entity/write.ts'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type Call, type RouteSpec, route } from '../../../platform/http/http.ts'
import { invalid, Refusal, refusalText } from '../../../platform/refusal.ts'
import { cellOf } from '../../../platform/workbook/cell.ts'
import { xlsxType, type XlsxValue } from '../../../platform/workbook/xlsx/xlsx.ts'
import { sealRequest } from '../../ledger/sealing/seal-rows.ts'
import { notifyDirectoryChange } from '../directory/code-directory.ts'
import { foldForeignValue, findForeignValueError } from '../directory/foreign-value.ts'
import { requestLifecycle } from '../request/requests.ts'
import { errorCode } from '../../../platform/error-facts.ts'

const access = { permission: 'code:request:submit' } as const
const heading = 'code.foreign.value'

interface ListedValue {
  /** Row of the sheet; the heading is row 1. */
  row: number
  value: string
}

export type ForeignImport = ImportAnswer

/** Parses a cell as a code. @returns the text, and why it cannot be a code */
function parseCell(value: XlsxValue): { value: string; error?: ErrorKey } {
  const cell = cellOf(value)
  const read = readText(cell)
  if ('fault' in read) return { value: writeCell(cell), error: 'code.foreignNumber' }
  const isWhole = cell.is !== 'number' || Number.isInteger(cell.number)
  return isWhole ? { value: read.value } : { value: read.value, error: 'code.foreignNumber' }
}

/** The one column of the list, under its heading in any language. */
const tableColumns = (reader: Language): TableColumn<'value'>[] => [
  {
    key: 'value',
    title: word(reader, heading),
    headings: languages.map(language => word(language, heading)),
    needed: 'value',
  },
]

/** Checks every row, so that all problems are reported at once, one per row. */
async function parseValues(
  db: Db,
  tenantId: number,
  language: Language,
  table: FoundTable<'value'>,
): Promise<{ listed: ListedValue[]; errors: ImportProblem[]; preview: Preview }> {
  const column = table.keys.indexOf('value')
  const title = word(language, heading)
  const preview = new Preview([{ key: 'value', title, kind: 'text' }], table.keys)
  const listed: ListedValue[] = []
  const errors: ImportProblem[] = []
  const firstRow = new Map<string, number>()
  const addProblem = (row: number, value: string, error: ErrorKey, params: Record<string, string | number> = {}) =>
    errors.push({
      row,
      column: title,
      value: value.slice(0, 100),
      message: refusalText(language, error, params),
      right: word(language, 'code.foreign.right'),
    })
  for (const [index, { row, cells }] of table.rows.entries()) {
    if (index % 500 === 499) await yieldToEventLoop()
    const { value, error } = parseCell(cells[column] ?? null)
    if (value === '') continue
    preview.add(row, cells, { value })
    const problemKey = error ?? findForeignValueError(value)
    const firstUse = firstRow.get(foldForeignValue(value))
    if (problemKey) addProblem(row, value, problemKey)
    else if (firstUse !== undefined) addProblem(row, value, 'code.foreignTwice', { row: firstUse })
    else {
      firstRow.set(foldForeignValue(value), row)
      listed.push({ row, value })
    }
  }
  const stored = new Set(
    (
      await db.query<{ folded: string }>(
        sql`select folded from foreign_code where tenant_id = ${tenantId} and folded = any(${[...firstRow.keys()]})`,
      )
    ).map(({ folded }) => folded),
  )
  for (const { row, value } of listed)
    if (stored.has(foldForeignValue(value))) addProblem(row, value, 'code.foreignTaken')
  return { listed, errors: errors.sort((a, b) => a.row - b.row), preview }
}

/**
 * Fills a request with foreign codes: each value becomes a row that stands for the platform's code with the serial of its
 * position in the list. Completes the request and seals it with the hash of the list.
 * @throws Refusal notFound, code.notForeign, code.listEmpty, stateRefused, catalog.batchState, importColumns
 */
async function importValues(
  db: Db,
  { services, actor, language }: Pick<Call, 'services' | 'actor' | 'language'>,
  requestId: number,
  table: FoundTable<'value'>,
): Promise<ForeignImport> {
  const request = await lockRow(db, codeRequest, actor, requestId, 'submit')
  if (request.origin !== 'foreign') throw new Refusal('code.notForeign')
  await requestLifecycle.move(db, { services, actor }, 'takeList', requestId)
  const { listed, errors, preview } = await parseValues(db, actor.tenantId, language, table)
  const understood = { source: table.source, preview: preview.answer }
  const rows = listed.length + errors.filter(({ row }) => !listed.some(one => one.row === row)).length
  if (rows === 0) throw new Refusal('code.listEmpty')
  if (errors.length > 0) return { rows, errors, ...understood }
  const values = listed.map(({ value }) => value)
  try {
    await insertRows(
      db,
      'foreign_code',
      values.map((value, serial) => ({
        tenant_id: actor.tenantId,
        request_id: requestId,
        serial,
        value,
        folded: foldForeignValue(value),
      })),
    )
  } catch (error) {
    // A concurrent import contained one of the values.
    if (errorCode(error) === '23505') throw new Refusal('code.foreignTaken')
    throw error
  }
  const sha256 = createHash('sha256')
    .update(values.map(value => `${value}\n`).join(''))
    .digest('hex')
  await db.execute(sql`
    update code_request set count = ${values.length}, manifest_sha256 = ${sha256}, progress = 1, failure = null,
      submitted_by = ${actor.accountId}, submitted_at = now(), completed_at = now()
    where tenant_id = ${actor.tenantId} and id = ${requestId}`)
  await notifyDirectoryChange(db, { tenantId: actor.tenantId, requestId })
  // Others may have found that the enterprise has no foreign codes.
  await notifyDirectoryChange(db, { tenantId: actor.tenantId })
  await sealRequest(db, services, actor.tenantId, requestId)
  return { rows, errors, ...understood }
}

export const foreignRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/code/request/importTemplate',
    access,
    scope: { none: 'the same column for everybody' },
    summary: 'Template (xlsx) of a list of codes that others printed: one column, in text cells',
    file: [xlsxType],
    handler: async ({ language }) =>
      templateAnswer(language, word(language, 'code.foreign.sheet'), [
        {
          title: word(language, heading),
          width: 40,
          kind: 'text',
          examples: ['(01)09501101530003(21)A1', 'FSC-2031-0007'],
        },
      ]),
  }),
  route({
    method: 'POST',
    path: '/code/request/importData',
    access,
    scope: { tested: 'a request in scope', in: 'apps/server/test/code/foreign.test.ts' },
    summary:
      'Takes a list of codes that others printed into their request (field requestId): check or commit, all or nothing',
    upload: 'file',
    form: importForm.extend({ requestId: z.string().regex(/^\d{1,15}$/) }),
    answer: imported,
    audit: { title: 'code.request', kind: 'import' },
    handler: async call => {
      const { services, actor, request, language } = call
      const { fields, commit, find } = await readImport(request, language, { plain: true })
      const { requestId } = fields
      if (!/^\d{1,15}$/.test(requestId ?? '')) throw invalid([{ field: 'requestId', error: 'required' }])
      const table = find(tableColumns(language))
      const answer = await runImport(services.database, actor.tenantId, commit, db =>
        importValues(db, call, Number(requestId), table),
      )
      // The caller may read a code before this process is notified.
      if (commit) services.directory.forgetEnterprise(actor.tenantId)
      return answer
    },
  }),
]
