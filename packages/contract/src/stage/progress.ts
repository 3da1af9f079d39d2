import { choice, datetime, decimal, flag, integer, text } from '../field.ts'
import { rowExtras, defineView } from '../view.ts'
import { stageKeys } from './keys.ts'

/** Progress of every open batch: the next stage, and whether it is late. One row per batch. */
export const stageProgress = defineView({
  area: 'stage',
  name: 'progress',
  label: 'batchNumber',
  defaultColumns: ['batchNumber', 'productName', 'nextStage', 'late', 'due', 'responsible', 'done', 'total'],
  fields: {
    batchNumber: text({ max: 50, search: 'like', sortable: true, readonly: true, required: true }),
    productName: text({ max: 100, search: 'like', readonly: true, required: true }),
    /** Empty when everything required is reported and nothing follows. */
    nextStage: choice({ options: stageKeys, search: 'eq', readonly: true }),
    late: flag({ search: 'eq', readonly: true, required: true }),
    /** When the next stage is expected. */
    due: datetime({ sortable: true, readonly: true }),
    responsible: text({ max: 50, search: 'like', readonly: true }),
    done: integer({ readonly: true, required: true }),
    total: integer({ readonly: true, required: true }),
    /** What was reported at the last reported stage, each code once, of what there is of the batch: labels that were put in use. */
    reportedItems: integer({ readonly: true, required: true }),
    items: integer({ readonly: true, required: true }),
    reportedPackages: integer({ readonly: true, required: true }),
    packages: integer({ readonly: true, required: true }),
    /** As the records, and the batch, state them. */
    reportedVolume: decimal({ scale: 3, unit: 'm3', readonly: true }),
    volume: decimal({ scale: 3, unit: 'm3', readonly: true }),
    /** When the last reported stage happened. */
    lastTime: datetime({ sortable: true, readonly: true }),
    circulationName: text({ max: 50, readonly: true }),
  },
  operations: ['list', 'export'],
  rowExtras: rowExtras<{ lastStage: string | null }>(),
})
