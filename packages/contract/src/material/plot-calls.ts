import { z } from 'zod'
import { defineCall } from '../call.ts'
import { reporters } from '../user-types.ts'
import { count, moment, rowId, written } from '../wire/shapes.ts'

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
        /** Of a walked outline, metres. */
        worstAccuracy: z.string().nullable(),
        medianAccuracy: z.string().nullable(),
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

/** Who reports stages: staff, field users, and suppliers about the goods that they are invited to. */
const reporter = { anyOf: ['stage:record:report', 'stage:record:enter'], userTypes: reporters } as const

const metres = z.number().min(0).max(10_000)

/** A plot walked with the phone, by a reporter of the survey. */
export const walkedPlot = defineCall({
  method: 'POST',
  path: '/material/plot/walked',
  access: reporter,
  scope: { tested: 'reporters who may report the survey', in: 'apps/server/test/material/walked-plots.test.ts' },
  summary: 'Stores a plot that was walked with a phone; the same walkId has the effect of once',
  body: z.strictObject({
    walkId: z.uuid(),
    name: written().min(1).max(100),
    /** By which survey reports name it. */
    number: written().min(1).max(50),
    country: z.string().length(2),
    producer: written().max(200).optional(),
    /** Hectares, for a point. */
    declaredArea: z.string().max(20).optional(),
    /** GeoJSON, longitude first. */
    geometry: z.string().min(1).max(400_000),
    /** How far off its positions may be: the largest value and the median, metres. */
    worstAccuracy: metres,
    medianAccuracy: metres,
  }),
  answer: z.strictObject({ id: rowId, number: z.string() }),
  labels: 'material.plot',
  audit: { title: 'material.plot', kind: 'add', loggable: ['number'] },
})

/** Plots that a survey report may name, for the phone to offer. */
export const plotChoices = defineCall({
  method: 'GET',
  path: '/material/plot/choices',
  access: reporter,
  scope: { tested: 'plots that the reporter may name', in: 'apps/server/test/material/walked-plots.test.ts' },
  summary: 'Numbers and names of the plots that the caller may name in a report, the newest first, at most 500',
  answer: z.array(z.strictObject({ number: z.string(), name: z.string() })),
})
