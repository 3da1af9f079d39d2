import { choice, datetime, flag, integer, naming, text } from '../field.ts'
import { defineView, viewOf } from '../view.ts'
import { caseKinds } from './case.ts'
import { store } from './store.ts'

/** Types of users who may open what a dealer sees; which rows there are for them says the dealer that the account is of. */
export const dealerUserTypes = [1, 5] as const

const code = text({ max: 500, readonly: true, search: 'eq' })
const productName = naming({ max: 100, readonly: true })
const place = text({ max: 200, readonly: true })
const moment = datetime({ search: 'range', readonly: true, required: true })
const logged = { operations: ['list', 'export'] } as const

/** Codes that the dealer of the account has now: one row for a range, however long. */
export const ownCodes = defineView({
  area: 'channel',
  name: 'own-code',
  unscoped: 'what the dealer of the account has: apps/server/test/channel/own.test.ts',
  label: 'firstCode',
  fields: {
    firstCode: text({ max: 500, readonly: true, required: true }),
    lastCode: text({ max: 500, readonly: true, required: true }),
    codes: integer({ readonly: true, required: true }),
    codeType: choice({ options: ['item', 'package', 'container'], readonly: true, required: true, search: 'eq' }),
    productName: naming({ max: 100, readonly: true }),
    batchNumber: text({ max: 50, readonly: true }),
    since: datetime({ search: 'range', sortable: true, readonly: true, required: true }),
  },
  searches: { code: text({ max: 500 }) },
  ...logged,
  orderBy: { field: 'since', order: 'desc' },
})

/** Scans of a dealer's codes while he had them; who scanned is the enterprise's to know. */
export const ownScans = defineView({
  area: 'channel',
  name: 'own-scan',
  unscoped: 'what the dealer of the account has: apps/server/test/channel/own.test.ts',
  label: 'code',
  fields: { code, productName, place, scanTime: moment },
  ...logged,
  orderBy: { field: 'scanTime', order: 'desc' },
})

/** Checks of a dealer's codes while he had them, without what was typed. */
export const ownChecks = defineView({
  area: 'channel',
  name: 'own-check',
  unscoped: 'what the dealer of the account has: apps/server/test/channel/own.test.ts',
  label: 'code',
  fields: {
    code,
    genuine: flag({ readonly: true, required: true, search: 'eq' }),
    productName,
    place,
    checkTime: moment,
  },
  ...logged,
  orderBy: { field: 'checkTime', order: 'desc' },
})

const { name, address, contact, phone, longitude, latitude } = store.fields

/** Stores of a dealer, as he keeps them. Whether buyers see one is the enterprise's to say, of what it has read. */
export const ownStores = defineView({
  // Which are his says the dealer that the account is of, not the data scope of its roles.
  ...viewOf({ ...store, scoped: false }),
  name: 'own-store',
  unscoped: 'what the dealer of the account has: apps/server/test/channel/own.test.ts',
  fields: {
    name,
    address,
    contact,
    phone,
    longitude,
    latitude,
    /** Is it shown to buyers on the trace page? */
    shown: flag({ readonly: true, required: true }),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  orderBy: { field: 'name', order: 'asc' },
})

/**
 * Cases about a dealer or his codes that the enterprise has confirmed: what is still looked into is told to nobody whom it
 * may be about, and what was dismissed says nothing.
 */
export const ownCases = defineView({
  area: 'channel',
  name: 'own-case',
  unscoped: 'what the dealer of the account has: apps/server/test/channel/own.test.ts',
  label: 'code',
  fields: {
    code: text({ max: 500, readonly: true }),
    kind: choice({ options: caseKinds, search: 'eq', readonly: true, required: true }),
    place,
    codes: integer({ readonly: true, required: true }),
    visits: integer({ readonly: true, required: true }),
    firstAt: datetime({ readonly: true, required: true }),
    lastAt: datetime({ search: 'range', sortable: true, readonly: true, required: true }),
  },
  ...logged,
  orderBy: { field: 'lastAt', order: 'desc' },
})
