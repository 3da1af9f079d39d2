import { writeCell } from '@timbermark/contract/reading'
import { codeRequest, type Language } from '@timbermark/contract'
import {
  codeListBytes,
  codeValues,
  maxSelectedCodes,
  maxUnreadTexts,
  type ParsedCodes,
  readCodeList,
  type PrintedSerialRange,
} from '@timbermark/contract/calls'
import { normaliseRanges, type SerialRange, toRanges } from '@timbermark/codes'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { readingOf, readOne } from '../../../entity/read-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { templateAnswer } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'
import { type Call, type RouteSpec, route, serve } from '../../../platform/http/http.ts'
import { readUpload } from '../../../platform/http/upload.ts'
import { invalid, Refusal, refusalText } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { cellOf } from '../../../platform/workbook/cell.ts'
import { readXlsx, xlsxType, type XlsxValue } from '../../../platform/workbook/xlsx/xlsx.ts'
import { loadPrintedValuesInRanges } from './printed-values.ts'
import type { KnownCode } from './range-facts.ts'

const requests = readingOf(codeRequest)

/** Converts spans on the wire (from 1, both ends included) to serial ranges (from 0, end excluded). */
export const toSerialRanges = (spans: readonly PrintedSerialRange[]): SerialRange[] =>
  normaliseRanges(spans.map(({ from, to }) => ({ from: from - 1, to })))
const toSpans = (ranges: readonly SerialRange[]): PrintedSerialRange[] =>
  ranges.map(({ from, to }) => ({ from: from + 1, to }))

/** After so many codes the event loop serves other requests. */
const yieldEvery = 500

/** A text of a list, with its row in the sheet or its position. */
interface ListedText {
  row: number
  text: string
}

/** Parses a list of codes. Codes of other enterprises and of requests out of scope get the same answer as forged ones. */
async function parseList(
  call: Pick<Call, 'services' | 'actor' | 'language'>,
  list: readonly ListedText[],
): Promise<ParsedCodes> {
  const { services, actor, language } = call
  if (list.length > maxSelectedCodes) throw new Refusal('code.listTooLong', { max: maxSelectedCodes })
  const texts = list.map(({ text }) => text)
  const opened = (await services.directory.openAll(texts, actor.tenantId)).map((one): KnownCode | undefined =>
    one.known && one.entry.tenantId === actor.tenantId ? one : undefined,
  )
  const requestsById = await loadRequests(
    call,
    opened.flatMap(one => one?.entry.requestId ?? []),
  )
  const serials = new Map<number, number[]>()
  const answer: ParsedCodes = { requests: [], given: list.length, twice: 0, unread: 0, refused: [] }
  const seen = new Set<string>()
  for (const [n, { row, text }] of list.entries()) {
    const one = opened[n]
    if (!one || !requestsById.has(one.entry.requestId)) {
      answer.unread++
      if (answer.refused.length < maxUnreadTexts) answer.refused.push({ row, ...describeUnread(language, text) })
    } else if (seen.has(one.code)) answer.twice++
    else {
      seen.add(one.code)
      const requestSerials = serials.get(one.entry.requestId)
      if (requestSerials) requestSerials.push(one.serial)
      else serials.set(one.entry.requestId, [one.serial])
    }
  }
  for (const [id, serialsOfRequest] of serials)
    answer.requests.push({ ...requestsById.get(id)!, spans: toSpans(toRanges(serialsOfRequest)) })
  return answer
}

function describeUnread(language: Language, text: string): { text: string; message: string } {
  const shortened = text.slice(0, 100)
  return { text: shortened, message: refusalText(language, 'stage.foreignCode', { code: shortened }) }
}

