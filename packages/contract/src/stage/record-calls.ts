import { z } from 'zod'
import { defineCall } from '../call.ts'
import { reportStage } from './calls.ts'

const id = z.number().int().positive()
const reason = z.string().trim().min(1).max(500)
/** The next version of a record. */
const nextVersion = z.strictObject({ recordId: id, version: z.number().int() })

/** The change request that the office agrees to by this. */
const changeRequestId = id.optional()

const { documentCode, operator, time, values, attributes, longitude, latitude, confirmed } = reportStage.body.shape

/** Correction of a record's values: stage, form and codes stay. Makes a new version and overwrites nothing. */
export const correctRecord = defineCall({
  method: 'PUT',
  path: '/stage/record/:id(^\\d+$)/correct',
  access: { permission: 'stage:record:correct' },
  summary: 'Corrects a record with a reason: its next version, which the ledger mentions again',
  body: z.strictObject({
    reason,
    documentCode,
    operator,
    time,
    values,
    attributes,
    longitude,
    latitude,
    confirmed,
    changeRequestId,
  }),
  answer: nextVersion,
  labels: 'stage.report',
  audit: { title: 'stage.record', kind: 'edit', loggable: ['reason', 'documentCode', 'time', 'changeRequestId'] },
})

/** Its codes may be reported for this stage again; packed codes are unpacked. */
export const voidRecord = defineCall({
  method: 'PUT',
  path: '/stage/record/:id(^\\d+$)/void',
  access: { permission: 'stage:record:void' },
  summary: 'Voids a record with a reason: a version that says so, which the ledger mentions',
  /** `laterStages`: void it although stages that need this one were reported. */
  body: z.strictObject({ reason, changeRequestId, laterStages: z.boolean().optional() }),
  answer: nextVersion,
  labels: 'stage.report',
  audit: { title: 'stage.record', kind: 'remove' },
})

export const recordCalls = [correctRecord, voidRecord] as const
