import type { Issue } from '../errors.ts'
import { isAbsent } from '../kinds/kinds.ts'
import type { StageKey } from './keys.ts'
import { logVolume } from './log-volume.ts'

/** A stage that is reported for several logs at once as a table: one row is one code with what it alone has. */
export interface StageTable {
  /** Keys of the fields that each row has for itself; the report's own `values` have none of them. */
  fields: readonly string[]
  /** Keys of fields that make no sense for one log (how many pieces), and are not reported in a table. */
  without: readonly string[]
  /** Which fields a log's volume is worked out from, by the mean of its two diameters. */
  volume?: { volume: string; diameters: readonly [string, string]; length: string }
}

/** Most rows of one report. */
export const tableRows = 100

/** The stages that are about single logs. Packing and customs are about what is inside one parent, or one declaration. */
const tables: { readonly [Stage in StageKey]?: StageTable } = {
  forestSurvey: { fields: ['treeSpecies', 'breastHeightDiameter', 'estimatedVolume', 'photos'], without: [] },
  felling: {
    fields: ['logNumber', 'treeSpecies', 'diameter1', 'diameter2', 'length', 'volume', 'photos'],
    without: ['quantity'],
    volume: { volume: 'volume', diameters: ['diameter1', 'diameter2'], length: 'length' },
  },
  forestInspection: { fields: ['inspectionResult', 'inspectionFindings', 'volume', 'photos'], without: ['quantity'] },
  rawMaterialPurchase: {
    fields: ['treeSpecies', 'rawMaterialGrade', 'volume', 'photos'],
    without: ['rawMaterialQuantity'],
  },
  dockInspection: { fields: ['inspectionResult', 'inspectionFindings', 'volume', 'photos'], without: ['quantity'] },
}

/** How several logs of this stage are reported at once; undefined where a report says the same of all its codes. */
export function tableOf(stage: StageKey): StageTable | undefined {
  return tables[stage]
}

/** The volume of a row by its two diameters and its length; undefined while one of them is missing or is no number. */
export function rowVolume(table: StageTable, values: Readonly<Record<string, unknown>>): string | undefined {
  if (!table.volume) return undefined
  const { diameters, length } = table.volume
  const [first, second, metres] = [...diameters, length].map(key => measure(values[key]))
  return first && second && metres ? logVolume(first, second, metres) : undefined
}

const measure = (value: unknown): number =>
  typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN

/**
 * What is wrong with the volume of a row: where its dimensions are all given it is what they make, so that a sum over rows
 * is one over logs. Undefined when it is right, or nothing can be said.
 */
export function checkRowVolume(table: StageTable, values: Readonly<Record<string, unknown>>): Issue | undefined {
  const right = rowVolume(table, values)
  if (!table.volume || right === undefined) return undefined
  const volume = values[table.volume.volume]
  if (!isAbsent(volume) && measure(volume) === Number(right)) return undefined
  return { field: table.volume.volume, error: 'stage.volumeByRule', params: { volume: right } }
}

/** Keys that a report in a table must not have among the values of the whole. */
export function rowFieldKeys(table: StageTable): ReadonlySet<string> {
  return new Set([...table.fields, ...table.without])
}
