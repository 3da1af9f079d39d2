import type { StageKey } from '../keys.ts'
import type { Point } from '../../kinds/distance.ts'
import type { PaperFacts } from './papers.ts'
import { volumeFlow, pieceSource } from './flow.ts'
import {
  dayMs,
  dayOf,
  journeyOf,
  ownFieldValue,
  measureOf,
  type Rule,
  roundVolume,
  type ReportFacts,
  wordOf,
} from './rule.ts'

/** Usual yields of a stage, in percent of the input volume. */
export interface YieldBand {
  from: number
  to: number
}

/** The plot that a report names. */
export interface PlotFacts {
  number: string
  /** Metres from a point to its shape; 0 inside. */
  metresFrom(point: Point): number
}

/** Recorded facts about the goods of a report. */
export interface GoodsFacts {
  /** Species of the goods: as printed next to the codes, and of the batch's product. Empty when unknown. */
  species: readonly string[]
  /** Latin names of the same. */
  latin: readonly (readonly [genus: string, species: string])[]
  /** What the enterprise's accepted history teaches about the yield of this stage, by species; undefined without enough of it. */
  yieldBands?: ReadonlyMap<string, YieldBand>
  /** Sums of what was reported about the batch so far, by stage and field. */
  totals: ReadonlyMap<string, number>
  /** First and last moment of each other stage: of the batch, or of the reported codes if one of the two stages is reported per code. */
  stages: readonly { stage: StageKey; order: number; first: number; last: number }[]
  /** Earlier reports of the same codes. */
  reports: readonly { stage: StageKey; at: number; position: Point }[]
  /** Papers that the report relies on. */
  papers: readonly PaperFacts[]
  /** Reason of an active recall of the goods. */
  recalled?: string | undefined
  /** The plot that the report names. */
  plot?: PlotFacts | undefined
  /** Country of the point, if it is clearly not the named one. */
  elsewhere(point: Point, country: string): string | undefined
  /** Whether the point is on the open sea, far from every coast. */
  isOpenSea(point: Point): boolean
}

/** A report with the recorded facts about its goods. */
export interface ReportCase {
  report: ReportFacts
  known: GoodsFacts
  position: Point | undefined
}

export const totalKey = (stage: string, field: string): string => `${stage}/${field}`

/** Yards measure by different rules: ten percent is no contradiction. */
const volumeTolerance = 1.1

export const volumeAboveEarlier: Rule<ReportCase> = {
  reads: { volume: 'm3', inputVolume: 'm3', outputVolume: 'm3', packageVolume: 'm3' },
  judge({ report, known: { totals } }) {
    const { takes, before } = volumeFlow(report.stage.key)
    if (takes === undefined) return undefined
    const volume = measureOf(report, takes)
    const source = before.find(({ stage, field }) => (totals.get(totalKey(stage, field)) ?? 0) > 0)
    if (volume === undefined || !source) return undefined
    const total = (totals.get(totalKey(report.stage.key, takes)) ?? 0) + volume
    const there = totals.get(totalKey(source.stage, source.field))!
    if (total <= there * volumeTolerance) return undefined
    return { field: takes, params: { total: roundVolume(total), before: roundVolume(there), stage: source.stage } }
  },
}

export const piecesAboveMade: Rule<ReportCase> = {
  reads: { quantity: 'pieces', productQuantity: 'pieces' },
  judge({ report, known: { totals } }) {
    const source = pieceSource(report.stage.key)
    const pieces = source && measureOf(report, 'quantity')
    const piecesMade = source && totals.get(totalKey(source.stage, source.field))
    if (!source || pieces === undefined || !piecesMade) return undefined
    const total = (totals.get(totalKey(report.stage.key, 'quantity')) ?? 0) + pieces
    return total <= piecesMade
      ? undefined
      : { field: 'quantity', params: { total, before: piecesMade, stage: source.stage } }
  },
}

/** Product information may be reported at any time. */
const isAct = (stage: StageKey) => stage !== 'productInformation'

