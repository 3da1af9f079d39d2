import { defineEntity } from '../entity.ts'
import { date, ref, remark, text } from '../field.ts'
import { defineView, viewOf } from '../view.ts'

/**
 * Where a dealer sells: an administrative division with all divisions below it, or a country (ISO 3166-1 alpha-2), from
 * one day to another. Several dealers may share one; one dealer has it once at a time
 * (docs/decisions/clone-detection-and-channel.md).
 */
export const territory = defineEntity({
  area: 'channel',
  name: 'territory',
  tenancy: 'tenant',
  label: 'divisionCode',
  scoped: true,
  fields: {
    dealerId: ref({ entity: 'channel/dealer', required: true, search: 'eq' }),
    divisionCode: text({
      max: 20,
      pattern: '^[A-Za-z0-9-]+$',
      patternPhrase: 'code',
      required: true,
      search: 'eq',
      codeOf: { entity: 'system/division', field: 'cityId', orCountry: true },
    }),
    validFrom: date({ required: true, sortable: true }),
    /** Last day; empty means no end. */
    validUntil: date({ sortable: true }),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
})

const { dealerId, divisionCode, validFrom, validUntil, remark: remarkField } = territory.fields

/** Territories as lists show them: the division by its names, from the province down. */
export const territories = defineView({
  ...viewOf(territory),
  label: 'divisionName',
  fields: {
    divisionName: text({ max: 200, readonly: true }),
    dealerId,
    /** Other dealers that have the division on some of these days: sharing is allowed and shown. */
    sharedWith: text({ max: 500, readonly: true }),
    divisionCode: { ...divisionCode, hideInList: true },
    validFrom,
    validUntil,
    remark: remarkField,
  },
})
