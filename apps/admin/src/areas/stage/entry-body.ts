import type { CodeRequestRange, EntryValues } from './entry-values.ts'
import type { ReportBody } from '@timbermark/contract/calls'
import { isAbsent } from '@timbermark/contract/stages'

/** Codes as people paste them: one a line, or with commas, blanks or semicolons between. */
export function codesIn(text: string | null | undefined): string[] {
  return (text ?? '').split(/[\s,;\uff0c\uff1b\u3001]+/).filter(part => part !== '')
}

const isNumber = (given: unknown): given is number => Number.isSafeInteger(given)

/** How many codes that is; a range that is not filled in yet, or with what is no number, counts none. */
export function countOf(codes: string | null | undefined, ranges: readonly Partial<CodeRequestRange>[] = []): number {
  const inRanges = ranges.reduce(
    // A row that was just added is not there yet.
    (sum, range) => sum + (isNumber(range?.from) && isNumber(range.to) ? Math.max(0, range.to - range.from + 1) : 0),
    0,
  )
  return codesIn(codes).length + inRanges
}

/** Only what says something: a field that was cleared is one that was not filled in. */
export function givenValues(values: Readonly<Record<string, unknown>> | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => !isAbsent(value)))
}

/** A position as the wire takes it; both numbers or none. */
export function degrees(position: readonly [string, string] | null | undefined) {
  return position ? { longitude: position[0], latitude: position[1] } : {}
}

/** The report that the form asks for. @param reportId of this form: sent again, it is the same report */
export function reportBody(reportId: string, form: EntryValues): ReportBody {
  const ranges = (form.ranges ?? []).map(({ requestId, from, to }) => ({ requestId, from, to }))
  return {
    reportId,
    stage: form.stage,
    templateId: form.templateId,
    circulationId: form.circulationId,
    documentCode: form.documentCode,
    operator: form.operator,
    time: form.time,
    codes: codesIn(form.codes),
    ...(ranges.length > 0 ? { ranges } : {}),
    // Nobody comes here without having agreed that they are put into it.
    ...(form.parentCode ? { parentCode: form.parentCode, linkCodes: true } : {}),
    values: givenValues(form.values),
    ...degrees(form.position),
  }
}
