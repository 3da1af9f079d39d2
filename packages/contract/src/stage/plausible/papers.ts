import type { Point } from '../../kinds/distance.ts'
import { drawFields, type PaperUnit, paperUnits } from '../drawn-quantity.ts'
import type { ReportCase } from './known.ts'
import { dayMs, dayOf, journeyOf, measureOf, type ReportFacts, type Rule, type RuleResult } from './rule.ts'

/** A quantity per unit: cubic metres, and pieces. */
export type PaperQuantity = Readonly<Partial<Record<PaperUnit, number>>>

/** A paper that a report relies on. */
export interface PaperFacts {
  /** Field that names it; empty for the proof of the report itself. */
  field: string
  code: string
  /** First and last day on which it is valid, `YYYY-MM-DD`. */
  from: string | null
  until: string | null
  /** Species that it names; null when it names none, or in words of its own. */
  species?: readonly string[] | null
  /** How much wood it covers; a unit that it does not limit is absent. */
  covers?: PaperQuantity
  /** What other reports of the same stage draw on it. */
  drawn?: PaperQuantity
  /** Other reports of the same stage with this permit that were made at about the same time. */
  uses?: readonly { at: number; position: Point }[]
}

/** Tolerance for time zones: a date lasts longer than 24 hours around the world. */
const zones = dayMs / 2

/** The field of a report that names a paper. */
export const fieldOf = ({ field }: PaperFacts) => field || 'documentCode'

const paperResult = (paper: PaperFacts, at: number, otherDay: string): RuleResult => ({
  field: fieldOf(paper),
  params: { paper: paper.code, day: dayOf(at), otherDay },
})

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

/** The limited units of the papers of a report that its stage has a field for. */
function limitsOf({ report, known: { papers } }: ReportCase) {
  const fields = drawFields(report.stage)
  return papers.flatMap(paper =>
    paperUnits.flatMap(unit => {
      const [covers, field] = [paper.covers?.[unit], fields[unit]]
      return covers === undefined || field === undefined ? [] : [{ paper, unit, covers, field }]
    }),
  )
}

/** What a report draws on its papers, by unit. */
export function drawnByReport(report: Pick<ReportFacts, 'stage' | 'values'>): PaperQuantity {
  const fields = drawFields(report.stage)
  return Object.fromEntries(paperUnits.map(unit => [unit, measureOf(report, fields[unit] ?? '') ?? 0]))
}

/** Fields that quantities are read from, with their units. */
const reads = {
  volume: 'm3',
  inputVolume: 'm3',
  packageVolume: 'm3',
  pieces: 'pieces',
  quantity: 'pieces',
  rawMaterialQuantity: 'pieces',
}

/** Volumes have at most six decimals: sums of them as numbers are exact after rounding. */
const roundQuantity = (value: number): number => Math.round(value * 1e6) / 1e6

/** Refused: a paper covers a quantity, and the report does not say how much of it is used. */
export const paperQuantityMissing: Rule<ReportCase> = {
  reads,
  judge(facts) {
    const open = limitsOf(facts).find(({ field }) => measureOf(facts.report, field) === undefined)
    return open && { field: open.field, params: { paper: open.paper.code } }
  },
}

/** Reports of the stage draw more than the paper covers. */
export const paperOverdrawn: Rule<ReportCase> = {
  reads,
  judge(facts) {
    for (const { paper, unit, covers, field } of limitsOf(facts)) {
      const total = roundQuantity((paper.drawn?.[unit] ?? 0) + (measureOf(facts.report, field) ?? 0))
      if (total > covers)
        return { field: fieldOf(paper), params: { paper: paper.code, total, most: covers, paperUnit: unit } }
    }
    return undefined
  },
}

/** A permit was used elsewhere, so far away that it cannot have been brought here. */
export const paperElsewhere: Rule<ReportCase> = {
  reads: {},
  judge({ report: { at }, known: { papers }, position }) {
    if (!position) return undefined
    for (const paper of papers)
      for (const use of paper.uses ?? []) {
        const journey = journeyOf({ at, position }, use)
        if (!journey.tooFast) continue
        const { distance, hours } = journey
        return { field: fieldOf(paper), params: { paper: paper.code, distance, hours, otherDay: dayOf(use.at) } }
      }
    return undefined
  },
}
