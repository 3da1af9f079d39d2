import type { StageField } from '../types.ts'

/** Goods as declared. Prices are confidential. */
export const customsGoodsFields = [
  { key: 'originCountry', type: 'country', group: 'customsGoods' },
  { key: 'customsNumber', type: 'text', group: 'customsGoods', max: 50 },
  { key: 'productNumber', type: 'text', group: 'customsGoods', max: 50 },
  { key: 'specification', type: 'text', group: 'customsGoods', max: 200 },
  { key: 'pieces', type: 'integer', group: 'customsGoods', unit: 'pieces', min: 1, max: 10_000_000 },
  { key: 'volume', type: 'number', group: 'customsGoods', unit: 'm3', min: 0.001, max: 1_000_000 },
  { key: 'grossWeight', type: 'number', group: 'customsGoods', unit: 'kg', min: 0.001, max: 1_000_000_000 },
  {
    key: 'netWeight',
    type: 'number',
    group: 'customsGoods',
    unit: 'kg',
    min: 0.001,
    max: 1_000_000_000,
    notAbove: 'grossWeight',
  },
  { key: 'currency', type: 'dict', group: 'customsGoods', dict: 'currency', confidential: true },
  { key: 'unitPrice', type: 'number', group: 'customsGoods', min: 0, max: 1_000_000_000_000, confidential: true },
  { key: 'totalPrice', type: 'number', group: 'customsGoods', min: 0, max: 1_000_000_000_000, confidential: true },
  { key: 'domesticSource', type: 'text', group: 'customsGoods', max: 200 },
] as const satisfies readonly StageField[]

/** Papers of a declaration; the CITES permit only for listed species. */
export const customsDocumentFields = [
  { key: 'packingList', type: 'document', group: 'customsDocuments' },
  { key: 'invoice', type: 'document', group: 'customsDocuments', confidential: true },
  { key: 'tradeContract', type: 'document', group: 'customsDocuments', confidential: true },
  { key: 'certificateOfOrigin', type: 'document', group: 'customsDocuments' },
  { key: 'phytosanitaryCertificate', type: 'document', group: 'customsDocuments' },
  { key: 'fumigationCertificate', type: 'document', group: 'customsDocuments' },
  { key: 'weightNote', type: 'document', group: 'customsDocuments' },
  { key: 'citesPermit', type: 'document', group: 'customsDocuments' },
] as const satisfies readonly StageField[]

/** The exporting side. A consignor may be one person, with a home for an address. */
export const exporterFields = [
  { key: 'exportCountry', type: 'country', group: 'exporter' },
  { key: 'exportPort', type: 'text', group: 'exporter', max: 100 },
  { key: 'exportDate', type: 'date', group: 'exporter' },
  { key: 'declarationDate', type: 'date', group: 'exporter', happened: true },
  { key: 'exporterName', type: 'text', group: 'exporter', max: 100 },
  { key: 'consignor', type: 'text', group: 'exporter', max: 100, personal: true },
  { key: 'exporterAddress', type: 'text', group: 'exporter', max: 200, personal: true },
  { key: 'exporterPhone', type: 'text', group: 'exporter', max: 50, personal: true },
  { key: 'exporterOrganizationCode', type: 'text', group: 'exporter', max: 50 },
  { key: 'contractNumber', type: 'text', group: 'exporter', max: 50, confidential: true },
  { key: 'containerNumber', type: 'text', group: 'exporter', max: 50 },
  { key: 'businessQualificationCertificate', type: 'document', group: 'exporter' },
] as const satisfies readonly StageField[]

/** The receiving side. */
export const importerFields = [
  { key: 'importPort', type: 'text', group: 'importer', max: 100 },
  { key: 'importDate', type: 'date', group: 'importer' },
  { key: 'consigneeName', type: 'text', group: 'importer', max: 100 },
  { key: 'consigneeCode', type: 'text', group: 'importer', max: 50 },
  { key: 'consigneeAddress', type: 'text', group: 'importer', max: 200, personal: true },
  { key: 'consigneeContact', type: 'text', group: 'importer', max: 100, personal: true },
  { key: 'consigneePhone', type: 'text', group: 'importer', max: 50, personal: true },
] as const satisfies readonly StageField[]
