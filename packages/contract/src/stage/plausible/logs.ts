import { isMeasuredByRule } from './measured.ts'
import { measureOf, type Rule, roundVolume, type ReportFacts } from './rule.ts'

/**
 * Logs whose report names no rule are checked by mean diameter and length, V = π/4 · ((D1 + D2) / 2)² · L, the practice of
 * African and French yards. Other rules differ: the same log has 6 % more by GB/T 4814, small ones 10 %, and bark is deducted or not.
 */
const tolerance = 1.25

/** Limits for unmeasured logs: thickest (cm) and longest (m). */
const thickest = 400
const longest = 70

const cylinder = (centimetres: number, metres: number) => (Math.PI / 4) * (centimetres / 100) ** 2 * metres

const reads = { diameter1: 'cm', diameter2: 'cm', length: 'm', quantity: 'pieces', volume: 'm3' }

interface Logs {
  volume: number
  pieces: number
  diameters: number[]
  length: number | undefined
}

/** Measures of the logs, unless their volume is that of a rule; without a number of pieces each code counts as one log. */
function logsOf(report: ReportFacts): Logs | undefined {
  const volume = measureOf(report, 'volume')
  if (volume === undefined || isMeasuredByRule(report) || !report.stage.fields.some(({ key }) => key === 'diameter1'))
    return undefined
  return {
    volume,
    pieces: measureOf(report, 'quantity') ?? Math.max(report.codes, 1),
    diameters: ['diameter1', 'diameter2'].flatMap(key => measureOf(report, key) ?? []),
    length: measureOf(report, 'length'),
  }
}

/** Above twice the cylinder of the thick end, no measuring rule explains the volume. */
const impossible = ({
  volume,
  pieces,
  diameters,
  length,
}: Logs): { most: number; thick: number; long: number } | undefined => {
  const thick = diameters.length > 0 ? Math.max(...diameters) : thickest
  const long = length ?? longest
  const most = cylinder(thick, long) * pieces
  return volume > 2 * most ? { most, thick, long } : undefined
}

export const smallEndWider: Rule<ReportFacts> = {
  reads: { diameter1: 'cm', diameter2: 'cm' },
  judge(report) {
    const large = measureOf(report, 'diameter1')
    const small = measureOf(report, 'diameter2')
    if (large === undefined || small === undefined || small <= large) return undefined
    return { field: 'diameter2', params: { small, large } }
  },
}

export const logVolumeImpossible: Rule<ReportFacts> = {
  reads,
  judge(report) {
    const logs = logsOf(report)
    const limit = logs && impossible(logs)
    if (!logs || !limit) return undefined
    const { volume, pieces } = logs
    return { field: 'volume', params: { volume, pieces, ...limit, most: roundVolume(limit.most) } }
  },
}

export const logVolume: Rule<ReportFacts> = {
  reads,
  judge(report) {
    const logs = logsOf(report)
    if (!logs || logs.length === undefined || logs.diameters.length < 2 || impossible(logs)) return undefined
    const { volume, pieces, diameters, length } = logs
    const expected = cylinder((diameters[0]! + diameters[1]!) / 2, length) * pieces
    if (volume <= expected * tolerance && volume >= expected / tolerance) return undefined
    return { field: 'volume', params: { volume, pieces, expected: roundVolume(expected) } }
  },
}
