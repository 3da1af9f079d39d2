import { datetime, flag } from '../field.ts'
import { defineView, viewOf } from '../view.ts'
import { document } from './document.ts'

/** Certificates and forms as lists show them. */
export const documents = defineView({
  ...viewOf(document),
  fields: {
    ...document.fields,
    createTime: datetime({ readonly: true, required: true, sortable: true, search: 'range' }),
  },
  /** Whether goods left their country with it that have not been reported to arrive. */
  searches: { underway: flag({ search: 'eq' }) },
})
