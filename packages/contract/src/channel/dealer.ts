import { defineEntity } from '../entity.ts'
import { phone, ref, remark, status, text } from '../field.ts'

/** Dealer. A dealer of level two belongs to a dealer of level one; the server enforces it (areas/channel). */
export const dealer = defineEntity({
  area: 'channel',
  name: 'dealer',
  tenancy: 'tenant',
  label: 'name',
  scoped: true,
  fields: {
    name: text({ max: 100, required: true, search: 'like', sortable: true }),
    levelId: ref({ entity: 'channel/dealer-level', required: true, search: 'eq' }),
    parentId: ref({ entity: 'channel/dealer', search: 'eq' }),
    contact: text({ max: 50, personal: true }),
    phone: phone({ personal: true }),
    address: text({ max: 200, hideInList: true }),
    /** Code of the administrative division where the dealer is; abroad, of the country. */
    divisionCode: text({
      max: 20,
      pattern: '^[A-Za-z0-9-]+$',
      patternPhrase: 'code',
      search: 'eq',
      hideInList: true,
      codeOf: { entity: 'system/division', field: 'cityId', orCountry: true },
    }),
    /** Account of a person at the dealer (user type customer): sees the dealer's codes and nothing else of the channel. */
    accountId: ref({ entity: 'system/user', hideInList: true }),
    status: status(),
    remark: remark(),
  },
  globalSearch: { by: ['name'], shows: ['levelId'] },
  bulkEdit: ['levelId', 'status'],
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'],
  unique: [
    { fields: ['name'], constraint: 'dealer_name_key', error: 'taken' },
    { fields: ['accountId'], constraint: 'dealer_account_key', error: 'taken' },
  ],
})
