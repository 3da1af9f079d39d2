import { choice, date, datetime, dict, integer, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { certificationStates } from './states.ts'

const code = { max: 500, readonly: true } as const

/** Where the codes of a row stand, for the pages' own use. */
type Place = {
  /** Serials from the first up to the last, both included, as they are printed: from 1. */
  from: number
  to: number
}

const shown = {
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

/** What is certified of the own codes, in ranges as they stand now. */
export const certificationAuthorization = defineView({
  area: 'certification',
  name: 'authorization',
  label: 'firstCode',
  fields: {
    ...shown,
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

/** Codes of other enterprises that the own one was authorized to review; those that wait for it first. */
export const certificationReview = defineView({
  area: 'certification',
  name: 'review',
  unscoped: 'between two enterprises: apps/server/test/certification',
  label: 'firstCode',
  fields: {
    ...shown,
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