/** Loads the requests that are in the caller's scope and have codes. */
async function loadRequests({ services, actor }: Pick<Call, 'services' | 'actor'>, ids: readonly number[]) {
  const scope = scopePredicate(actor, 'code:request:list', { alias: 'r', dept: 'dept_id', owner: 'created_by' })
  const rows = await services.database.withTenant(actor.tenantId, db =>
    db.query<{ id: number; name: string; batchNumber: string; count: number }>(sql`
      select r.id, r.name, b.batch_number as "batchNumber", r.count
      from code_request r join batch b on b.tenant_id = ${actor.tenantId} and b.id = r.batch_id
      where r.tenant_id = ${actor.tenantId} and r.id = any(${[...new Set(ids)]}::bigint[]) and r.status in ('completed', 'downloaded')
        and ${scope}`),
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** The texts of the code column of a workbook: the column with the heading, else the first one. */
function listTexts(
  { header, rows }: { header: readonly string[]; rows: readonly (readonly XlsxValue[])[] },
  title: string,
): ListedText[] {
  const headingColumn = header.findIndex(text => text.trim().toLowerCase() === title.toLowerCase())
  const column = Math.max(0, headingColumn)
  const texts = rows.map((cells, n) => ({ row: n + 2, text: writeCell(cellOf(cells[column])) }))
  // A list without a heading starts with a code.
  const first = headingColumn < 0 && header[0] ? [{ row: 1, text: header[0].trim() }] : []
  return [...first, ...texts].filter(({ text }) => text !== '')
}

const access = { permission: 'code:qr:list' }

export const selectionRoutes: RouteSpec[] = [
  serve(readCodeList, call =>
    parseList(
      call,
      call.body.codes.map((text, n) => ({ row: n + 1, text })),
    ),
  ),
  route({
    method: 'GET',
    path: '/code/qr/listTemplate',
    access,
    scope: { none: 'the same empty table for everybody' },
    summary: 'Template (xlsx) of a list of codes: one column, in text cells',
    file: [xlsxType],
    handler: ({ language }) => {
      const title = word(language, 'code.qr.code')
      const column = { title, width: 50, kind: 'text' as const, examples: ['0000A-1B2C3-D4E5F-6G7H8'] }
      return Promise.resolve(templateAnswer(language, word(language, 'code.select.listName'), [column]))
    },
  }),
  route({
    method: 'POST',
    path: '/code/qr/readFile',
    access,
    scope: { tested: 'codes of requests in scope', in: 'apps/server/test/code' },
    summary: 'Reads a list of codes from a workbook (xlsx, at most 500 KB), as POST /code/qr/read does',
    upload: 'file',
    answer: readCodeList.answer,
    handler: async call => {
      const upload = await readUpload(call.request, codeListBytes)
      const list = listTexts(await readXlsx(upload.content), word(call.language, 'code.qr.code'))
      if (list.length === 0) throw new Refusal('code.listEmpty')
      return parseList(call, list)
    },
  }),
  serve(codeValues, async call => {
    const { services, actor, body } = call
    const ranges = toSerialRanges(body.spans)
    const entry = await services.database.withTenant(actor.tenantId, async db => {
      await readOne(db, requests, call, body.requestId, { verb: 'list' })
      const { number } = await db.one<{ number: number }>(
        sql`select request_number as number from code_request where tenant_id = ${actor.tenantId} and id = ${body.requestId}`,
      )
      return services.directory.find(number)
    })
    if (!entry || (entry.status !== 'completed' && entry.status !== 'downloaded'))
      throw new Refusal('code.notCompleted')
    const count = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
    if (count > maxSelectedCodes || body.spans.some(({ from, to }) => from > to || to > entry.count))
      throw invalid([
        { field: 'spans', error: 'code.labelRange', params: { count: entry.count, max: maxSelectedCodes } },
      ])
    if (entry.foreign) return loadPrintedValuesInRanges(services, entry, ranges)
    const codes = services.directory.codesOf(entry)
    const values: string[] = []
    for (const { from, to } of ranges)
      for (let serial = from; serial < to; serial++) {
        values.push(codes.code(serial))
        if (values.length % yieldEvery === 0) await yieldToEventLoop()
      }
    return values
  }),
]
