import { defineEntity } from '../entity.ts'
import { choice, datetime, images, integer, status, webAddress } from '../field.ts'

/** Banner on one of the three home pages, shown in the order of its sequence for its duration. */
export const banner = defineEntity({
  area: 'site',
  name: 'banner',
  tenancy: 'platform',
  label: 'group',
  defaultColumns: ['image', 'group', 'sequence', 'duration', 'link', 'showFrom', 'showUntil', 'status'],
  fields: {
    group: choice({ options: ['appHome', 'tradeHome', 'newsHome'], required: true, search: 'eq' }),
    sequence: integer({ min: 0, max: 9999, required: true, sortable: true }),
    /** Seconds. */
    duration: integer({ min: 1, max: 3600, required: true, sortable: true }),
    image: images({ required: true, maxItems: 1 }),
    /** Link of the banner; a public site. */
    link: webAddress({ publicAddress: true }),
    /** Shown from the first to the second moment; empty means from now on, without end. */
    showFrom: datetime({ sortable: true }),
    showUntil: datetime({ sortable: true }),
    status: status(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  orderBy: { field: 'sequence', order: 'asc' },
})
