import { defineEntity } from '../entity.ts'
import { choice, datetime, integer, ref, text } from '../field.ts'
import type { States } from '../states.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'

/**
 * Kinds of cases that scans and checks can open. `crossSale` concerns a dealer's codes at one place; the others concern
 * one code whose label may have been copied.
 */
export const caseKinds = ['crossSale', 'speed', 'places', 'early', 'sold', 'rechecked', 'wrongCodes'] as const
export type CaseKind = (typeof caseKinds)[number]

export const caseStates = {
  field: 'status',
  initial: 'open',
  values: ['open', 'confirmed', 'dismissed'],
  transitions: [
    {
      verb: 'confirm',
      from: ['open'],
      to: 'confirmed',
      bulk: true,
      reason: { is: 'optional', field: 'note' },
      confirm: 'plain',
      final: 'it is decided with a note, and decided again with another',
    },
    {
      verb: 'dismiss',
      from: ['open', 'confirmed'],
      to: 'dismissed',
      bulk: true,
      reason: { is: 'required', field: 'note' },
      confirm: 'plain',
      final: 'it is decided with a note, and decided again with another',
    },
    {
      verb: 'reopen',
      from: ['confirmed', 'dismissed'],
      to: 'open',
      reason: { is: 'required', field: 'note' },
      confirm: 'plain',
      final: 'it is decided with a note, and decided again with another',
    },
  ],
  editable: [],
  removable: [],
} as const satisfies States

/** A case that scans and checks have opened. They extend it while it is open or confirmed. */
export const channelCase = defineEntity({
  area: 'channel',
  name: 'case',
  table: 'channel_case',
  tenancy: 'tenant',
  label: 'kind',
  scoped: true,
  fields: {
    kind: choice({ options: caseKinds, search: 'eq', readonly: true, required: true }),
    /** Dealer of the codes. */
    dealerId: ref({ entity: 'channel/dealer', search: 'eq', readonly: true }),
    codes: integer({ readonly: true, required: true, sortable: true }),
    visits: integer({ readonly: true, required: true, sortable: true }),
    /** Percent; includes how credible positions and sources are. */
    confidence: integer({ readonly: true, required: true, sortable: true }),
    status: choice({ options: caseStates.values, default: 'open', search: 'eq', readonly: true, required: true }),
    firstAt: datetime({ readonly: true, required: true }),
    lastAt: datetime({ search: 'range', sortable: true, readonly: true, required: true }),
    /** Reason of its last transition. */
    note: text({ max: 200, lines: 3, readonly: true, hideInList: true }),
  },
  operations: ['list', 'query', 'export'],
  states: caseStates,
  verbs: ['state', 'assign', 'thresholds'],
})

const { kind, codes, visits, confidence, status, firstAt, lastAt, note } = channelCase.fields

/** Cases as lists and details show them. */
export const channelCases = defineView({
  ...viewOf(channelCase),
  defaultColumns: ['code', 'status', 'kind', 'dealerName', 'codes', 'lastAt'],
  label: 'code',
  fields: {
    /** The code, or the first of several. */
    code: text({ max: 500, search: 'eq', readonly: true }),
    kind,
    dealerName: text({ max: 100, readonly: true }),
    /** Of cross-territory sales: where the codes were seen, in the reader's language. */
    place: text({ max: 200, readonly: true }),
    codes,
    visits,
    confidence,
    status,
    assigneeName: text({ max: 50, readonly: true }),
    firstAt: { ...firstAt, hideInList: true },
    lastAt,
    note,
  },
  globalSearch: { by: [], shows: ['kind', 'status', 'lastAt'], byCode: 'code' },
  searches: {
    dealerId: ref({ entity: 'channel/dealer' }),
    assigned: choice({ options: ['me', 'nobody'] }),
  },
  orderBy: { field: 'lastAt', order: 'desc' },
  rowExtras: rowExtras<{ dealerId: number | null; assigneeId: number | null }>(),
})
