import { choice } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { division } from './division.ts'

const { cityId, shortName, fullName, parentId, longitude, latitude, source } = division.fields

/** Divisions as lists show them: with the level as a word. */
export const divisionView = defineView({
  area: 'system',
  name: 'division',
  of: division,
  label: 'shortName',
  defaultColumns: ['shortName', 'fullName', 'cityId', 'level', 'parentId', 'longitude', 'latitude'],
  fields: {
    shortName,
    fullName,
    cityId,
    level: choice({ options: ['1', '2', '3'], numeric: true, search: 'eq', required: true }),
    parentId: { ...parentId, search: undefined },
    longitude,
    latitude,
    source: { ...source, hideInList: false },
  },
  operations: division.operations,
  verbs: division.verbs,
  orderBy: division.orderBy,
  rowExtras: rowExtras<{ hasChildren: boolean }>(),
})
