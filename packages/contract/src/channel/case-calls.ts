import { z } from 'zod'
import { type AnswerOf, defineCall } from '../call.ts'
import { editOutcomes } from '../transition-calls.ts'
import { count, moment, nothing, rowId } from '../wire/shapes.ts'

const visit = z.strictObject({
  at: moment,
  log: z.enum(['scan', 'check']),
  code: z.string(),
  /** In the caller's language; null when the visitor shared no position. */
  place: z.string().nullable(),
  longitude: z.number().nullable(),
  latitude: z.number().nullable(),
  /** Index of its place in `places`. */
  placeNumber: z.number().int().nullable(),
  /** Weight, 0 to 1. */
  weight: z.number(),
  /** Number that replaces the visitor's network: equal numbers mean the same network. */
  source: count,
})

/** The evidence of a case. */
export const caseEvidence = defineCall({
  method: 'GET',
  path: '/channel/case/:id(^\\d+$)/evidence',
  access: { permission: 'channel:case:query' },
  summary: 'The scans and checks behind a case, the newest two hundred, and the places where they were',
  answer: z.strictObject({
    /** Territories of the codes' dealer. */
    territories: z.array(z.string()),
    places: z.array(
      z.strictObject({ name: z.string(), longitude: z.number(), latitude: z.number(), visits: count, lastAt: moment }),
    ),
    visits: z.array(visit),
    total: count,
  }),
})

export const exportEvidence = defineCall({
  method: 'GET',
  path: '/channel/case/:id(^\\d+$)/evidence/export',
  access: { permission: 'channel:case:export' },
  summary: 'The scans and checks behind a case as a workbook (xlsx), the newest two hundred',
  labels: 'channel.case',
  file: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  audit: { title: 'channel.case', kind: 'export' },
})

export const assignCase = defineCall({
  method: 'PUT',
  path: '/channel/case/assignee',
  access: { permission: 'channel:case:assign' },
  scope: { row: 'channel/case', key: 'caseId' },
  summary: 'Gives a case to somebody of the enterprise to look into, or to nobody; who gets it is told',
  body: z.strictObject({ caseId: rowId, accountId: rowId.nullable() }),
  answer: nothing,
  labels: 'channel.case',
  audit: { title: 'channel.case', kind: 'edit' },
})

export const assignCases = defineCall({
  method: 'PUT',
  path: '/channel/case/several/assignee',
  access: { permission: 'channel:case:assign' },
  scope: { row: 'channel/case' },
  summary:
    'Gives several cases to somebody of the enterprise, or to nobody, each by the rules of one: a refused case does not block the others; who gets them is told once',
  body: z.strictObject({ ids: z.array(rowId).min(1).max(100), accountId: rowId.nullable() }),
  answer: editOutcomes,
  labels: 'channel.case',
  audit: { title: 'channel.case', kind: 'edit' },
})

export const caseAssignees = defineCall({
  method: 'GET',
  path: '/channel/case/assignees',
  access: { permission: 'channel:case:assign' },
  scope: { tested: 'people in the scope of the right to assign cases', in: 'apps/server/test/channel/cases.test.ts' },
  summary: 'Who may be given a case: people of the back office within the scope of the right to assign',
  answer: z.array(z.strictObject({ id: rowId, label: z.string() })),
})

export const caseCalls = [caseEvidence, exportEvidence, assignCase, assignCases, caseAssignees] as const

export type CaseEvidence = AnswerOf<typeof caseEvidence>
