import { choice, defineEntity, division } from '@timbermark/contract'

const { cityId, shortName, fullName, parentId, longitude, latitude, source } = division.fields

/** Divisions as lists show them: the level in words. */
export const divisionEntity = defineEntity({
  ...division,
  label: 'shortName',
  fields: {
    shortName,
    fullName,
    cityId: { ...cityId, sortable: false },
    level: choice({ options: ['1', '2', '3'], search: 'eq', required: true }),
    parentId: { ...parentId, search: undefined },
    longitude,
    latitude,
    source: { ...source, hideInList: false },
  },
})
