import type { StageField } from '../types.ts'

/** Fields of every stage: place, people, codes and ledger entry. */
export const commonFields = [
  { key: 'qrCode', type: 'code', group: 'common', from: 'report' },
  { key: 'parentCode', type: 'code', group: 'common', from: 'report' },
  { key: 'countryOrRegion', type: 'country', group: 'common' },
  { key: 'responsiblePerson', type: 'text', group: 'common', max: 100, personal: true },
  { key: 'coordinates', type: 'coordinates', group: 'common', from: 'report' },
  { key: 'chainTime', type: 'datetime', group: 'common', from: 'server' },
] as const satisfies readonly StageField[]

/** Optional fields of every stage: pictures, papers and a remark (at most 200 characters, as everywhere). */
export const mediaFields = [
  { key: 'photos', type: 'images', group: 'media', max: 5 },
  { key: 'attachments', type: 'files', group: 'media', max: 5 },
  { key: 'remark', type: 'longText', group: 'media', max: 200 },
] as const satisfies readonly StageField[]
