import { choice, datetime, integer, text } from '../field.ts'
import { certificationStates } from '../certification/states.ts'
import { defineView } from '../view.ts'

/** Permission that shows anti-counterfeit codes in lists. */
export const securityPermission = 'code:request:security'

const states = ['active', 'notActivated', 'voided'] as const

/** One code as `GET /code/qr/list` derives it: no row of a table stands behind it. */
export const qrCode = defineView({
  area: 'code',
  name: 'qr',
  label: 'code',
  fields: {
    serial: integer({ readonly: true }),
    code: text({ max: 20, readonly: true }),
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
