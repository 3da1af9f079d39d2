import { choice, date, datetime, dict, integer, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { certificationStates } from './states.ts'

const code = { max: 500, readonly: true } as const

/** Position of a row's codes, for the pages' own use. */
type Place = {
  /** First and last serial, both included, as printed: from 1. */
  from: number
  to: number
}

const codesShape = {
  state: choice({ options: certificationStates.values, search: 'eq', readonly: true, required: true }),
  firstCode: text(code),
  lastCode: text(code),
  codes: integer({ readonly: true, required: true }),
}
const goods = {
  productName: text({ max: 100, readonly: true, required: true }),
  batchNumber: text({ max: 50, search: 'like', readonly: true, required: true }),
}
const result = {
  /** Of the last step. */
  judgedOn: date({ readonly: true }),
  reason: text({ max: 500, readonly: true }),
  since: datetime({ search: 'range', sortable: true, readonly: true, required: true }),
}

/** Certification of the own codes, in their current ranges. */
export const certificationAuthorization = defineView({
  area: 'certification',
  name: 'authorization',
  label: 'firstCode',
  defaultColumns: ['state', 'firstCode', 'codes', 'certifierName', 'batchNumber', 'judgedOn'],
  fields: {
    ...codesShape,
    certifierName: text({ max: 100, search: 'like', readonly: true }),
    ...goods,
    ...result,
  },
  searches: {
    /** Any code of a range. */
    code: text({ max: 500 }),
  },
  operations: ['list', 'export'],
  orderBy: { field: 'since', order: 'desc' },
  rowExtras: rowExtras<Place>(),
})

/** Codes of other enterprises that the caller's enterprise may review; waiting ones first. */
export const certificationReview = defineView({
  area: 'certification',
  name: 'review',
  unscoped: 'between two enterprises: apps/server/test/certification',
  label: 'firstCode',
  defaultColumns: ['state', 'firstCode', 'codes', 'ownerName', 'productName', 'batchNumber', 'since'],
  fields: {
    ...codesShape,
    ownerName: text({ max: 100, search: 'like', readonly: true, required: true }),
    ...goods,
    species: dict({ dict: 'tree_species', readonly: true, required: true }),
    countryCode: text({ max: 3, readonly: true, required: true }),
    ...result,
  },
  searches: {
    code: text({ max: 500 }),
  },
  operations: ['list', 'export'],
  rowExtras: rowExtras<Place>(),
})
