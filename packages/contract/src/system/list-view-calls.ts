import { z } from 'zod'
import { defineCall } from '../call.ts'
import { limits } from '../limits.ts'
import { added, count, nothing, removed, rowId, written } from '../wire/shapes.ts'

const fieldName = z.string().min(1).max(60)
/** Of the list in the example of `list`. */
const column = fieldName.meta({ examples: ['batchNumber'] })

/** What a view shows. The server checks a search by it as it checks any other; stored parts may be outdated. */
const listViewSettings = z.strictObject({
  /** Query parameters of the list's search, as in the address of the page. */
  filters: z.record(fieldName, z.string().min(1).max(1000)),
  orderBy: column.optional(),
  order: z.enum(['asc', 'desc']).optional(),
  limit: z.literal(limits.pageSizes),
  /** Visible columns, in order. */
  columns: z.array(column).min(1).max(100),
})
export type ListViewSettings = z.output<typeof listViewSettings>

const listView = z.strictObject({
  id: rowId,
  name: z.string(),
  /** Of the whole enterprise; otherwise of the caller alone. */
  shared: z.boolean(),
  settings: listViewSettings,
  /** Expected when it is changed. */
  version: count,
  /** The caller's list opens with it. */
  start: z.boolean(),
})
export type ListView = z.output<typeof listView>

const list = z
  .string()
  .max(60)
  .meta({ examples: ['catalog/batch'] })
const name = written().min(1).max(limits.viewName)

const facts = { access: 'signedIn', labels: 'system.listView', bodyLimit: 65_536 } as const
const audit = <const Kind extends 'add' | 'edit' | 'remove'>(kind: Kind) =>
  ({ title: 'system.listView', kind }) as const

export const listViews = defineCall({
  ...facts,
  method: 'GET',
  path: '/system/list-view',
  summary: 'Saved views of a list that the caller may read: those of the enterprise, then the own ones',
  query: z.object({ list }),
  answer: z.array(listView),
})

export const addListView = defineCall({
  ...facts,
  method: 'POST',
  path: '/system/list-view',
  summary:
    'Saves a view of a list: filters, columns and order, for the caller or, with the permission `system:list-view:share`, for the enterprise',
  body: z.strictObject({ list, name, shared: z.boolean(), settings: listViewSettings }),
  answer: added,
  audit: audit('add'),
})

export const editListView = defineCall({
  ...facts,
  method: 'PUT',
  path: '/system/list-view',
  summary: 'Renames a saved view, or replaces what it shows',
  body: z.strictObject({
    id: rowId,
    /** The version that was read. */
    seen: count,
    name: name.optional(),
    settings: listViewSettings.optional(),
  }),
  answer: nothing,
  audit: audit('edit'),
})

export const removeListView = defineCall({
  ...facts,
  method: 'DELETE',
  path: '/system/list-view/:id(^\\d+$)',
  summary: 'Removes a saved view; nobody’s list opens with it any more',
  answer: removed,
  audit: audit('remove'),
})

export const startListView = defineCall({
  ...facts,
  method: 'PUT',
  path: '/system/list-view/start',
  summary: 'Says with which view the caller’s own list opens; with none when it names none',
  body: z.strictObject({ list, view: rowId.nullable() }),
  answer: nothing,
  audit: audit('edit'),
})

export const listViewCalls = [listViews, addListView, editListView, removeListView, startListView] as const
