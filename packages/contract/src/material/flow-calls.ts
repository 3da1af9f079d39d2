import { z } from 'zod'
import { defineCall } from '../call.ts'
import { stageKeys } from '../stage/keys.ts'
import { rowId } from '../wire/shapes.ts'
import { residueReasons, woodForms } from './forms.ts'

/** Groups of wood, and partners and plots of one direction, that a picture names; the rest is one more of each. */
export const mostGroups = 6
/** With so many batches or fewer each has nodes of its own. */
export const fewBatches = 4
/** Rows of batches in a workbook. */
export const exportedFlowRows = 100_000

/**
 * Where wood comes from (sources), where it goes (sinks), and what it is between them. Sources and sinks of the same wood can differ
 * in their moment, so a sum may be below zero in a period; it then stands on the other side:
 *
 * - `before`, `there`: what there was when the period began, and is at its end
 * - `felled`, `purchased`, `received`, `undeclared`: wood that came in; of the last nobody has reported the source
 * - `transferredIn`, `transferredOut`: wood of another batch, or that went to another one; within all batches it cancels out
 * - `measuredMore`, `measuredLess`: differences between measures of the same wood
 * - `settled`: wood that was used without a source before the period, whose source was reported in it
 * - `ahead`: wood that was used on an earlier day than it came in
 * - `takenBack`: entries that were taken back on another day
 * - `wood`: wood of one form; `stage`: a processing; `residue`: what remained of it by kind; `lost`: what was lost in it, by reason; `handedOver`: to another enterprise
 */
export const flowKinds = [
  'before',
  'felled',
  'purchased',
  'received',
  'transferredIn',
  'undeclared',
  'measuredMore',
  'ahead',
  'wood',
  'stage',
  'handedOver',
  'transferredOut',
  'residue',
  'lost',
  'measuredLess',
  'settled',
  'takenBack',
  'there',
] as const
export type FlowKind = (typeof flowKinds)[number]

const cubicMetres = z.string()

const flowNode = z.strictObject({
  id: z.string(),
  kind: z.enum(flowKinds),
  /** What passes it, cubic metres. */
  volume: cubicMetres,
  form: z.enum(woodForms).nullable(),
  /** Code of the dictionary of species; null for several. */
  species: z.string().nullable(),
  /** The batch of the wood, where each has nodes of its own. */
  batch: z.strictObject({ id: rowId, number: z.string() }).nullable(),
  stage: z.enum(stageKeys).nullable(),
  /** The other enterprise of a handover. */
  partner: z.string().nullable(),
  /** Number of the other batch of a transfer. */
  otherBatch: z.string().nullable(),
  /** Number of the plot that the felling named. */
  plot: z.string().nullable(),
  /** Kind of the residue, or why it was lost; null where nobody stated it. */
  reason: z.enum(residueReasons).nullable(),
  /** It stands for all that have no node of their own. */
  others: z.boolean(),
})
export type FlowNode = z.output<typeof flowNode>

const flowLink = z.strictObject({ from: z.string(), to: z.string(), volume: cubicMetres })
export type FlowLink = z.output<typeof flowLink>

/** Days are of the enterprise's time zone, both included. Without any: the last 12 months, and of one batch all. */
export const flowQuery = z.object({
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  batchId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
})

export const woodFlow = defineCall({
  method: 'GET',
  path: '/material/flow',
  access: { permission: 'material:flow:list' },
  scope: { tested: 'entries of batches in scope', in: 'apps/server/test/material/flow.test.ts' },
  summary: 'How wood flowed from its sources through processing, of one batch or all in a period, with what was lost',
  query: flowQuery,
  labels: 'material.flow',
  answer: z.strictObject({
    /** Null from the first entry on. */
    from: z.iso.date().nullable(),
    to: z.iso.date(),
    /** IANA name of the time zone in which days are cut. */
    timeZone: z.string(),
    /** Each batch has nodes of its own. */
    perBatch: z.boolean(),
    /** At most a hundred; what comes into a node that is no source or sink equals what leaves it. */
    nodes: z.array(flowNode),
    links: z.array(flowLink),
  }),
})

export const exportFlow = defineCall({
  method: 'GET',
  path: '/material/flow/export',
  access: { permission: 'material:flow:export' },
  scope: { like: 'GET /material/flow' },
  summary: 'The flow of wood and the sums of each batch as a workbook (xlsx)',
  query: flowQuery,
  labels: 'material.flow',
  file: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  audit: { title: 'menu.material.flow', kind: 'export' },
})