export const beforeEarlierStage: Rule<ReportCase> = {
  reads: {},
  judge({ report: { stage, at }, known: { stages } }) {
    if (!isAct(stage.key)) return undefined
    const broken = stages.find(one => isAct(one.stage) && one.order < stage.order && at + dayMs < one.first)
    return broken && { field: 'time', params: { day: dayOf(at), otherDay: dayOf(broken.first), stage: broken.stage } }
  },
}

export const afterLaterStage: Rule<ReportCase> = {
  reads: {},
  judge({ report: { stage, at }, known: { stages } }) {
    if (!isAct(stage.key)) return undefined
    const broken = stages.find(one => isAct(one.stage) && one.order > stage.order && at > one.last + dayMs)
    return broken && { field: 'time', params: { day: dayOf(at), otherDay: dayOf(broken.last), stage: broken.stage } }
  },
}

export const recalled: Rule<ReportCase> = {
  reads: {},
  judge({ known: { recalled } }) {
    return recalled === undefined ? undefined : { field: 'codes', params: { reason: recalled } }
  },
}

export const tooFast: Rule<ReportCase> = {
  reads: {},
  judge({ report, known: { reports }, position }) {
    if (!position) return undefined
    for (const { stage, at, position: there } of reports) {
      const { distance, hours, tooFast: isTooFast } = journeyOf({ at: report.at, position }, { at, position: there })
      if (isTooFast) return { field: 'longitude', params: { distance, hours, otherDay: dayOf(at), stage } }
    }
    return undefined
  },
}

/** The places that a report names: where it was made, and its coordinate fields. */
function placesOf(report: ReportFacts, position: Point | undefined): [field: string, point: Point][] {
  const values = report.stage.fields
    .filter(({ type, from }) => type === 'coordinates' && from === undefined)
    .map(({ key }) => [key, ownFieldValue(report, key)] as const)
  const points = values.flatMap(([key, value]): [string, Point][] =>
    Array.isArray(value) ? [[key, [Number(value[0]), Number(value[1])]]] : [],
  )
  return [...(position ? [['longitude', position] as [string, Point]] : []), ...points].filter(([, point]) =>
    point.every(Number.isFinite),
  )
}

/** A ship at sea is in no country; its report names the country that it left. */
const isShip = (report: ReportFacts) => report.stage.key === 'seaShipping'

export const outsideCountry: Rule<ReportCase> = {
  reads: { countryOrRegion: null, plotCoordinates: null },
  judge({ report, known, position }) {
    const country = wordOf(report, 'countryOrRegion')
    if (country === undefined || isShip(report)) return undefined
    for (const [field, point] of placesOf(report, position)) {
      const actual = known.elsewhere(point, country)
      if (actual) return { field, params: { country, found: actual } }
    }
    return undefined
  },
}

export const atSea: Rule<ReportCase> = {
  reads: { plotCoordinates: null },
  judge({ report, known, position }) {
    if (isShip(report)) return undefined
    const place = placesOf(report, position).find(([, point]) => known.isOpenSea(point))
    if (!place) return undefined
    const [field, [longitude, latitude]] = place
    return { field, params: { longitude: roundDegrees(longitude), latitude: roundDegrees(latitude) } }
  },
}

const roundDegrees = (value: number) => Math.round(value * 1000) / 1000

/** How far outside of its plot a position may be measured, metres: phones under trees are some tens of metres off. */
const plotMargin = 100

/** The point of the plot counts, if there is one, and else where the report was made. */
export const outsidePlot: Rule<ReportCase> = {
  reads: { plot: null, plotCoordinates: null },
  judge({ report, known: { plot }, position }) {
    const places = placesOf(report, position)
    const place = places.find(([field]) => field === 'plotCoordinates') ?? places[0]
    if (!plot || !place) return undefined
    const [field, point] = place
    const distance = Math.round(plot.metresFrom(point))
    return distance > plotMargin ? { field, params: { plot: plot.number, distance } } : undefined
  },
}
