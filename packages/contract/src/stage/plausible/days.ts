import type { StageField } from '../types.ts'
import { day, dayOf, type Found, momentOf, type Rule, type Told } from './rule.ts'

/** What is planned (an arrival, a day of export) may lie ahead: so far without a question, and so far at all; days. */
const ahead = { asked: 7, most: 90 }

/** Time zones and clocks: two moments contradict each other when they are more than a day apart. */
const apart = day

const isDay = ({ type, from }: StageField) => from === undefined && (type === 'date' || type === 'datetime')

/** The first day among the values that lies further ahead than `least` days, and at most `most`. */
function daysAhead(told: Told, least: number, most: number): Found | undefined {
  const { now } = told
  if (now === undefined) return undefined
  for (const { key } of told.stage.fields.filter(isDay)) {
    const moment = momentOf(told, key)
    if (moment === undefined || moment <= now + least * day || moment > now + most * day) continue
    return { field: key, params: { day: dayOf(moment) } }
  }
  return undefined
}

const planned = { departureTime: null, arrivalTime: null, exportDate: null, importDate: null }

export const dateFuture: Rule<Told> = {
  reads: planned,
  judge: told => daysAhead(told, ahead.most, Number.POSITIVE_INFINITY),
}

export const datePlanned: Rule<Told> = {
  reads: planned,
  judge: told => daysAhead(told, ahead.asked, ahead.most),
}

/** What a stage consists of has happened when the stage has. */
export const happenedLater: Rule<Told> = {
  reads: { fellingTime: null, purchaseTime: null, productionDate: null, storageTime: null, saleTime: null },
  judge(told) {
    for (const { key, happened } of told.stage.fields as readonly StageField[]) {
      const moment = happened ? momentOf(told, key) : undefined
      if (moment !== undefined && moment > told.at + apart)
        return { field: key, params: { day: dayOf(moment), otherDay: dayOf(told.at) } }
    }
    return undefined
  },
}

export const madeBeforeBought: Rule<Told> = {
  reads: { purchaseTime: null, productionDate: null },
  judge(told) {
    const bought = momentOf(told, 'purchaseTime')
    const made = momentOf(told, 'productionDate')
    if (bought === undefined || made === undefined || made + apart >= bought) return undefined
    return { field: 'productionDate', params: { day: dayOf(made), otherDay: dayOf(bought) } }
  },
}
