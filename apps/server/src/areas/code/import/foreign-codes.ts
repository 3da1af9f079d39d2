import { createHash } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
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
import { sql } from '../../../platform/database/sql.ts'
import { type Call, type RouteSpec, route } from '../../../platform/http/http.ts'
import { readUpload } from '../../../platform/http/upload.ts'
import { invalid, Refusal, refusalText } from '../../../platform/refusal.ts'
import { readXlsx, type XlsxTable, xlsxType, type XlsxValue } from '../../../platform/workbook/xlsx/xlsx.ts'
import { sealRequest } from '../../ledger/sealing/goods.ts'
import { tellDirectory } from '../directory/code-directory.ts'
import { foldedValue, foreignFault } from '../directory/foreign-value.ts'
import { requestLife } from '../request/requests.ts'

const access = { permission: 'code:request:submit' } as const
const heading = 'code.foreign.value'

interface Listed {
  /** Row of the sheet, counting its heading as 1. */
  row: number
  value: string
}

export interface ForeignImport {
  rows: number
  errors: ImportProblem[]
}

/** What a cell says, or why it can be no code. */
function textIn(cell: XlsxValue): { value: string; error?: ErrorKey } {
  if (typeof cell === 'number') {
    const value = String(cell)
    return /^\d+$/.test(value) && value.length <= exactDigits ? { value } : { value, error: 'code.foreignNumber' }
  }
  if (cell instanceof Date) return { value: cell.toISOString().slice(0, 10), error: 'code.foreignNumber' }
  return { value: String(cell ?? '').trim() }
}

/** The column of the values, whose heading is in any of the three languages. @throws Refusal importColumns */
function columnOf(header: readonly string[]): number {
  const known = new Set(languages.map(language => headingOf(word(language, heading))))
  const column = header.findIndex(title => known.has(headingOf(title)))
  if (column < 0 || header.some((title, place) => place !== column && title.trim() !== ''))
    throw new Refusal('importColumns')
  return column
}

/** Everything that is wrong is told at once, each row for what is wrong with it first. */
async function readValues(
  db: Db,
  tenantId: number,
  language: Language,
  sheet: XlsxTable,
): Promise<{ listed: Listed[]; errors: ImportProblem[] }> {
  const column = columnOf(sheet.header)
  const title = word(language, heading)
  const listed: Listed[] = []
  const errors: ImportProblem[] = []
  const firstRow = new Map<string, number>()
  const problem = (row: number, value: string, error: ErrorKey, params: Record<string, string | number> = {}) =>
    errors.push({
      row,
      column: title,
      value: value.slice(0, 100),
      message: refusalText(language, error, params),
      right: word(language, 'code.foreign.right'),
    })
  for (const [index, cells] of sheet.rows.entries()) {
    if (index % 500 === 499) await breathe()
    const row = index + 2
    const { value, error } = textIn(cells[column] ?? null)
    if (value === '') continue
    const fault = error ?? foreignFault(value)
    const before = firstRow.get(foldedValue(value))
    if (fault) problem(row, value, fault)
    else if (before !== undefined) problem(row, value, 'code.foreignTwice', { row: before })
    else {
      firstRow.set(foldedValue(value), row)
      listed.push({ row, value })
    }
  }
  const taken = new Set(
    (
      await db.query<{ folded: string }>(
        sql`select folded from foreign_code where tenant_id = ${tenantId} and folded = any(${[...firstRow.keys()]})`,
      )
    ).map(({ folded }) => folded),
  )
  for (const { row, value } of listed) if (taken.has(foldedValue(value))) problem(row, value, 'code.foreignTaken')
  return { listed, errors: errors.sort((a, b) => a.row - b.row) }
}

/**
 * Makes a request of what others printed: the values become rows in the order of the list, each standing for the own code
 * of its place; the request is completed and sealed with the hash of the list.
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
  await requestLife.move(db, { services, actor }, 'takeList', requestId)
  const { listed, errors } = await readValues(db, actor.tenantId, language, sheet)
  const rows = listed.length + errors.filter(({ row }) => !listed.some(one => one.row === row)).length
  if (rows === 0) throw new Refusal('code.listEmpty')
  if (errors.length > 0) return { rows, errors }
  const values = listed.map(({ value }) => value)
  try {
    await db.execute(sql`
      insert into foreign_code (tenant_id, request_id, serial, value, folded)
      select ${actor.tenantId}, ${requestId}, place - 1, value, upper(value)
      from unnest(${values}::text[]) with ordinality as list (value, place)`)
  } catch (error) {
    // Another list came with one of them at the same moment.
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
  await tellDirectory(db)
  await sealRequest(db, services.secrets, actor.tenantId, requestId)
  return { rows, errors }
}

export const foreignRoutes: RouteSpec[] = [
  route({
    method: 'GET',
    path: '/code/request/importTemplate',
    access,
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
      if (mode === 'commit') await services.directory.reload()
      return answer
    },
  }),
]
