import { z } from 'zod'
import { defineCall } from '../call.ts'
import { count, moment, rowId } from '../wire/shapes.ts'

const hectares = z.string().nullable()

/** Earlier shapes of a plot, and what it overlaps. Of a plot of another enterprise nothing is said but that it is there. */
export const plotHistory = defineCall({
  method: 'GET',
  path: '/material/plot/:id(^\\d+$)/history',
  access: { permission: 'material:plot:query' },
  summary: 'Earlier shapes of a plot, newest first, and the plots that it overlaps',
  answer: z.strictObject({
    overlaps: z.array(
      z.strictObject({
        /** Null for a plot of another enterprise, and for one outside of the reader's data scope. */
        id: rowId.nullable(),
        name: z.string().nullable(),
        foreign: z.boolean(),
        area: hectares,
      }),
    ),
    earlier: z.array(
      z.strictObject({
        version: count,
        geometry: z.string(),
        area: hectares,
        positions: count,
        replacedAt: moment,
        replacedBy: z.string().nullable(),
      }),
    ),
  }),
})

const faultInWords = z.strictObject({ error: z.string(), message: z.string() })

/** What a file of plots would store, or has stored. */
export const importedPlots = z.strictObject({
  /** Plots in the file. */
  count,
  faulty: count,
  stored: count,
  /** Those with faults first, then in the order of the file; at most 200. */
  plots: z.array(
    z.strictObject({
      /** Place in the file, from 1. */
      row: count,
      name: z.string(),
      country: z.string(),
      kind: z.enum(['point', 'polygon']).nullable(),
      area: hectares,
      positions: count,
      geometry: z.string().nullable(),
      repairs: z.array(z.enum(['closed', 'repeated', 'rounded', 'altitude'])),
      faults: z.array(faultInWords),
    }),
  ),
})
export type ImportedPlots = z.output<typeof importedPlots>
