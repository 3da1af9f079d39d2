import { choice, datetime, decimal, defineEntity, text } from '@timbermark/contract'

const place = (search?: 'like') => text({ max: 100, readonly: true, search })
const degrees = () => decimal({ min: -180, max: 180, scale: 6, readonly: true })

// The wire searches both logs by its plain time range, which is the one of `createTime`.
const searchedTime = datetime({ readonly: true, search: 'range', hideInList: true })

/** Scans of the own codes, as `GET /trace/scan-log/list` answers them. */
export const scanLog = defineEntity({
  area: 'trace',
  name: 'scan-log',
  tenancy: 'tenant',
  label: 'code',
  fields: {
    code: text({ max: 40, readonly: true, search: 'eq' }),
    productName: place(),
    longitude: degrees(),
    latitude: degrees(),
    country: place(),
    province: place(),
    city: place('like'),
    district: place(),
    createTime: searchedTime,
    scanTime: datetime({ readonly: true }),
  },
  operations: ['list', 'export'],
})

/** Anti-counterfeit checks, as `GET /trace/check-log/list` answers them. */
export const checkLog = defineEntity({
  area: 'trace',
  name: 'check-log',
  tenancy: 'tenant',
  label: 'code',
  fields: {
    code: text({ max: 40, readonly: true, search: 'eq' }),
    securityCode: text({ max: 40, readonly: true }),
    genuine: choice({ options: ['true', 'false'], readonly: true, search: 'eq' }),
    productName: place(),
    longitude: degrees(),
    latitude: degrees(),
    country: place(),
    province: place(),
    city: place('like'),
    district: place(),
    createTime: searchedTime,
    checkTime: datetime({ readonly: true }),
  },
  operations: ['list', 'export'],
})
