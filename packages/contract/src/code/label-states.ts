import type { States } from '../states.ts'

/**
 * The life of a label, for ranges of codes. A label is made with its request, delivered with a download or a label sheet, and in
 * use once it is attached to goods: by an explicit act, or by the first act that names it. Labels in no row are `made`.
 */
export const labelStates = {
  field: 'state',
  initial: 'made',
  values: ['made', 'delivered', 'inUse', 'spoiled', 'lost'],
  transitions: [
    { verb: 'deliver', from: ['made'], to: 'delivered', by: 'server' },
    { verb: 'activate', from: ['made', 'delivered'], to: 'inUse', by: 'separateCall' },
    { verb: 'spoil', from: ['made', 'delivered', 'inUse'], to: 'spoiled', by: 'separateCall' },
    { verb: 'lose', from: ['made', 'delivered', 'inUse'], to: 'lost', by: 'separateCall' },
    // Back to what the labels were before: the column `was` of the row.
    { verb: 'reinstate', from: ['spoiled', 'lost'], to: 'delivered', by: 'separateCall' },
  ],
  editable: [],
  removable: [],
} as const satisfies States

export type LabelState = (typeof labelStates.values)[number]
export type LabelVerb = (typeof labelStates.transitions)[number]['verb']

/** Why labels are spoiled or lost; public, in the reader's language. */
export const labelReasons = {
  spoil: ['misprint', 'damaged', 'surplus', 'destroyed'],
  lose: ['lost', 'stolen'],
} as const
export type LabelReason = (typeof labelReasons)['spoil' | 'lose'][number]

/** What put labels in use. */
export const labelCauses = ['activation', 'report', 'packing', 'certification', 'assignment', 'custody'] as const
export type LabelCause = (typeof labelCauses)[number]
