import { z } from 'zod'
import { defineCall } from '../call.ts'
import { reportStage } from './calls.ts'

const id = z.number().int().positive()
const reason = z.string().trim().min(1).max(500)
/** The next version of a record. */
const nextVersion = z.strictObject({ recordId: id, version: z.number().int() })

const { documentCode, operator, time, values, attributes, longitude, latitude, confirmed } = reportStage.body.shape

/** What a record says, said anew: its stage, its form and its codes stay. Nothing that was reported is overwritten. */
export const correctRecord = defineCall({
  method: 'PUT',
  path: '/stage/record/:id(^\\d+$)/correct',
  access: { permission: 'stage:record:correct' },
  summary: 'Corrects a record with a reason: its next version, which the ledger mentions again',
  body: z.strictObject({ reason, documentCode, operator, time, values, attributes, longitude, latitude, confirmed }),
  answer: nextVersion,
  labels: 'stage.report',
  audit: { title: 'stage.record', kind: 'edit', loggable: ['reason', 'documentCode', 'time'] },
})

/** Its codes may be reported for this stage again; what it packed is unpacked. */
export const voidRecord = defineCall({
  method: 'PUT',
  path: '/stage/record/:id(^\\d+$)/void',
  access: { permission: 'stage:record:void' },
  summary: 'Voids a record with a reason: a version that says so, which the ledger mentions',
  body: z.strictObject({ reason }),
  answer: nextVersion,
  labels: 'stage.report',
  audit: { title: 'stage.record', kind: 'remove' },
})

export const recordCalls = [correctRecord, voidRecord] as const
