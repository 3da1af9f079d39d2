/** Goods of species that CITES lists cross a border with a permit that is valid that day (CITES, articles III to V). */
import { citesCover, coversEveryForm } from '../cites-cover.ts'
import { citesSource, type CitesTaxon } from '../cites.ts'
import type { ReportCase } from './known.ts'
import type { PaperFacts } from './papers.ts'
import { dayOf, ownFieldValue, type ReportFacts, type Rule, type RuleResult, wordOf } from './rule.ts'

/** Field with the day on which the goods cross the border, by stage. */
const borderDays: Partial<Record<string, string>> = { exportCustoms: 'exportDate', importCustoms: 'importDate' }

const reads = { originCountry: null, exportDate: null, importDate: null, citesPermit: null }

/** The day of the border crossing; without a date, the day of the report. Undefined at stages without a border. */
function borderDay(report: ReportFacts): string | undefined {
  const field = borderDays[report.stage.key]
  return field && (wordOf(report, field)?.slice(0, 10) ?? dayOf(report.at))
}

interface Crossing {
  taxon: CitesTaxon
  /** Latin name that is listed. */
  name: string
  day: string
}

/** The crossing of a border by goods of a listed species; the strictest listing of several. */
function listedCrossing({ report, known }: ReportCase): Crossing | undefined {
  const day = borderDay(report)
  if (day === undefined) return undefined
  const country = wordOf(report, 'originCountry')
  const listed = known.latin.flatMap((names): Crossing[] => {
    const taxon = citesCover(names, country, day)
    return taxon ? [{ taxon, name: names.join(' '), day }] : []
  })
  return listed.find(({ taxon }) => coversEveryForm(taxon)) ?? listed[0]
}

/** A crossing without a permit. */
function withoutPermit(facts: ReportCase, everyForm: boolean): RuleResult | undefined {
  const crossing = listedCrossing(facts)
  if (!crossing || ownFieldValue(facts.report, 'citesPermit') !== undefined) return undefined
  const { taxon, name } = crossing
  if (coversEveryForm(taxon) !== everyForm) return undefined
  const { appendix, annotation } = taxon
  const params = { name, appendix, day: citesSource.asOf }
  return { field: 'citesPermit', params: everyForm ? params : { ...params, annotation } }
}

/** Refused: the listing covers the wood in every form. */
export const citesPermitMissing: Rule<ReportCase> = { reads, judge: facts => withoutPermit(facts, true) }

/** Asked: the listing has exceptions, and the goods may be one of them. The reason is stored. */
export const citesPermitAsked: Rule<ReportCase> = { reads, judge: facts => withoutPermit(facts, false) }

/** A permit named at the crossing of goods of a listed species that `isWrong` that day. */
function permitResult(
  facts: ReportCase,
  isWrong: (permit: PaperFacts, day: string) => boolean,
): { permit: PaperFacts; day: string } | undefined {
  const crossing = listedCrossing(facts)
  const permit = crossing && facts.known.papers.find(({ field }) => field === 'citesPermit')
  return permit && isWrong(permit, crossing.day) ? { permit, day: crossing.day } : undefined
}

/** Refused: a permit always has a last day (six months for an export permit, Resolution Conf. 12.3). */
export const citesPermitUndated: Rule<ReportCase> = {
  reads,
  judge(facts) {
    const wrong = permitResult(facts, ({ until }) => until === null)
    return wrong && { field: 'citesPermit', params: { paper: wrong.permit.code } }
  },
}

/** Refused: the permit is not valid on the day of the crossing. */
export const citesPermitInvalid: Rule<ReportCase> = {
  reads,
  judge(facts) {
    const wrong = permitResult(
      facts,
      ({ from, until }, day) => until !== null && (day > until || (from !== null && day < from)),
    )
    if (!wrong) return undefined
    const { permit, day } = wrong
    const otherDay = permit.from !== null && day < permit.from ? permit.from : permit.until!
    return { field: 'citesPermit', params: { paper: permit.code, day, otherDay } }
  },
}

/** Asked: a permit states the quantity that it is for (Resolution Conf. 12.3, annex 1); without one it can be used without end. */
export const citesPermitUnlimited: Rule<ReportCase> = {
  reads,
  judge(facts) {
    const unlimited = permitResult(facts, ({ covers = {} }) => Object.keys(covers).length === 0)
    return unlimited && { field: 'citesPermit', params: { paper: unlimited.permit.code } }
  },
}
