import { defineEntity } from '../entity.ts'
import { choice, decimal, integer, text } from '../field.ts'
import { plainPattern } from './rules.ts'

/** Administrative division: province (level 1), city (2) or district (3), by its official six-digit code. */
export const division = defineEntity({
  area: 'system',
  name: 'division',
  tenancy: 'platform',
  label: 'fullName',
  fields: {
    cityId: integer({ min: 100_000, max: 999_999, required: true, search: 'eq', sortable: true, createOnly: true }),
    shortName: text({ max: 50, pattern: plainPattern, patternPhrase: 'plain', required: true, search: 'like' }),
    fullName: text({ max: 100, pattern: plainPattern, patternPhrase: 'plain', required: true, search: 'like' }),
    level: integer({ min: 1, max: 3, required: true, search: 'eq' }),
    /** Code of the division above; 0 above a province. */
    parentId: integer({ min: 0, max: 999_999, required: true, search: 'eq' }),
    longitude: decimal({ min: -180, max: 180, scale: 6 }),
    latitude: decimal({ min: -90, max: 90, scale: 6 }),
    source: choice({ options: ['shipped', 'service', 'manual'], readonly: true, search: 'eq', hideInList: true }),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove'],
  verbs: ['sync'],
  unique: [{ fields: ['cityId'], constraint: 'division_city_id_key', error: 'taken' }],
  orderBy: { field: 'cityId', order: 'asc' },
})
