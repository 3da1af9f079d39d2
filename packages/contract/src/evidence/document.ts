import { defineEntity } from '../entity.ts'
import { choice, date, decimal, dict, files, integer, remark, text } from '../field.ts'
import { schemes } from './schemes.ts'

/**
 * Certificate or form that stage reports refer to by its code; exactly one file each (pdf, png, jpeg, jpg). A relied-on
 * version is frozen: a change makes the next version.
 */
export const document = defineEntity({
  area: 'evidence',
  name: 'document',
  tenancy: 'tenant',
  label: 'name',
  defaultColumns: ['code', 'name', 'type', 'number', 'validUntil', 'file'],
  scoped: true,
  fields: {
    code: text({ max: 50, required: true, search: 'like', sortable: true }),
    name: text({ max: 100, required: true, search: 'like' }),
    type: dict({ dict: 'document_type', required: true, search: 'eq' }),
    scheme: choice({ options: schemes, search: 'eq' }),
    /** As printed on the certificate; some schemes prescribe a format (`schemes.ts`). */
    number: text({ max: 50, search: 'like' }),
    holder: text({ max: 100, hideInList: true }),
    /** Body that issued it. */
    issuer: text({ max: 100, hideInList: true }),
    validFrom: date({ hideInList: true }),
    /** The last day on which it is valid. */
    validUntil: date({ search: 'range', sortable: true }),
    /** Species and area that it covers, in its own words. Names of species, separated by commas, must be those of the reports that name it. */
    species: text({ max: 200, hideInList: true }),
    area: text({ max: 200, hideInList: true }),
    /** How much wood it covers; reports draw on it. Each stage counts by itself: it takes the same wood further. */
    coveredVolume: decimal({ scale: 6, unit: 'm3', min: 0.000001, max: 1_000_000_000, hideInList: true }),
    coveredPieces: integer({ min: 1, max: 1_000_000_000, hideInList: true }),
    file: files({ required: true, maxItems: 1, types: ['pdf', 'png', 'jpeg', 'jpg'] }),
    version: integer({ readonly: true }),
    remark: remark(),
  },
  globalSearch: { by: ['code', 'name', 'number'], shows: ['code', 'number', 'validUntil'] },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  unique: [{ fields: ['code'], constraint: 'document_code_key', error: 'evidence.documentCodeTaken' }],
})
