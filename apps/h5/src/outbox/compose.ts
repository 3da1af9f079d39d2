import { ownCirculation } from '@timbermark/contract/stages'
import type { ReportBody, RowsBody } from '../report/wire.ts'
import { type LocalReceipt, receiptBody, receiptFiles } from '../report/receipt.ts'
import { type Answer, type Attachment, type FieldValue, isEmpty, type LocalReport } from '../report/report.ts'
import { nameCodes } from '../report/scanned-codes.ts'
import { AttachmentMissing } from './attempt-outcome.ts'

export { changeBody } from '../report/local-change.ts'
export { labelActBody } from '../report/label-act.ts'
export { plotBody } from '../report/local-plot.ts'

/** Keys of the attachments that the answers refer to. An attachment that was removed from the form is not uploaded. */
export function attachmentKeys(item: LocalReport | LocalReceipt): string[] {
  if (item.kind === 'receipt') return receiptFiles(item.content)
  const { content } = item
  return [content.values, ...(content.rows ?? []).map(row => row.values)].flatMap(values =>
    Object.values(values).flatMap(value =>
      Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [],
    ),
  )
}

/** The body of the call: always identical for the same report, because the server compares retries. */
export function composeBody(report: LocalReport, attachments: readonly Attachment[]): ReportBody | RowsBody {
  const { content } = report
  const files = new Map(attachments.map(one => [one.key, one.fileId]))
  const header = {
    reportId: report.reportId,
    stage: report.stage,
    // The form requires a template; the server refuses a report without one.
    templateId: Number(content.templateId),
    circulationId: content.circulationId === '' ? ownCirculation : Number(content.circulationId),
    documentCode: content.documentCode.trim(),
    operator: content.operator.trim(),
    time: content.time,
    ...(content.clock ? { clock: content.clock } : {}),
    ...(content.position ? { longitude: content.position[0], latitude: content.position[1] } : {}),
    ...(content.confirmed?.length ? { confirmed: reasonsByRule(content.confirmed) } : {}),
  }
  const values = wireValues(content.values, files)
  if (content.rows)
    return {
      ...header,
      values,
      rows: content.rows.map(row => ({ code: row.code, values: wireValues(row.values, files) })),
    }
  const { codes, ranges } = nameCodes(content.codes)
  return {
    ...header,
    codes,
    ...(ranges.length > 0 ? { ranges } : {}),
    ...(content.parentCode ? { parentCode: content.parentCode } : {}),
    ...(content.parentCode && content.linkCodes ? { linkCodes: true } : {}),
    values,
  }
}

/** One reason for each rule, also when the question concerned several rows. */
function reasonsByRule(answered: readonly Answer[]) {
  const trimmed = new Map(answered.map(({ rule, reason }) => [rule, reason.trim()]))
  return [...trimmed].map(([rule, reason]) => ({ rule, reason }))
}

function wireValues(
  values: Record<string, FieldValue>,
  files: ReadonlyMap<string, string | undefined>,
): Record<string, unknown> {
  const entries = Object.entries(values).filter(([, value]) => !isEmpty(value))
  // Sorted, so that retries have the same text in whatever order the fields were filled in.
  entries.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    entries.map(([key, value]) => [key, isFileKeys(value) ? value.map(one => uploadedId(files, one)) : value]),
  )
}

function isFileKeys(value: FieldValue): value is string[] {
  return Array.isArray(value) && typeof value[0] === 'string'
}

/** The body of a decision about offered goods, with the uploaded pictures. */
export function composeReceipt(receipt: LocalReceipt, attachments: readonly Attachment[]) {
  const files = new Map(attachments.map(one => [one.key, one.fileId]))
  return receiptBody(receipt, key => uploadedId(files, key))
}

function uploadedId(files: ReadonlyMap<string, string | undefined>, key: string): string {
  const id = files.get(key)
  if (!id) throw new AttachmentMissing()
  return id
}
