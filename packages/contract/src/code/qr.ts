import { choice, datetime, integer, text } from '../field.ts'
import { certificationStates } from '../certification/states.ts'
import { defineView } from '../view.ts'

/** Permission that shows anti-counterfeit codes in lists. */
export const securityPermission = 'code:request:security'

const states = ['active', 'notActivated', 'voided'] as const

/** By what the codes of a request can be picked out: facts that only some of them have. */
export const knownOf = ['scanned', 'checked', 'wronglyChecked', 'packed', 'reported'] as const

/** One code as `GET /code/qr/list` derives it: no row of a table stands behind it. */
export const qrCode = defineView({
  area: 'code',
  name: 'qr',
  unscoped: 'codes of one request, which must be in scope',
  label: 'code',
  fields: {
    serial: integer({ readonly: true }),
    code: text({ max: 20, readonly: true }),
    /** What others printed, for which the code stands. */
    printed: text({ max: 50, readonly: true, hideInList: true }),
    securityCode: text({ max: 20, readonly: true, permission: securityPermission }),
    state: choice({ options: states, readonly: true }),
    /** As far as the reporting of stages asks for it. */
    certification: choice({ options: certificationStates.values, search: 'eq', readonly: true }),
    codeType: choice({ options: ['item', 'package', 'container'], readonly: true, hideInList: true }),
    productName: text({ max: 100, readonly: true, hideInList: true }),
    batchNumber: text({ max: 50, readonly: true, hideInList: true }),
    requestName: text({ max: 100, readonly: true, hideInList: true }),
    scanCount: integer({ readonly: true }),
    firstScanTime: datetime({ readonly: true }),
    checkCount: integer({ readonly: true, hideInList: true }),
    wrongCheckCount: integer({ readonly: true, hideInList: true }),
    firstCheckTime: datetime({ readonly: true, hideInList: true }),
    parentCode: text({ max: 20, readonly: true }),
  },
  searches: {
    /** What is known of the codes: only those that were met or dealt with. */
    known: choice({ options: knownOf }),
  },
  operations: ['list', 'query'],
  states: {
    field: 'state',
    initial: 'active',
    values: states,
    transitions: [],
    editable: [],
    removable: [],
  },
})
