import { datetime, decimal, flag, naming, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'

const place = (search?: 'like') => text({ max: 100, readonly: true, search })
const product = naming({ max: 100, readonly: true })
const degrees = () => decimal({ min: -180, max: 180, scale: 6, readonly: true })
const code = text({ max: 40, readonly: true, search: 'eq' })
const moment = datetime({ readonly: true, required: true, search: 'range' })

const where = {
  longitude: degrees(),
  latitude: degrees(),
  /** ISO 3166-1 alpha-2; sheets and screens name it in the reader's language. */
  country: place(),
  province: place(),
  city: place('like'),
  district: place(),
}

interface OfCode {
  requestNumber: number
  serial: number
  productId: number | null
  /** Keyset pages: `after` is the cursor of the last row. */
  cursor: string
}

/** Scans of the own codes, newest first. */
export const scanLog = defineView({
  area: 'trace',
  name: 'scan-log',
  label: 'code',
  defaultColumns: ['code', 'productName', 'country', 'province', 'city', 'district', 'scanTime'],
  fields: { code, productName: product, ...where, scanTime: moment },
  operations: ['list', 'export'],
  orderBy: { field: 'scanTime', order: 'desc' },
  rowExtras: rowExtras<OfCode & { device: string | null }>(),
})

/** Anti-counterfeit checks of the own codes, newest first. */
export const checkLog = defineView({
  area: 'trace',
  name: 'check-log',
  label: 'code',
  defaultColumns: ['code', 'genuine', 'productName', 'country', 'province', 'city', 'checkTime'],
  fields: {
    code,
    /** The complete code for readers that may see such codes, otherwise first and last character of the entered text. */
    securityCode: text({ max: 40, readonly: true }),
    genuine: flag({ readonly: true, required: true, search: 'eq' }),
    productName: product,
    ...where,
    checkTime: moment,
  },
  operations: ['list', 'export'],
  orderBy: { field: 'checkTime', order: 'desc' },
  rowExtras: rowExtras<OfCode>(),
})
