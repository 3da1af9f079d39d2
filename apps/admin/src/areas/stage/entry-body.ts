import { splitCodes } from '../../entity/controls/read-code.ts'
import type { CodeRequestRange, EntryValues } from './entry-values.ts'
import type { ReportBody } from '@timbermark/contract/calls'
import { isAbsent } from '@timbermark/contract/stages'

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value)

/** Number of codes in the list and the ranges; an incomplete or non-numeric range counts as zero. */
export function countCodes(
  codes: string | null | undefined,
  ranges: readonly Partial<CodeRequestRange>[] = [],
): number {
  const inRanges = ranges.reduce(
    // A row that was just added is undefined.
    (sum, range) => sum + (isNumber(range?.from) && isNumber(range.to) ? Math.max(0, range.to - range.from + 1) : 0),
    0,
  )
  return splitCodes(codes).length + inRanges
}

/** Only values that are filled in: a cleared field is sent as one that was never filled in. */
export function omitEmptyValues(values: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => !isAbsent(value)))
}

/** A position as the wire takes it: both numbers or none. */
export function toWirePosition(position: readonly [string, string] | null | undefined) {
  return position ? { longitude: position[0], latitude: position[1] } : {}
}

/** The report of the form. @param reportId the form's own: a report sent again is the same report */
export function toReportBody(reportId: string, form: EntryValues): ReportBody {
  const ranges = (form.ranges ?? []).map(({ requestId, from, to }) => ({ requestId, from, to }))
  return {
    reportId,
    stage: form.stage,
    templateId: form.templateId,
    circulationId: form.circulationId,
    documentCode: form.documentCode,
    operator: form.operator,
    time: form.time,
    codes: splitCodes(form.codes),
    ...(ranges.length > 0 ? { ranges } : {}),
    // A form with a parent code is sent only after the person has confirmed the linking.
    ...(form.parentCode ? { parentCode: form.parentCode, linkCodes: true } : {}),
    values: omitEmptyValues(form.values),
    ...toWirePosition(form.position),
  }
}
