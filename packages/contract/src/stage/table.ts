import type { Issue } from '../errors.ts'
import { isAbsent } from '../kinds/kinds.ts'
import type { StageKey } from './keys.ts'
import { logVolume } from './log-volume.ts'

/** A stage that can be reported for several logs at once as a table: one row per code, with its own values. */
export interface StageTable {
  /** Keys of the fields of each row; they are not allowed in the report's `values`. */
  fields: readonly string[]
  /** Keys of fields that make no sense for one log (number of pieces); not reported in a table. */
  without: readonly string[]
  /** Fields from which a log's volume is computed, by the mean of its two diameters. */
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

/** Table of this stage; undefined when a report has the same values for all its codes. */
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
 * Checks a row's volume: with complete dimensions it must be the computed one, so that a sum over rows is a sum over
 * logs. Undefined when right or unknown.
 */
export function checkRowVolume(table: StageTable, values: Readonly<Record<string, unknown>>): Issue | undefined {
  const right = rowVolume(table, values)
  if (!table.volume || right === undefined) return undefined
  const volume = values[table.volume.volume]
  if (!isAbsent(volume) && measure(volume) === Number(right)) return undefined
  return { field: table.volume.volume, error: 'stage.volumeByRule', params: { volume: right } }
}

/** Keys that a table report must not have in its common `values`. */
export function rowFieldKeys(table: StageTable): ReadonlySet<string> {
  return new Set([...table.fields, ...table.without])
}
