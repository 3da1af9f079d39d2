import type { StageField } from '../types.ts'

/** Who made the end product. */
export const manufacturerFields = [
  { key: 'manufacturerName', type: 'text', group: 'endProduct', max: 100 },
  { key: 'manufacturerContact', type: 'text', group: 'endProduct', max: 100, personal: true },
  { key: 'manufacturerAddress', type: 'text', group: 'endProduct', max: 200 },
  { key: 'manufacturerPhone', type: 'text', group: 'endProduct', max: 50, personal: true },
] as const satisfies readonly StageField[]

/** Who sells it. */
export const dealerFields = [
  { key: 'dealerName', type: 'text', group: 'endProduct', max: 100 },
  { key: 'dealerContact', type: 'text', group: 'endProduct', max: 100, personal: true },
  { key: 'dealerAddress', type: 'text', group: 'endProduct', max: 200 },
  { key: 'dealerPhone', type: 'text', group: 'endProduct', max: 50, personal: true },
] as const satisfies readonly StageField[]

/** During transport the quantity is the load's, so only the specification is reported. */
export const specificationFields = [
  { key: 'specification', type: 'text', group: 'endProduct', max: 200 },
] as const satisfies readonly StageField[]

/** How much of which specification, and the report of its inspection. */
export const goodsFields = [
  { key: 'quantity', type: 'integer', group: 'endProduct', unit: 'pieces', min: 1, max: 10_000_000 },
  ...specificationFields,
  { key: 'inspectionReport', type: 'document', group: 'endProduct' },
] as const satisfies readonly StageField[]

export const saleFields = [
  { key: 'saleTime', type: 'datetime', group: 'endProduct', happened: true },
] as const satisfies readonly StageField[]
