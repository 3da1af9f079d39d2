import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { codeRequest, type ErrorKey, languages, limits, type Language } from '@timbermark/contract'
import { z } from 'zod'
import { imported, importForm } from '../../../entity/common-answers.ts'
import type { ImportProblem } from '../../../entity/exchange.ts'
import { runImport } from '../../../entity/run-import.ts'
import { headingOf, templateAnswer } from '../../../entity/sheets.ts'
import { exactDigits } from '../../../entity/text-cell.ts'
import { word } from '../../../entity/words.ts'
import { lockRow } from '../../../entity/write.ts'
import type { Db } from '../../../platform/database/database.ts'
import { insertRows } from '../../../platform/database/insert-rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type Call, type RouteSpec, route } from '../../../platform/http/http.ts'
import { readUpload } from '../../../platform/http/upload.ts'
import { invalid, Refusal, refusalText } from '../../../platform/refusal.ts'
import { readXlsx, type XlsxTable, xlsxType, type XlsxValue } from '../../../platform/workbook/xlsx/xlsx.ts'
import { sealRequest } from '../../ledger/sealing/seal-rows.ts'
import { notifyDirectoryChange } from '../directory/code-directory.ts'
import { foldForeignValue, findForeignValueError } from '../directory/foreign-value.ts'
import { requestLifecycle } from '../request/requests.ts'

const access = { permission: 'code:request:submit' } as const
const heading = 'code.foreign.value'

interface ListedValue {
  /** Row of the sheet; the heading is row 1. */
  row: number
  value: string
}

export interface ForeignImport {
  rows: number
  errors: ImportProblem[]
}

/** Parses a cell as a code. @returns the text, and why it cannot be a code */
function parseCell(cell: XlsxValue): { value: string; error?: ErrorKey } {
  if (typeof cell === 'number') {
    const value = String(cell)
    return /^\d+$/.test(value) && value.length <= exactDigits ? { value } : { value, error: 'code.foreignNumber' }
  }
  if (cell instanceof Date) return { value: cell.toISOString().slice(0, 10), error: 'code.foreignNumber' }
  return { value: String(cell ?? '').trim() }
}

/** Finds the column of the values by its heading in any language. @throws Refusal importColumns */
function findValueColumn(header: readonly string[]): number {
  const known = new Set(languages.map(language => headingOf(word(language, heading))))
  const column = header.findIndex(title => known.has(headingOf(title)))
  if (column < 0 || header.some((title, place) => place !== column && title.trim() !== ''))
    throw new Refusal('importColumns')
  return column
}

/** Checks every row, so that all problems are reported at once, one per row. */
async function parseValues(
  db: Db,
  tenantId: number,
  language: Language,
  sheet: XlsxTable,
): Promise<{ listed: ListedValue[]; errors: ImportProblem[] }> {
  const column = findValueColumn(sheet.header)
  const title = word(language, heading)
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
  for (const [index, cells] of sheet.rows.entries()) {
    if (index % 500 === 499) await yieldToEventLoop()
    const row = index + 2
    const { value, error } = parseCell(cells[column] ?? null)
    if (value === '') continue
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
  return { listed, errors: errors.sort((a, b) => a.row - b.row) }
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
  sheet: XlsxTable,
): Promise<ForeignImport> {
  const request = await lockRow(db, codeRequest, actor, requestId, 'submit')
  if (request.origin !== 'foreign') throw new Refusal('code.notForeign')
  await requestLifecycle.move(db, { services, actor }, 'takeList', requestId)
  const { listed, errors } = await parseValues(db, actor.tenantId, language, sheet)
  const rows = listed.length + errors.filter(({ row }) => !listed.some(one => one.row === row)).length
  if (rows === 0) throw new Refusal('code.listEmpty')
  if (errors.length > 0) return { rows, errors }
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
    if ((error as { code?: string }).code === '23505') throw new Refusal('code.foreignTaken')
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
  await sealRequest(db, services.secrets, actor.tenantId, requestId)
  return { rows, errors }
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
      const { services, actor, request } = call
      const upload = await readUpload(request, limits.importKilobytes * 1024)
      const { mode, requestId } = upload.fields
      if (!/^\d{1,15}$/.test(requestId ?? '')) throw invalid([{ field: 'requestId', error: 'required' }])
      const sheet = await readXlsx(upload.content, { plain: true })
      const answer = await runImport(services.database, actor.tenantId, mode === 'commit', db =>
        importValues(db, call, Number(requestId), sheet),
      )
      // The caller may read a code before this process is notified.
      if (mode === 'commit') services.directory.forgetEnterprise(actor.tenantId)
      return answer
    },
  }),
]
