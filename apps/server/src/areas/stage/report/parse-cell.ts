import type { Fault } from '@timbermark/contract'
import {
  type Cell,
  type Note,
  type ReadBy,
  type ReadableValue,
  readDegrees,
  readValue,
} from '@timbermark/contract/reading'
import type { ColumnChoices, ReportColumn } from './columns.ts'

/**
 * Reads a cell by the kind of its column: labels become values, times by the reader's clock become instants.
 * @param separator between the choices that a refusal names
 */
export function parseCell(
  { kind, axis }: ReportColumn,
  cell: Cell,
  by: ReadBy,
  { choices, separator }: { choices?: ColumnChoices | undefined; separator: string },
): { value: ReadableValue; note?: Note } | { fault: Fault } {
  return axis ? readDegrees(cell, by, axis) : readValue(kind, cell, by, { choices, separator })
}
