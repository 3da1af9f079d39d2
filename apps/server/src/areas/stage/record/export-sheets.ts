/** The records of an export once more with all their values: a sheet for each stage and template, as lists of reports have. */
import { isStageKey, type Language, permissionOf, type RowOf, stageRecord } from '@timbermark/contract'
import type { Flag } from '@timbermark/contract/plausible'
import { isWithheld, type StageAttribute, stageByKey } from '@timbermark/contract/stages'
import { answerEach } from '../../../entity/answers.ts'
import type { ListQuery } from '../../../entity/list-query.ts'
import type { FoundRow, Reader, Reading } from '../../../entity/read-rows.ts'
import type { SheetContent } from '../../../entity/sheets.ts'
import { hasPermission } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Call } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import type { XlsxColumn } from '../../../platform/workbook/xlsx/xlsx.ts'
import {
  type ColumnChoices,
  columnChoices,
  exportSheetNames,
  type ReportColumn,
  reportColumns,
} from '../report/columns.ts'

/** Columns of a record that a sheet needs besides those of the list. */
export const exportedColumns = sql`
  t.template_id as "exportTemplate", t.longitude::text as longitude, t.latitude::text as latitude,
  t.parent_code as "parentCode", t.flags, t.public_values as "publicValues", t.personal_values as "personalValues"`

interface ExportedRow extends RowOf<typeof stageRecord> {
  id: number
  exportTemplate: number
  longitude: string | null
  latitude: string | null
  parentCode: string | null
  flags: Flag[]
  publicValues: Record<string, unknown>
  personalValues: Record<string, unknown>
  /** First and last code of each range; the last one is missing for a single code. */
  ranges: { code: string; lastCode?: string }[]
}

interface Template {
  id: number
  stage: string
  name: string
  attributes: StageAttribute[]
}

/** Adds the codes of the records of a block. */
export async function withRanges(rows: readonly FoundRow[], { services, actor }: Reader, db: Db): Promise<FoundRow[]> {
  const stored = await db.query<{ record: number; request: number; from: number; to: number }>(sql`
    select record_id as record, request_number as request, lower(serials) as "from", upper(serials) as "to"
    from stage_record_code where tenant_id = ${actor.tenantId} and record_id = any(${rows.map(({ id }) => id)})
    order by 1, 2, 3`)
  const requests = await services.directory.load([...new Set(stored.map(({ request }) => request))])
  const byRecord = new Map<number, ExportedRow['ranges']>()
  for (const { record, request, from, to } of stored) {
    const entry = requests.get(request)
    if (!entry) continue
    const codes = services.directory.codesOf(entry)
    const lastCode = to - from > 1 ? { lastCode: codes.code(to - 1) } : {}
    byRecord.set(record, [...(byRecord.get(record) ?? []), { code: codes.code(from), ...lastCode }])
  }
  return rows.map(row => ({ ...row, ranges: byRecord.get(row.id as number) ?? [] }))
}

/** The sheets, each with the columns of its stage's import, so that a list can be taken in again. */
export async function* recordSheets(call: Call, reading: Reading): AsyncGenerator<SheetContent> {
  const { services, actor, language } = call
  const query = call.query as ListQuery
  const used = new Set<number>()
  for await (const row of answerEach(call, reading, query)) used.add((row as unknown as ExportedRow).exportTemplate)
  const templates = await services.database.withTenant(actor.tenantId, db =>
    db.query<Template>(sql`
      select id, stage, name, attributes from stage_template
      where tenant_id in (${platformTenant}, ${actor.tenantId}) and id = any(${[...used]})`),
  )
  const known = templates.filter(({ stage }) => isStageKey(stage))
  const orderOf = ({ stage }: Template) => (isStageKey(stage) ? stageByKey(stage).order : 0)
  for (const template of known.sort((a, b) => orderOf(a) - orderOf(b) || a.id - b.id)) {
    if (!isStageKey(template.stage)) continue
    const several = known.filter(({ stage }) => stage === template.stage).length > 1
    const names = exportSheetNames(language, { ...template, stage: template.stage })
    // Personal and confidential values are for those who may open a record.
    const mayReadAll = hasPermission(actor, permissionOf(stageRecord, 'query'))
    const columns = reportColumns(stageByKey(template.stage), template.attributes).filter(
      ({ field }) => mayReadAll || !field || !isWithheld(field),
    )
    const choices = await services.database.withTenant(actor.tenantId, db => columnChoices(db, columns, language))
    yield {
      name: several ? names.amongSeveral : names.alone,
      columns: columns.map(column => sheetColumn(column, choices.has(column.key), language)),
      rows: rowsOf(call, reading, { ...query, stage: template.stage }, { template, columns, choices }),
    }
  }
}

function sheetColumn({ key, type, titleIn }: ReportColumn, chosen: boolean, language: Language): XlsxColumn {
  const number = !chosen && (type === 'number' || type === 'integer')
  const kind = number
    ? type === 'integer'
      ? 'integer'
      : 'decimal'
    : type === 'date' || type === 'datetime'
      ? type
      : 'text'
  // A place has six digits behind the point, which no format may hide.
  const decimals = key === 'longitude' || key === 'latitude' ? { decimals: 6 } : {}
  return { title: titleIn(language), width: 18, kind, ...decimals }
}

async function* rowsOf(
  call: Call,
  reading: Reading,
  query: ListQuery,
  {
    template,
    columns,
    choices,
  }: { template: Template; columns: readonly ReportColumn[]; choices: Map<string, ColumnChoices> },
): AsyncGenerator<unknown[]> {
  for await (const answered of answerEach(call, reading, query)) {
    const row = answered as unknown as ExportedRow
    if (row.exportTemplate !== template.id) continue
    for (const range of row.ranges) yield columns.map(column => cellOf(row, range, column, choices.get(column.key)))
  }
}

function cellOf(
  row: ExportedRow,
  { code, lastCode }: ExportedRow['ranges'][number],
  { key, field }: ReportColumn,
  choices: ColumnChoices | undefined,
): unknown {
  switch (key) {
    case 'code':
      return code
    case 'lastCode':
      return lastCode
    case 'parentCode':
      return row.parentCode
    case 'documentCode':
      return row.documentCode
    case 'operator':
      return row.operator
    case 'time':
      return row.time
    case 'longitude':
      return row.longitude
    case 'latitude':
      return row.latitude
    case 'unlikely':
      return [...new Set(row.flags.map(({ reason }) => reason))].join('; ')
    default: {
      const name = key.slice('values.'.length)
      const value = (field && isWithheld(field) ? row.personalValues : row.publicValues)[name]
      if (value === null || value === undefined) return null
      if (choices) return choices.labelOf(value) ?? value
      return Array.isArray(value) ? value.join(', ') : value
    }
  }
}
