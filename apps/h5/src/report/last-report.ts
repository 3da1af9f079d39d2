/** The last report of a stage as the beginning of the next: what stays the same is filled in, what changes is empty. */
import type { StageTable } from '@timbermark/contract/stages'
import { formFields, type FormField } from './form-model.ts'
import { isEmpty, type ReportContent } from './report.ts'
import { commonRowValues } from './rows.ts'
import type { Stage } from '@timbermark/contract'

/** What is kept of a report for the next one. */
export type LastReport = Pick<
  ReportContent,
  'documentCode' | 'operator' | 'circulationId' | 'templateId' | 'values'
> & {
  /** It was a table; these values its last log had in common with the next. */
  row?: ReportContent['values']
}

/** Texts that name one log, one journey, one declaration: the next report has others. */
const newEachTime: ReadonlySet<string> = new Set([
  'logNumber',
  'logLot',
  'plotNumber',
  'transportNumber',
  'waybill',
  'voyageNumber',
  'containerNumber',
  'sealNumber',
  'packageNumber',
  'entryNumber',
  'exitNumber',
  'customsNumber',
  'outboundOrder',
  'warehouseWarrant',
  'productionBatch',
  'inspectionResult',
  'inspectionFindings',
])

/** Kinds of answers that are measured, seen or done anew each time. */
const stays: ReadonlySet<FormField['type']> = new Set(['text', 'yesNo', 'choice', 'dict', 'country', 'document'])

/** What of a report holds for the next one. */
export function lastReportOf(content: ReportContent, stage: Stage, table: StageTable | undefined): LastReport {
  const { documentCode, operator, circulationId, templateId } = content
  // A template's attributes stay too: what they are is not known here, so they count by the shape of their answer.
  const own = new Map(formFields(stage).map(field => [field.key, field]))
  const values = Object.fromEntries(
    Object.entries(content.values).filter(([key, value]) => {
      const field = own.get(key)
      return field ? stays.has(field.type) && !newEachTime.has(key) : typeof value === 'boolean'
    }),
  )
  const rows = content.rows
  const row = rows && table && commonRowValues(table, [...own.values()], rows[rows.length - 1]?.values ?? {})
  return { documentCode, operator, circulationId, templateId, values, ...(row && { row: withoutNew(row) }) }
}

const withoutNew = (values: ReportContent['values']) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !newEachTime.has(key)))

/** A new report's content with what the last one leaves it; each part that was filled in is named in `fromLast`. */
export function fillFromLastReport(
  fresh: ReportContent,
  last: LastReport,
  input: { key: string; now: number },
): ReportContent {
  const { row, values, ...whole } = last
  const told = Object.entries(whole).filter(([, value]) => !isEmpty(String(value)))
  const rowKey = input.key
  return {
    ...fresh,
    ...Object.fromEntries(told),
    values,
    ...(row && {
      rows: [{ key: rowKey, code: '', at: input.now, check: { state: 'unchecked' as const }, values: row }],
    }),
    fromLast: [
      ...told.map(([at]) => at),
      ...Object.keys(values).map(key => `values.${key}`),
      ...Object.keys(row ?? {}).map(key => `rows.${rowKey}.values.${key}`),
    ],
  }
}

/** The stages that were reported last, the latest first, each once. */
export function addRecentStage<Key extends string>(before: readonly Key[], now: Key): Key[] {
  return [now, ...before.filter(one => one !== now)].slice(0, 4)
}
