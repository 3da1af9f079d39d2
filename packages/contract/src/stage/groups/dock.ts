import type { StageField } from '../types.ts'

/**
 * Packing and the dock. The specification lists no words of their own for these three stages; they take what their
 * papers hold: packing list, seal, warehouse, quantity, volume, and a number that each stage names for itself.
 */
export const handlingFields = [
  { key: 'quantity', type: 'integer', group: 'packing', unit: 'pieces', min: 1, max: 10_000_000 },
  { key: 'volume', type: 'number', group: 'packing', unit: 'm3', min: 0.001, max: 1_000_000 },
  { key: 'warehouse', type: 'text', group: 'packing', max: 100 },
  { key: 'sealNumber', type: 'text', group: 'packing', max: 50 },
  { key: 'containerNumber', type: 'text', group: 'packing', max: 50 },
  { key: 'packingList', type: 'document', group: 'packing' },
] as const satisfies readonly StageField[]

export const packageFields = [
  { key: 'packageNumber', type: 'text', group: 'packing', max: 50 },
] as const satisfies readonly StageField[]
export const entryFields = [
  { key: 'entryNumber', type: 'text', group: 'packing', max: 50 },
] as const satisfies readonly StageField[]
export const exitFields = [
  { key: 'exitNumber', type: 'text', group: 'packing', max: 50 },
] as const satisfies readonly StageField[]
