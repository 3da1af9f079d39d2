import { choice, datetime, flag, integer, naming, text } from '../field.ts'
import { defineView, viewOf } from '../view.ts'
import { caseKinds } from './case.ts'
import { store } from './store.ts'

/** User types that may open the dealer's screens; the account's dealer decides which rows they see. */
export const dealerUserTypes = [1, 5] as const

const code = text({ max: 500, readonly: true, search: 'eq' })
const productName = naming({ max: 100, readonly: true })
const place = text({ max: 200, readonly: true })
const moment = datetime({ search: 'range', readonly: true, required: true })
const logged = { operations: ['list', 'export'] } as const

/** Codes that the account's dealer holds now: one row per range, of any length. */
export const ownCodes = defineView({
  area: 'channel',
  name: 'own-code',
  unscoped: 'what the dealer of the account has: apps/server/test/channel/own-channel.test.ts',
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

/** Scans of a dealer's codes while the dealer held them; only the enterprise sees who scanned. */
export const ownScans = defineView({
  area: 'channel',
  name: 'own-scan',
  unscoped: 'what the dealer of the account has: apps/server/test/channel/own-channel.test.ts',
  label: 'code',
  fields: { code, productName, place, scanTime: moment },
  ...logged,
  orderBy: { field: 'scanTime', order: 'desc' },
})

/** Checks of a dealer's codes while the dealer held them, without the entered text. */
export const ownChecks = defineView({
  area: 'channel',
  name: 'own-check',
  unscoped: 'what the dealer of the account has: apps/server/test/channel/own-channel.test.ts',
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

/** Stores of a dealer, as the dealer edits them. The enterprise decides whether buyers see one, for the version it has read. */
export const ownStores = defineView({
  // The account's dealer decides which stores are visible, not the data scope of its roles.
  ...viewOf({ ...store, scoped: false }),
  name: 'own-store',
  unscoped: 'what the dealer of the account has: apps/server/test/channel/own-channel.test.ts',
  fields: {
    name,
    address,
    contact,
    phone,
    longitude,
    latitude,
    /** Shown to buyers on the trace page. */
    shown: flag({ readonly: true, required: true }),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  final: { remove: 'the right of a dealer to a store is checked by its own call' },
  orderBy: { field: 'name', order: 'asc' },
})

/**
 * Confirmed cases about a dealer or the dealer's codes. Open cases are hidden from those they may be about; dismissed cases carry no information.
 */
export const ownCases = defineView({
  area: 'channel',
  name: 'own-case',
  unscoped: 'what the dealer of the account has: apps/server/test/channel/own-channel.test.ts',
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
