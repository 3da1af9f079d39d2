import { sheetAnswer } from '../../crud/sheets.ts'
import { codeRequest, type Language, permissionOf } from '@timbermark/contract'
import type { PhraseKey } from '@timbermark/phrases'
import { phrase } from '@timbermark/phrases/all'
import { z } from 'zod'
import { type Actor, may } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { type RouteSpec, Rows, route } from '../../platform/http/http.ts'
import type { Services } from '../../platform/services.ts'
import type { XlsxColumn } from '../../platform/workbook/xlsx.ts'
import { countryName } from '../place/places.ts'
import { checkLog, eachLogRow, type LogKind, listLog, scanLog } from './log-list.ts'

const one = z.string().max(500).optional()
const filter = z.object({
  page: one,
  limit: one,
  pageNum: one,
  pageSize: one,
  after: one,
  code: one,
  productId: one,
  city: z.string().max(50).optional(),
  genuine: one,
  beginTime: one,
  endTime: one,
  params: z.record(z.string(), z.unknown()).optional(),
})

type Column = Omit<XlsxColumn, 'title'> & { key: string; title: PhraseKey }

const places: Column[] = [
  { key: 'longitude', title: 'trace.scan-log.longitude', width: 14, kind: 'decimal' },
  { key: 'latitude', title: 'trace.scan-log.latitude', width: 14, kind: 'decimal' },
  { key: 'country', title: 'trace.scan-log.country', width: 16, kind: 'text' },
  { key: 'province', title: 'trace.scan-log.province', width: 16, kind: 'text' },
  { key: 'city', title: 'trace.scan-log.city', width: 16, kind: 'text' },
  { key: 'district', title: 'trace.scan-log.district', width: 16, kind: 'text' },
]
const goods: Column[] = [
  { key: 'code', title: 'trace.scan-log.code', width: 26, kind: 'text' },
  { key: 'productName', title: 'trace.scan-log.productName', width: 30, kind: 'text' },
]
const scanColumns: Column[] = [
  ...goods,
  ...places,
  { key: 'scanTime', title: 'trace.scan-log.scanTime', width: 20, kind: 'datetime' },
]
const checkColumns: Column[] = [
  ...goods,
  { key: 'securityCode', title: 'trace.check-log.securityCode', width: 20, kind: 'text' },
  { key: 'genuine', title: 'trace.check-log.genuine', width: 12, kind: 'text' },
  ...places,
  { key: 'checkTime', title: 'trace.check-log.checkTime', width: 20, kind: 'datetime' },
]

/**
 * What a reader sees of the code that was typed: the right one in full for those who may see such codes anyway, otherwise
 * its first and last character.
 */
function withSecurityCode(services: Services, actor: Actor, row: Row): Row {
  const { given, requestNumber, serial, ...rest } = row
  if (given === undefined) return rest
  const entry = services.directory.get(requestNumber as number)
  const shown = rest.genuine === true && entry && may(actor, permissionOf(codeRequest, 'security'))
  return {
    ...rest,
    securityCode: shown
      ? services.directory.codesOf(entry).security(serial as number, entry.codeRule, entry.securityLength)
      : given,
  }
}

function cellOf(row: Row, key: string, language: Language): unknown {
  const value = row[key]
  if (key === 'country' && typeof value === 'string') return countryName(value, language)
  if (key === 'genuine') return phrase(language, value ? 'common.yes' : 'common.no')
  return value
}

function logRoutes(kind: LogKind, object: 'scan-log' | 'check-log', columns: readonly Column[]): RouteSpec[] {
  const title: PhraseKey = `menu.trace.${object}`
  return [
    route({
      method: 'GET',
      path: `/trace/${object}/list`,
      access: { permission: `trace:${object}:list` },
      summary: `${object === 'scan-log' ? 'Scans' : 'Anti-counterfeit checks'} of the own codes, newest first; \`after\` pages by key`,
      query: filter,
      handler: ({ services, actor, query }) =>
        services.database.withTenant(actor.tenantId, async db => {
          const { rows, total, estimated } = await listLog(db, kind, query, services.directory)
          return new Rows(
            rows.map(row => withSecurityCode(services, actor, row)),
            total,
            estimated,
          )
        }),
    }),
    route({
      method: 'GET',
      path: `/trace/${object}/export`,
      access: { permission: `trace:${object}:export` },
      summary: `Export of ${object} (xlsx)`,
      query: filter,
      audit: { title, kind: 'export' },
      handler: call => {
        const { services, actor, query, language } = call
        const inTenant = <T>(work: (db: Db) => Promise<T>) => services.database.withTenant(actor.tenantId, work)
        const rows = eachLogRow(inTenant, kind, query, services.directory)
        const cells = async function* () {
          for await (const row of rows)
            yield columns.map(column => cellOf(withSecurityCode(services, actor, row), column.key, language))
        }
        const sheet = columns.map(column => ({ ...column, title: phrase(language, column.title) }))
        return sheetAnswer(call, `trace-${object}`, sheet, cells(), phrase(language, title))
      },
    }),
  ]
}

export const traceLogRoutes: RouteSpec[] = [
  ...logRoutes(scanLog, 'scan-log', scanColumns),
  ...logRoutes(checkLog, 'check-log', checkColumns),
]
