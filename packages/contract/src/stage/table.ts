import { isSameVolume } from '@timbermark/material'
import type { Issue } from '../errors.ts'
import { isAbsent } from '../kinds/kinds.ts'
import type { StageKey } from './keys.ts'
import { measureBy, measureOfStage, type StageMeasure } from './measure.ts'

/** A stage that can be reported for several logs at once as a table: one row per code, with its own values. */
export interface StageTable {
  /** Keys of the fields of each row; they are not allowed in the report's `values`. */
  fields: readonly string[]
  /** Keys of fields that make no sense for one log (number of pieces); not reported in a table. */
  without: readonly string[]
  /** How a log's volume is computed; its rule is one of the report's `values`. */
  measure?: StageMeasure
}

/** Most rows of one report. */
export const tableRows = 100

/** The stages that are about single logs. Packing and customs are about what is inside one parent, or one declaration. */
const tables: { readonly [Stage in StageKey]?: StageTable } = {
  forestSurvey: { fields: ['treeSpecies', 'breastHeightDiameter', 'estimatedVolume', 'photos'], without: [] },
  felling: {
    fields: ['logNumber', 'treeSpecies', 'diameter1', 'middleDiameter', 'diameter2', 'length', 'volume', 'photos'],
    without: ['quantity'],
    measure: measureOfStage('felling'),
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

/** By this rule a row's volume follows from both diameters and the length when the report names no rule. */
const unnamedRule = 'meanDiameter'

const namedRule = ({ measure }: StageTable, values: Readonly<Record<string, unknown>>): unknown =>
  measure && !isAbsent(values[measure.rule]) ? values[measure.rule] : undefined

/**
 * The volume of a row by its rule and measures; undefined while one of them is missing or is no number.
 * @param values of the row, and the rule of the report
 */
export function rowVolume(table: StageTable, values: Readonly<Record<string, unknown>>): string | undefined {
  return table.measure && measureBy(table.measure, namedRule(table, values) ?? unnamedRule, values)?.volume
}

/**
 * Checks the volume of a row whose report names no rule: with complete dimensions it must be the computed one, so that a
 * sum over rows is a sum over logs. Undefined when right or unknown, and under a rule, which `checkMeasure` insists on.
 */
export function checkRowVolume(table: StageTable, values: Readonly<Record<string, unknown>>): Issue | undefined {
  if (!table.measure || namedRule(table, values) !== undefined) return undefined
  const right = rowVolume(table, values)
  if (right === undefined || isSameVolume(values[table.measure.volume], right)) return undefined
  return { field: table.measure.volume, error: 'stage.volumeByRule', params: { volume: right } }
}

/** Keys that a table report must not have in its common `values`. */
export function rowFieldKeys(table: StageTable): ReadonlySet<string> {
  return new Set([...table.fields, ...table.without])
}
