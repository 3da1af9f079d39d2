import type { ReportBody } from '../report/wire.ts'
import { type Attachment, type FieldValue, isEmpty, type LocalReport } from '../report/report.ts'

/** A picture or file that the form names is no longer on the phone. */
export class AttachmentLost extends Error {
  override readonly name = 'AttachmentLost'
}

/** Keys of the attachments that the answers name; one that was removed from the form is not uploaded. */
export function attachmentKeys(report: LocalReport): string[] {
  return Object.values(report.content.values).flatMap(value =>
    Array.isArray(value) ? value.filter(one => typeof one === 'string') : [],
  )
}

/** The body that travels: always the same for the same report, because the server compares retries. */
export function composeBody(report: LocalReport, attachments: readonly Attachment[]): ReportBody {
  const { content } = report
  const files = new Map(attachments.map(one => [one.key, one.fileId]))
  return {
    reportId: report.reportId,
    stage: report.stage,
    // The form asks for one; a report without is the server's to refuse, as any other.
    templateId: Number(content.templateId),
    ...(content.circulationId === '' ? {} : { circulationId: Number(content.circulationId) }),
    documentCode: content.documentCode.trim(),
    operator: content.operator.trim(),
    time: content.time,
    codes: content.codes.map(entry => entry.code),
    ...(content.parentCode ? { parentCode: content.parentCode } : {}),
    values: answers(content.values, files),
    ...(content.position ? { longitude: content.position[0], latitude: content.position[1] } : {}),
  }
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
