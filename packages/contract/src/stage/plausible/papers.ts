import type { ReportCase } from './known.ts'
import { dayMs, dayOf, type RuleResult, type Rule } from './rule.ts'

/** A paper that a report relies on. */
export interface PaperFacts {
  /** Field that names it; empty for the proof of the report itself. */
  field: string
  code: string
  /** First and last day on which it is valid, `YYYY-MM-DD`. */
  from: string | null
  until: string | null
}

/** Tolerance for time zones: a date lasts longer than 24 hours around the world. */
const zones = dayMs / 2

function paperResult({ field, code }: PaperFacts, at: number, otherDay: string): RuleResult {
  return { field: field || 'documentCode', params: { paper: code, day: dayOf(at), otherDay } }
}

export const paperExpired: Rule<ReportCase> = {
  reads: {},
  judge({ report: { at }, known: { papers } }) {
    const paper = papers.find(({ until }) => until !== null && dayOf(at - zones) > until)
    return paper && paperResult(paper, at, paper.until!)
  },
}

export const paperTooEarly: Rule<ReportCase> = {
  reads: {},
  judge({ report: { at }, known: { papers } }) {
    const paper = papers.find(({ from }) => from !== null && dayOf(at + zones) < from)
    return paper && paperResult(paper, at, paper.from!)
  },
}
