import { codeRequest, type Language } from '@timbermark/contract'
import {
  codeListBytes,
  codeValues,
  mostChosen,
  mostUnread,
  type ReadCodes,
  readCodeList,
  type SerialSpan,
} from '@timbermark/contract/calls'
import { normaliseRanges, type SerialRange, toRanges } from '@timbermark/codes'
import { setImmediate as breathe } from 'node:timers/promises'
import { readingOf, readOne } from '../../../entity/read-rows.ts'
import { scopePredicate } from '../../../entity/scope.ts'
import { templateAnswer } from '../../../entity/sheets.ts'
import { word } from '../../../entity/words.ts'
import { type Call, type RouteSpec, route, serve } from '../../../platform/http/http.ts'
import { readUpload } from '../../../platform/http/upload.ts'
import { invalid, Refusal, refusalText } from '../../../platform/refusal.ts'
import { sql } from '../../../platform/database/sql.ts'
import { readXlsx, xlsxType } from '../../../platform/workbook/xlsx/xlsx.ts'
import { printedIn } from './printed-values.ts'
import type { KnownCode } from './range-facts.ts'

const requests = readingOf(codeRequest)

/** Spans as people count them, both ends included and from 1, and serials as the format does. */
export const serialsOfSpans = (spans: readonly SerialSpan[]): SerialRange[] =>
  normaliseRanges(spans.map(({ from, to }) => ({ from: from - 1, to })))
const spansOf = (ranges: readonly SerialRange[]): SerialSpan[] => ranges.map(({ from, to }) => ({ from: from + 1, to }))

/** What is read of so many texts before other requests come in between. */
const atOnce = 500

/** A text of a list, with its row in the sheet or its place. */
interface Listed {
  row: number
  text: string
}

/** Reads a list of codes; those of other enterprises and of requests out of reach are as unknown as forged ones. */
async function readList(
  call: Pick<Call, 'services' | 'actor' | 'language'>,
  list: readonly Listed[],
): Promise<ReadCodes> {
  const { services, actor, language } = call
  if (list.length > mostChosen) throw new Refusal('code.listTooLong', { max: mostChosen })
  const texts = list.map(({ text }) => text)
  const opened = (await services.directory.openAll(texts, actor.tenantId)).map((one): KnownCode | undefined =>
    one.known && one.entry.tenantId === actor.tenantId ? one : undefined,
  )
  const about = await requestsOf(
    call,
    opened.flatMap(one => one?.entry.requestId ?? []),
  )
  const serials = new Map<number, number[]>()
  const answer: ReadCodes = { requests: [], given: list.length, twice: 0, unread: 0, refused: [] }
  const seen = new Set<string>()
  for (const [n, { row, text }] of list.entries()) {
    const one = opened[n]
    if (!one || !about.has(one.entry.requestId)) {
      answer.unread++
      if (answer.refused.length < mostUnread) answer.refused.push({ row, ...unread(language, text) })
    } else if (seen.has(one.code)) answer.twice++
    else {
      seen.add(one.code)
      const found = serials.get(one.entry.requestId)
      if (found) found.push(one.serial)
      else serials.set(one.entry.requestId, [one.serial])
    }
  }
  for (const [id, found] of serials) answer.requests.push({ ...about.get(id)!, spans: spansOf(toRanges(found)) })
  return answer
}

function unread(language: Language, text: string): { text: string; message: string } {
  const shown = text.slice(0, 100)
  return { text: shown, message: refusalText(language, 'stage.foreignCode', { code: shown }) }
}

/** Those of these requests that the caller reaches and that have codes. */
async function requestsOf({ services, actor }: Pick<Call, 'services' | 'actor'>, ids: readonly number[]) {
  const scope = scopePredicate(actor, 'code:request:list', { alias: 'r', dept: 'dept_id', owner: 'created_by' })
  const rows = await services.database.withTenant(actor.tenantId, db =>
    db.query<{ id: number; name: string; batchNumber: string; count: number }>(sql`
      select r.id, r.name, b.batch_number as "batchNumber", r.count
      from code_request r join batch b on b.tenant_id = r.tenant_id and b.id = r.batch_id
      where r.tenant_id = ${actor.tenantId} and r.id = any(${[...new Set(ids)]}::bigint[]) and r.status in ('completed', 'downloaded')
        and ${scope}`),
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** The texts of a workbook's first column that says something; a heading is no code and no mistake. */
function textsOf(
  { header, rows }: { header: readonly string[]; rows: readonly (readonly unknown[])[] },
  title: string,
): Listed[] {
  const named = header.findIndex(text => text.trim().toLowerCase() === title.toLowerCase())
  const column = Math.max(0, named)
  const texts = rows.map((cells, n) => ({ row: n + 2, text: String(cells[column] ?? '').trim() }))
  // A list without a heading begins with a code.
  const first = named < 0 && header[0] ? [{ row: 1, text: header[0].trim() }] : []
  return [...first, ...texts].filter(({ text }) => text !== '')
}

const access = { permission: 'code:qr:list' }

export const selectionRoutes: RouteSpec[] = [
  serve(readCodeList, call =>
    readList(
      call,
      call.body.codes.map((text, n) => ({ row: n + 1, text })),
    ),
  ),
  route({
    method: 'GET',
    path: '/code/qr/listTemplate',
    access,
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
    summary: 'Reads a list of codes from a workbook (xlsx, at most 500 KB), as POST /code/qr/read does',
    upload: 'file',
    answer: readCodeList.answer,
    handler: async call => {
      const upload = await readUpload(call.request, codeListBytes)
      const list = textsOf(await readXlsx(upload.content), word(call.language, 'code.qr.code'))
      if (list.length === 0) throw new Refusal('code.listEmpty')
      return readList(call, list)
    },
  }),
  serve(codeValues, async call => {
    const { services, actor, body } = call
    const ranges = serialsOfSpans(body.spans)
    const entry = await services.database.withTenant(actor.tenantId, async db => {
      await readOne(db, requests, call, body.requestId, { verb: 'list' })
      const { number } = await db.one<{ number: number }>(
        sql`select request_number as number from code_request where tenant_id = ${actor.tenantId} and id = ${body.requestId}`,
      )
      return services.directory.get(number)
    })
    if (!entry || (entry.status !== 'completed' && entry.status !== 'downloaded'))
      throw new Refusal('code.notCompleted')
    const count = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
    if (count > mostChosen || body.spans.some(({ from, to }) => from > to || to > entry.count))
      throw invalid([{ field: 'spans', error: 'code.labelRange', params: { count: entry.count, max: mostChosen } }])
    if (entry.foreign) return printedIn(services.database, actor.tenantId, entry.requestId, ranges)
    const codes = services.directory.codesOf(entry)
    const values: string[] = []
    for (const { from, to } of ranges)
      for (let serial = from; serial < to; serial++) {
        values.push(codes.code(serial))
        if (values.length % atOnce === 0) await breathe()
      }
    return values
  }),
]
