/** How much of the wood that goes into a stage comes out: asked about outside of the usual band. */
import type { StageKey } from '../keys.ts'
import type { ReportCase, YieldBand } from './known.ts'
import { measureOf, type Rule } from './rule.ts'

/**
 * Bands of enterprises without a history. Sawmills: published yields are 34 to 56 %, of mobile mills 16 to 63 %. Planing and
 * cutting of sawn timber lose less.
 */
const firstBands: { readonly [Stage in StageKey]?: YieldBand } = {
  processing: { from: 25, to: 65 },
  secondaryProcessing: { from: 25, to: 95 },
}

/** The band that a stage begins with; undefined for stages that transform nothing. */
export const firstYieldBand = (stage: StageKey): YieldBand | undefined => firstBands[stage]

/** What teaches a band: the newest records of one enterprise, species and stage. */
export const yieldHistory = {
  /** Records without which nothing is learned. */
  least: 20,
  /** Newest records of the stage, of all species, that are looked at. */
  most: 500,
  days: 730,
  /** Shares of the records below the usual ones, and up to their end. */
  shares: [0.05, 0.95],
} as const

/** Percentage points by which the usual records of a mill are widened; no history teaches more than the limits. */
const widening = 5
const limits = { from: 5, to: 100 }

const tenths = (percent: number) => Math.round(percent * 10) / 10

/**
 * The band that a history teaches.
 * @param low,high share of the input volume (0 to 1) at the `shares` of the records
 */
export const learnedYieldBand = (low: number, high: number): YieldBand => ({
  from: Math.min(limits.to, Math.max(limits.from, tenths(low * 100 - widening))),
  to: Math.max(limits.from, Math.min(limits.to, tenths(high * 100 + widening))),
})

/** The species that comes out: as reported, or that of the input. */
export const speciesOut = ({ outputSpecies, inputSpecies }: Readonly<Record<string, unknown>>): string =>
  String(outputSpecies || inputSpecies || '')

export const yieldUnusual: Rule<ReportCase> = {
  reads: { inputVolume: 'm3', outputVolume: 'm3', inputSpecies: null, outputSpecies: null },
  judge({ report, known }) {
    const first = firstYieldBand(report.stage.key)
    const input = measureOf(report, 'inputVolume')
    const output = measureOf(report, 'outputVolume')
    if (!first || input === undefined || output === undefined) return undefined
    const { from, to } = known.yieldBands?.get(speciesOut(report.values)) ?? first
    const percent = (output / input) * 100
    if (percent >= from && percent <= to) return undefined
    return { field: 'outputVolume', params: { input, output, yield: tenths(percent), from, to } }
  },
}
