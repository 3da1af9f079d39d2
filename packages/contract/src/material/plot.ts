import { choice, country, datetime, decimal, flag, integer, remark, text } from '../field.ts'
import { defineEntity } from '../entity.ts'
import { defineView, viewOf } from '../view.ts'

/** Bytes of the largest file of plots: the limit of the European system. */
export const largestPlotFile = 25 * 1024 * 1024
/** Plots of one file. */
export const mostPlots = 20_000

/**
 * Land that wood comes from. Its shape is GeoJSON text, longitude first; area and positions are computed of it. A changed
 * shape makes the next version. Not public.
 */
export const plot = defineEntity({
  area: 'material',
  name: 'plot',
  tenancy: 'tenant',
  scoped: true,
  label: 'name',
  defaultColumns: ['name', 'number', 'country', 'producer', 'kind', 'area', 'overlapCount', 'createTime'],
  fields: {
    name: text({ max: 100, required: true, search: 'like', sortable: true }),
    number: text({ max: 50, search: 'like', sortable: true }),
    country: country({ required: true, search: 'eq' }),
    producer: text({ max: 200, search: 'like' }),
    place: text({ max: 200, hideInList: true }),
    kind: choice({ options: ['point', 'polygon'], search: 'eq', readonly: true }),
    geometry: text({ max: 400_000, required: true, lines: 8, hideInList: true }),
    /** Hectares as the producer states them; a point stands for four at most. */
    declaredArea: decimal({ min: 0.0001, max: 10_000_000, digits: 4, scale: 4, unit: 'ha', hideInList: true }),
    /** Hectares of the outline on the ellipsoid. */
    area: decimal({ scale: 4, unit: 'ha', readonly: true, sortable: true }),
    positions: integer({ readonly: true }),
    /** Of a plot that was walked with a phone: how far off its positions may be, metres, by the phone. */
    worstAccuracy: decimal({ scale: 1, unit: 'm', readonly: true, hideInList: true }),
    medianAccuracy: decimal({ scale: 1, unit: 'm', readonly: true, hideInList: true }),
    /** Plots that it overlaps; those of other enterprises count as one. */
    overlapCount: integer({ readonly: true, sortable: true }),
    version: integer({ readonly: true, hideInList: true }),
    remark: remark(),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  verbs: ['import'],
  final: { remove: 'its earlier versions are removed with it' },
  unique: [{ fields: ['number'], constraint: 'plot_number_key', error: 'material.plotNumberTaken' }],
})

const { geometry: _geometry, ...listFields } = plot.fields

/** Plots as lists and sheets show them, without their shapes. */
export const plots = defineView({
  ...viewOf(plot),
  fields: { ...listFields, createTime: datetime({ readonly: true, required: true, sortable: true, search: 'range' }) },
  /** Whether it overlaps others. */
  searches: { hasOverlaps: flag({ search: 'eq' }) },
})
