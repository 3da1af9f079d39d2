import { certificationStates } from '../certification/states.ts'
import { choice, datetime, flag, integer, ref, text } from '../field.ts'
import { defineView } from '../view.ts'
import { labelStates } from './label-states.ts'
import { codeLevels, type CodeType } from './request.ts'

const computed = { readonly: true } as const
const always = { readonly: true, required: true } as const

/** Codes of all requests by what is known of them. Computed from ranges page by page: no code is stored as a row. */
export const codeByState = defineView({
  area: 'code',
  name: 'by-state',
  unscoped: 'codes of requests in scope: apps/server/test/code/by-state.test.ts',
  label: 'code',
  defaultColumns: ['code', 'state', 'certification', 'codeType', 'batchId', 'recalled', 'scanCount'],
  fields: {
    /** Found whatever surrounds it (`readCodes`). */
    code: text({ max: 500, search: 'eq', ...always }),
    /** Foreign code that this code stands for. */
    printed: text({ max: 50, hideInList: true, ...computed }),
    state: choice({ options: labelStates.values, search: 'in', ...always }),
    certification: choice({ options: certificationStates.values, search: 'in', ...always }),
    codeType: choice({ options: Object.keys(codeLevels) as CodeType[], search: 'eq', ...always }),
    requestId: ref({ entity: 'code/request', search: 'eq', ...always }),
    /** Number within the request, from 1, as printed. */
    serial: integer({ ...always }),
    batchId: ref({ entity: 'catalog/batch', search: 'eq', ...always }),
    productId: ref({ entity: 'catalog/product', search: 'eq', hideInList: true, ...always }),
    parentCode: text({ max: 20, ...computed }),
    dealerName: text({ max: 100, ...computed }),
    recalled: flag({ search: 'eq', ...always }),
    scanCount: integer({ ...always }),
    firstScanTime: datetime({ hideInList: true, ...computed }),
  },
  searches: {
    packed: flag({}),
    assigned: flag({}),
    scanned: flag({}),
  },
  operations: ['list', 'export'],
})
