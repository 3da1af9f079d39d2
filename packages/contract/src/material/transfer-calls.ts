import { z } from 'zod'
import { defineCall } from '../call.ts'
import { added, moment, rowId, written } from '../wire/shapes.ts'
import { woodForms } from './forms.ts'
import { mostTransferLines } from './transfer.ts'

const add = { permission: 'material:transfer:add' } as const
const tested = { tested: 'batches in scope', in: 'apps/server/test/material/transfer.test.ts' } as const
const search = z.object({ search: z.string().max(50).optional() })
const batch = z.strictObject({ id: rowId, number: z.string() })
/** Residue is the end of its wood. */
const form = z.enum(woodForms.filter(one => one !== 'residue'))

const source = z.strictObject({
  batch,
  /** Code of the dictionary of species. */
  species: z.string(),
  form,
  /** Cubic metres. */
  volume: z.string(),
})
/** Wood of one batch, species and form that can be transferred. */
export type TransferSource = z.output<typeof source>

export const transferSources = defineCall({
  method: 'GET',
  path: '/material/transfer/sources',
  access: add,
  scope: tested,
  summary: 'Wood that can be transferred: what batches have of each species and form, the newest first, at most 50',
  query: search,
  answer: z.array(source),
})

export const transferTargets = defineCall({
  method: 'GET',
  path: '/material/transfer/targets',
  access: add,
  scope: tested,
  summary: 'Batches that can take wood, the newest first, at most 50',
  query: search,
  answer: z.array(z.strictObject({ id: rowId, label: z.string(), disabled: z.boolean() })),
})

export const addTransfer = defineCall({
  method: 'POST',
  path: '/material/transfer',
  access: add,
  scope: tested,
  summary: 'Transfers wood between batches of the enterprise: all lines, or none',
  body: z.strictObject({
    happenedAt: z.string().max(40),
    remark: written().max(500).nullish(),
    lines: z
      .array(
        z.strictObject({
          fromBatchId: rowId,
          toBatchId: rowId,
          species: z.string().min(1).max(50),
          form,
          /** Cubic metres, exact, above zero, with at most six decimals. */
          volume: z.string().max(40),
        }),
      )
      .min(1)
      .max(mostTransferLines),
  }),
  answer: added,
  labels: 'material.transfer',
  audit: { title: 'material.transfer', kind: 'add' },
})

export const transferLines = defineCall({
  method: 'GET',
  path: '/material/transfer/:id(^\\d+$)/lines',
  access: { permission: 'material:transfer:list' },
  scope: { tested: 'transfers in scope', in: 'apps/server/test/material/transfer.test.ts' },
  summary: 'The lines of a transfer, and when and why it was reversed',
  answer: z.strictObject({
    lines: z.array(
      z.strictObject({
        from: batch,
        to: batch,
        species: z.string(),
        form,
        /** Cubic metres. */
        volume: z.string(),
      }),
    ),
    remark: z.string().nullable(),
    reason: z.string().nullable(),
    reversedAt: moment.nullable(),
  }),
})
