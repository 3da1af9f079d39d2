import type { StageField } from '../types.ts'
import { dayMs, dayOf, type RuleResult, momentOf, type Rule, type ReportFacts } from './rule.ts'

/** Planned days (arrival, export) may be in the future: up to `asked` days without a question, up to `most` days at all. */
const planningDays = { asked: 7, most: 90 }

/** Tolerance for time zones and clocks: two moments contradict each other when they are more than a day apart. */
const dayTolerance = dayMs

const isDay = ({ type, from }: StageField) => from === undefined && (type === 'date' || type === 'datetime')

/** The first day among the values that is more than `least` days and at most `most` days ahead. */
function daysAhead(report: ReportFacts, least: number, most: number): RuleResult | undefined {
  const { now } = report
  if (now === undefined) return undefined
  for (const { key } of report.stage.fields.filter(isDay)) {
    const moment = momentOf(report, key)
    if (moment === undefined || moment <= now + least * dayMs || moment > now + most * dayMs) continue
    return { field: key, params: { day: dayOf(moment) } }
  }
  return undefined
}

const planned = { departureTime: null, arrivalTime: null, exportDate: null, importDate: null }

export const dateFuture: Rule<ReportFacts> = {
  reads: planned,
  judge: report => daysAhead(report, planningDays.most, Number.POSITIVE_INFINITY),
}

export const datePlanned: Rule<ReportFacts> = {
  reads: planned,
  judge: report => daysAhead(report, planningDays.asked, planningDays.most),
}

/** The events of a stage cannot be later than the stage itself. */
export const happenedLater: Rule<ReportFacts> = {
  reads: { fellingTime: null, purchaseTime: null, productionDate: null, storageTime: null, saleTime: null },
  judge(report) {
    for (const { key, happened } of report.stage.fields as readonly StageField[]) {
      const moment = happened ? momentOf(report, key) : undefined
      if (moment !== undefined && moment > report.at + dayTolerance)
        return { field: key, params: { day: dayOf(moment), otherDay: dayOf(report.at) } }
    }
    return undefined
  },
}

export const madeBeforeBought: Rule<ReportFacts> = {
  reads: { purchaseTime: null, productionDate: null },
  judge(report) {
    const bought = momentOf(report, 'purchaseTime')
    const produced = momentOf(report, 'productionDate')
    if (bought === undefined || produced === undefined || produced + dayTolerance >= bought) return undefined
    return { field: 'productionDate', params: { day: dayOf(produced), otherDay: dayOf(bought) } }
  },
}
