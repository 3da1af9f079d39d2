import type { ReportBody, RowsBody } from '../report/wire.ts'
import { type Answer, type Attachment, type FieldValue, isEmpty, type LocalReport } from '../report/report.ts'

/** A picture or file that the form names is no longer on the phone. */
export class AttachmentLost extends Error {
  override readonly name = 'AttachmentLost'
}

/** Keys of the attachments that the answers name; one that was removed from the form is not uploaded. */
export function attachmentKeys({ content }: LocalReport): string[] {
  return [content.values, ...(content.rows ?? []).map(row => row.values)].flatMap(values =>
    Object.values(values).flatMap(value =>
      Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [],
    ),
  )
}

/** The body that travels: always the same for the same report, because the server compares retries. */
export function composeBody(report: LocalReport, attachments: readonly Attachment[]): ReportBody | RowsBody {
  const { content } = report
  const files = new Map(attachments.map(one => [one.key, one.fileId]))
  const whole = {
    reportId: report.reportId,
    stage: report.stage,
    // The form asks for one; a report without is the server's to refuse, as any other.
    templateId: Number(content.templateId),
    // None travels as null, which the server refuses by the field's name.
    circulationId: Number(content.circulationId || Number.NaN),
    documentCode: content.documentCode.trim(),
    operator: content.operator.trim(),
    time: content.time,
    ...(content.clock ? { clock: content.clock } : {}),
    ...(content.position ? { longitude: content.position[0], latitude: content.position[1] } : {}),
    ...(content.confirmed?.length ? { confirmed: confirmed(content.confirmed) } : {}),
  }
  const values = answers(content.values, files)
  if (content.rows)
    return { ...whole, values, rows: content.rows.map(row => ({ code: row.code, values: answers(row.values, files) })) }
  const ranges = content.codes.flatMap(({ code, last }) => (last === undefined ? [] : [{ first: code, last }]))
  return {
    ...whole,
    codes: content.codes.filter(entry => entry.last === undefined).map(entry => entry.code),
    ...(ranges.length > 0 ? { ranges } : {}),
    ...(content.parentCode ? { parentCode: content.parentCode } : {}),
    ...(content.parentCode && content.linkCodes ? { linkCodes: true } : {}),
    values,
  }
}

/** One reason for each rule, whatever number of rows it was asked about. */
function confirmed(given: readonly Answer[]) {
  const reasons = new Map(given.map(({ rule, reason }) => [rule, reason.trim()]))
  return [...reasons].map(([rule, reason]) => ({ rule, reason }))
}

function answers(
  values: Record<string, FieldValue>,
  files: ReadonlyMap<string, string | undefined>,
): Record<string, unknown> {
  const kept = Object.entries(values).filter(([, value]) => !isEmpty(value))
  // Sorted, so that retries carry the very same text whatever order the fields were filled in.
  kept.sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    kept.map(([key, value]) => [key, isKeys(value) ? value.map(one => fileId(files, one)) : value]),
  )
}

function isKeys(value: FieldValue): value is string[] {
  return Array.isArray(value) && typeof value[0] === 'string'
}

function fileId(files: ReadonlyMap<string, string | undefined>, key: string): string {
  const id = files.get(key)
  if (!id) throw new AttachmentLost()
  return id
}
