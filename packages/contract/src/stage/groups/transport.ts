import type { StageField } from '../types.ts'

/** A journey by land. A number plate identifies its owner, so the vehicle is personal data. */
export const transportFields = [
  { key: 'transportMode', type: 'dict', group: 'transport', dict: 'transport_mode' },
  { key: 'departurePlace', type: 'text', group: 'transport', max: 200 },
  { key: 'departureTime', type: 'datetime', group: 'transport', notAbove: 'arrivalTime' },
  { key: 'arrivalPlace', type: 'text', group: 'transport', max: 200 },
  { key: 'arrivalTime', type: 'datetime', group: 'transport' },
  { key: 'vehicle', type: 'text', group: 'transport', max: 50, personal: true },
  { key: 'transportStaff', type: 'text', group: 'transport', max: 100, personal: true },
  { key: 'quantity', type: 'integer', group: 'transport', unit: 'pieces', min: 1, max: 10_000_000 },
  { key: 'volume', type: 'number', group: 'transport', unit: 'm3', min: 0.001, max: 1_000_000 },
  { key: 'transportNumber', type: 'text', group: 'transport', max: 50 },
] as const satisfies readonly StageField[]

export const transportDocumentFields = [
  { key: 'authorityCertificate', type: 'document', group: 'transportDocuments' },
  { key: 'vehicleDocument', type: 'document', group: 'transportDocuments', personal: true },
  { key: 'transportContract', type: 'document', group: 'transportDocuments', confidential: true },
] as const satisfies readonly StageField[]

/** Outcome of an inspection on the way. */
export const inspectionFields = [
  { key: 'inspectionResult', type: 'choice', group: 'inspection', options: ['conformant', 'nonConformant'] },
  { key: 'inspectionFindings', type: 'longText', group: 'inspection', max: 500 },
] as const satisfies readonly StageField[]

/** A voyage from port to port. */
export const shippingFields = [
  { key: 'departureCountry', type: 'country', group: 'shipping' },
  { key: 'departurePort', type: 'text', group: 'shipping', max: 100 },
  { key: 'portOfCall', type: 'text', group: 'shipping', max: 200 },
  { key: 'destinationCountry', type: 'country', group: 'shipping' },
  { key: 'destinationPort', type: 'text', group: 'shipping', max: 100 },
  { key: 'carrierName', type: 'text', group: 'shipping', max: 100 },
  { key: 'carrierContact', type: 'text', group: 'shipping', max: 100, personal: true },
  { key: 'vesselName', type: 'text', group: 'shipping', max: 100 },
  { key: 'voyageNumber', type: 'text', group: 'shipping', max: 50 },
  { key: 'waybill', type: 'text', group: 'shipping', max: 50 },
  { key: 'containerNumber', type: 'text', group: 'shipping', max: 50 },
] as const satisfies readonly StageField[]
