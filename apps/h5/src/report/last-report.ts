/** The last report of a stage as a template for the next: values that repeat are filled in, values that change are empty. */
import type { StageTable } from '@timbermark/contract/stages'
import { formFields, type FormField } from './form-model.ts'
import { nextLogNumber } from './known-goods.ts'
import { isEmpty, type ReportContent } from './report.ts'
import { commonRowValues } from './rows.ts'
import type { Stage } from '@timbermark/contract'

/** The values of a report that are stored for the next one. */
export type LastReport = Pick<
  ReportContent,
  'documentCode' | 'operator' | 'circulationId' | 'templateId' | 'values'
> & {
  /** For a table: the values of its last log that the next log usually shares. */
  row?: ReportContent['values']
}

/** Texts that identify one log, one journey or one declaration: the next report has others. */
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

/** Types of answers that usually repeat; answers of other types are measured, seen or done each time. */
const repeated: ReadonlySet<FormField['type']> = new Set([
  'text',
  'yesNo',
  'choice',
  'dict',
  'country',
  'document',
  'plot',
])

/** The values of a report that the next one can reuse. */
export function lastReportOf(content: ReportContent, stage: Stage, table: StageTable | undefined): LastReport {
  const { documentCode, operator, circulationId, templateId } = content
  // Attributes of a template repeat too. Their type is not known here, so the answer's type decides.
  const stageFields = new Map(formFields(stage).map(field => [field.key, field]))
  const values = Object.fromEntries(
    Object.entries(content.values).filter(([key, value]) => {
      const field = stageFields.get(key)
      return field ? repeated.has(field.type) && !newEachTime.has(key) : typeof value === 'boolean'
    }),
  )
  const rows = content.rows
  const row = rows && table && commonRowValues(table, [...stageFields.values()], rows[rows.length - 1]?.values ?? {})
  const logNumber = table?.fields.includes('logNumber') && nextLogNumber(rows?.[rows.length - 1]?.values.logNumber)
  return {
    documentCode,
    operator,
    circulationId,
    templateId,
    values,
    ...(row && { row: { ...withoutNew(row), ...(logNumber && { logNumber }) } }),
  }
}

const withoutNew = (values: ReportContent['values']) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !newEachTime.has(key)))

/** A new report's content filled in from the last report; `fromLast` names each part that was filled in. */
export function fillFromLastReport(
  fresh: ReportContent,
  last: LastReport,
  input: { key: string; now: number },
): ReportContent {
  // The next report may be about another batch, which has a circulation of its own.
  const { row, values, circulationId: _, ...header } = last
  const filledParts = Object.entries(header).filter(([, value]) => !isEmpty(String(value)))
  const rowKey = input.key
  return {
    ...fresh,
    ...Object.fromEntries(filledParts),
    values,
    ...(row && {
      rows: [{ key: rowKey, code: '', at: input.now, check: { state: 'unchecked' as const }, values: row }],
    }),
    fromLast: [
      ...filledParts.map(([at]) => at),
      ...Object.keys(values).map(key => `values.${key}`),
      // The number of the log is the next one, not that of last time.
      ...Object.keys(withoutNew(row ?? {})).map(key => `rows.${rowKey}.values.${key}`),
    ],
  }
}

/** The recently reported stages, the latest first, each once. */
export function addRecentStage<Key extends string>(before: readonly Key[], now: Key): Key[] {
  return [now, ...before.filter(one => one !== now)].slice(0, 4)
}
